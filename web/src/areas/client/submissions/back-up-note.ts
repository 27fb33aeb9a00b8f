import facts from "#api/generated/facts.json";

/** How long back-ups keep deleted data. */
export const backUpNote = `Our back-ups, which we read only if the database is lost, forget them the following night, and our provider’s database history within ${facts.databaseHistoryDays} days.`;
