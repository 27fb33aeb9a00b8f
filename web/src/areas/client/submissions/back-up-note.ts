import facts from "#api/generated/facts.json";

/** Says how long back-ups keep what is deleted. */
export const backUpNote = `Our back-ups, which we read only if the database is lost, forget them the following night, and our provider’s database history within ${facts.databaseHistoryDays} days.`;
