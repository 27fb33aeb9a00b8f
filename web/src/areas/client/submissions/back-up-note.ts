import facts from "../../../api/generated/facts.json";

/** Says how long back-ups keep what is deleted. */
export const backUpNote = `Back-ups, which are read only if our database is lost, forget them in the following night, and our provider’s history of the database in ${facts.databaseHistoryDays} days.`;
