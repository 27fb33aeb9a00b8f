import { format, parseISO } from "date-fns";

const MEGABYTE = 1_048_576;

/** `0:38`, rounded down as players do; a dash if unknown. */
export function formatDuration(ms: number): string {
  if (ms <= 0) return "–";
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** `8.1 MB` */
export const formatMegabytes = (bytes: number): string => `${(bytes / MEGABYTE).toFixed(1)} MB`;

/** `£29` or `£29.50`, from pence. */
export const formatPence = (pence: number): string => `£${(pence / 100).toFixed(pence % 100 === 0 ? 0 : 2)}`;

/** `15.00` or `-10.00`, from pence, as spreadsheets read it. */
export const plainPounds = (pence: number): string => (pence / 100).toFixed(2);

/** `£15.00` or `−£10.00`, from pence. */
export const formatPounds = (pence: number): string =>
  `${pence < 0 ? "−" : ""}£${plainPounds(Math.abs(pence))}`;

/** A timestamp's UTC day, as the same day in the reader's time zone. */
function utcDay(ms: number): Date {
  const at = new Date(ms);
  return new Date(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate());
}

/** `Dec 20, 2026` in UTC: the paid dates of a partner's Commission History (AFF23). */
export const formatMonthDay = (ms: number): string => format(utcDay(ms), "MMM dd, yyyy");

/** `December 2026` from `2026-12`. */
export const formatIsoMonth = (month: string): string => format(parseISO(`${month}-01`), "MMMM yyyy");

/** `20 Nov 2026` in UTC: the days of plans, payments, partners and retention. */
export const formatDate = (ms: number): string => format(utcDay(ms), "dd MMM yyyy");

/** `20 Nov 2026, 01:40 UTC`: the times of payments and credits. */
export const formatUtcTime = (ms: number): string =>
  `${formatDate(ms)}, ${new Date(ms).toISOString().slice(11, 16)} UTC`;

/** `20 Nov 2026`, in the reader's time zone. */
export const formatLocalDate = (ms: number): string => format(ms, "dd MMM yyyy");

/** `20 Nov 2026, 14:05`, in the reader's time zone. */
export const formatDateTime = (ms: number): string => format(ms, "dd MMM yyyy, HH:mm");

/** `01 Dec 2026` from `2026-12-01`. */
export const formatIsoDate = (date: string): string => format(parseISO(date), "dd MMM yyyy");
