/** Why an item needs a person, and what it is about. Pure. */
import { nameRecord } from "../../../parts/words/name-record.ts";
import type { Attention, Item, Say } from "./define-attention.ts";
import { text } from "./text.ts";

/** The sentence of its kind; a kind that no family of the console describes says since when. */
export function describeWhy(
  kinds: Attention,
  { kind, facts, since }: Pick<Item, "kind" | "facts" | "since">,
  say: Say,
): string {
  return kinds[kind]?.why(facts, say) ?? text.why.since({ moment: say.times.moment(since) });
}

/** What an item is about: the order, else the route, else the driver, else what its family calls it. */
export function nameItem(kinds: Attention, { records, kind, facts, subject_type, subject_id }: Item): string {
  const { order, route, driver } = records;
  if (order !== null) return order.name || order.tracking_number;
  if (route !== null)
    return driver === null
      ? text.why.route({ number: route.number })
      : text.why.driver_route({ name: driver.name, number: route.number });
  return driver?.name ?? kinds[kind]?.name?.(facts) ?? nameRecord(subject_type, subject_id);
}
