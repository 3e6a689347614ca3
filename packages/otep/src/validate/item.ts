/** An event under validation, with the members that its document adds to it. */
import type { StoredEvent } from "../event.ts";
import type { Fields } from "../normalise/read.ts";
import type { ReadEvent } from "../normalise.ts";
import type { RawEvent } from "../read/raw.ts";
import type { CodeEntry } from "../vocabulary.ts";

export interface Item {
  /** Without fingerprint; `event_id` is empty when none was given. */
  event: StoredEvent;
  code: CodeEntry;
  occurred_ms: number;
  path: string;
  /** Of members that are elsewhere in the document; see `RawEvent`. */
  moved?: RawEvent["moved"];
  /** From 0, in the document. */
  index: number;
  /** As posted: the members that a timeline adds to its events are read from here. */
  raw: Fields;
}

/** Undefined for an event with errors. */
export function buildItem(
  read: ReadEvent,
  { value, path, moved }: RawEvent,
  index: number,
): Item | undefined {
  const { event, code, occurred_ms } = read;
  if (event === undefined || code === undefined || occurred_ms === undefined) return undefined;
  return { event, code, occurred_ms, path, moved, index, raw: value as Fields };
}

/**
 * The order of the timeline as far as a document shows it. The last tie-breaks of a timeline, fingerprint and
 * id, are unknown for a public view; there the document's own order is used.
 */
export function orderItems(items: Item[]): Item[] {
  for (let index = 1; index < items.length; index++) {
    if (compare(items[index - 1]!, items[index]!) > 0) return items.toSorted(compare);
  }
  return items;
}

function compare(one: Item, other: Item): number {
  return one.occurred_ms - other.occurred_ms || one.code.order - other.code.order || one.index - other.index;
}

/** The document marks this event as voided; whether that is correct is checked with the corrections. */
export function isVoided({ raw }: Item): boolean {
  const { voided_by } = raw;
  return typeof voided_by === "string" && voided_by !== "";
}
