import facts from "../../../api/generated/facts.json";

/** What is deleted is not out of the back-ups at once. */
export const backUpNote = `Back-ups, which are read only if our database is lost, keep them for up to ${facts.backUpDays} days.`;
