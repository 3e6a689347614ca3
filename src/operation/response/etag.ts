import type { RequestFacts } from "../define/context.ts";

/** True when `If-None-Match` lists the tag. Weak and strong tags compare as equal there (RFC 9110, 13.1.2). */
function matchesEtag(if_none_match: string, tag: string): boolean {
  return if_none_match.split(",").some((one) => ["*", tag].includes(one.trim().replace(/^W\//, "")));
}

const MONTHS = "Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec";
const TIME = "(?:[01]\\d|2[0-3]):[0-5]\\d:(?:[0-5]\\d|60)";
/** IMF-fixdate, and the two obsolete forms that a recipient must accept (RFC 9110, 5.6.7). */
const HTTP_DATE = new RegExp(
  `^(?:[A-Z][a-z]{2}, \\d\\d (?:${MONTHS}) \\d{4} ${TIME} GMT|` +
    `[A-Z][a-z]{5,8}, \\d\\d-(?:${MONTHS})-\\d\\d ${TIME} GMT|` +
    `[A-Z][a-z]{2} (?:${MONTHS}) [ \\d]\\d ${TIME} \\d{4})$`,
);

/** Epoch milliseconds of an HTTP date; undefined for any other text, which a recipient must ignore. */
function parseHttpDate(text: string): number | undefined {
  if (!HTTP_DATE.test(text)) return undefined;
  // `Date.parse` knows no leap second, and the third form names no zone.
  const time = Date.parse(`${text.replace(":60", ":59")}${text.endsWith("GMT") ? "" : " GMT"}`);
  return Number.isNaN(time) ? undefined : time;
}

/**
 * Does the caller have this version already? `If-Modified-Since` counts only without `If-None-Match`, and only for
 * answers with a date, to the second (RFC 9110, 13.1.3).
 */
export function isNotModified(
  { if_none_match, if_modified_since }: Pick<RequestFacts, "if_none_match" | "if_modified_since">,
  { etag, modified_at }: { etag: string; modified_at?: Date },
): boolean {
  if (if_none_match !== undefined) return matchesEtag(if_none_match, etag);
  const since = if_modified_since === undefined ? undefined : parseHttpDate(if_modified_since);
  if (since === undefined || modified_at === undefined) return false;
  return Math.floor(modified_at.getTime() / 1000) <= Math.floor(since / 1000);
}
