import facts from "../../../api/generated/facts.json";

/** Says that back-ups keep for a while what is deleted. */
export const backUpNote = `Back-ups, which are read only if our database is lost, keep them for up to ${facts.backUpDays} days.`;
