/**
 * The words for parameters that tools of several families have: what the operations do not say themselves, and what several
 * tools say in the same words. Such a parameter has one meaning in all tools, so its description needs no tool. Those of one
 * family are in its `tools.ts`; what is said of ids is in `kinds.ts` of the families of their records.
 */
import type { JsonSchema } from "#operation/define/schema.ts";

/** For parameters that neither the operation nor its family describes. */
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  api_token: "Deprecated.",
  as_of: "As it was at this time.",
  customs: "For other countries.",
  date: "YYYY-MM-DD; today by default.",
  dropoff: "Where it goes.",
  from: "From this time or day on.",
  limit: "Most results.",
  packages: "What is sent.",
  page: "From 1.",
  per_page: "Rows.",
  pickup: "Where it is collected.",
  ref: "Your reference.",
  saturday_delivery: "On Saturdays too.",
  schedule_date: "New day, YYYY-MM-DD.",
  scheduled_date: "Day, YYYY-MM-DD.",
  ship_to: "Recipient.",
  signature_required: "The recipient signs.",
  since: "From this time on.",
  state: "In this state.",
  status: "Any of these.",
  supplies: "To bring along.",
  time_limit_s: "Of computing.",
  to: "Up to this time or day.",
  until: "Up to this time.",
};

/** In place of the operation's own words: what they mean over MCP, or the same in fewer words. */
const SAME_IN_ALL: Readonly<Record<string, string>> = {
  confirm: "true once a person agreed to this call.",
  cursor: "next_cursor of the last answer.",
  dry_run: "Preview; changes nothing.",
  idempotency_key: "Same key, same answer.",
  view: "compact by default.",
};

/** Long descriptions that many tools repeat. */
const SHORTER: ReadonlyMap<string, string> = new Map([
  [
    "The business only: for this customer, at its prices and from its wallet; absent: for itself.",
    "The business only: at this customer's prices and cost.",
  ],
  [
    "A customer from whom label prices are hidden buys on account, and is refused with 403 where it insists on its wallet.",
    "Refused where prices are hidden.",
  ],
  ["Tracking number: 4 to 64 letters, digits, dots, hyphens and underscores.", "Of an order or parcel."],
  [
    "One of otep, epcis, onerecord, uncefact, otlp, aggregator, storefront_a, shipping_marketplace, marketplace_a, storefront_b, storefront_c, storefront_d, marketplace_b, sensorthings. The native document by default.",
    "otep (default), epcis, onerecord, uncefact, otlp, sensorthings, aggregator, or one of the guide.",
  ],
]);

export function shortenDescription(description: string): string {
  return SHORTER.get(description) ?? description;
}

/** Descriptions that say no more than the name, type or format of a member of an object. */
const CLEAR_FROM_NAME: ReadonlySet<string> = new Set([
  "ISO 8601 date and time with offset.",
  "YYYY-MM-DD in the business's time zone.",
  "ISO 3166-1 alpha-2 code.",
  "ISO 4217 code.",
  "Degrees, WGS 84.",
  "Person or company.",
  "As it was given.",
  "E-mail address.",
  "City.",
  "State or region.",
  "Postal code.",
  "Unit, floor, building.",
  "Your own reference.",
  "Grams.",
  "Millimetres.",
  "Outside, millimetres.",
  "Order id.",
]);

export function isClearFromName(description: string): boolean {
  return CLEAR_FROM_NAME.has(description);
}

/** `described`: what its family says of parameters; `kind_words`: what is said of the kind of record that it names. */
export function describeParameter(
  name: string,
  schema: JsonSchema,
  { described, kind_words }: { described: Readonly<Record<string, string>>; kind_words: string | undefined },
): JsonSchema {
  const same = SAME_IN_ALL[name];
  if (same !== undefined) return { ...schema, description: same };
  const words = described[name] ?? DESCRIPTIONS[name] ?? kind_words;
  return schema.description !== undefined || words === undefined ? schema : { ...schema, description: words };
}
