/** Members of a page's query that several pages have. */

export const DATE = /^\d{4}-\d\d-\d\d$/;

/** `?date=2026-11-20` */
export function readDate({ date }: Record<string, unknown>): { date?: string } {
  return typeof date === "string" && DATE.test(date) ? { date } : {};
}
