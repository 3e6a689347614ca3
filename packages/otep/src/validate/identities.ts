/** Duplicate events, and ids used for two events. */
import { canonicalStatement } from "../fingerprint.ts";
import { locateMember } from "../read/raw.ts";
import type { Findings } from "./findings.ts";
import type { Item } from "./item.ts";

/** The items, each identity once. An event without an id is identified by its content. */
export function checkIdentities(items: readonly Item[], findings: Findings): Item[] {
  // Most coarse keys occur once, so the exact key is computed only when there are two events.
  const items_by_key = new Map<string, Item | Map<string, Item>>();
  const once: Item[] = [];
  for (const item of items) {
    const key = coarseKey(item);
    const known_item = items_by_key.get(key);
    if (known_item === undefined) {
      items_by_key.set(key, item);
      once.push(item);
      continue;
    }
    const namesakes = known_item instanceof Map ? known_item : new Map([[exactKey(known_item), known_item]]);
    if (known_item !== namesakes) items_by_key.set(key, namesakes);
    const exact = exactKey(item);
    const earlier = namesakes.get(exact);
    if (earlier !== undefined) report(item, earlier, findings);
    else {
      namesakes.set(exact, item);
      once.push(item);
    }
  }
  return once;
}

function coarseKey({ event }: Item): string {
  return event.event_id !== "" ? event.event_id : `${event.occurred_at} ${event.status_code}`;
}

/** The exact key among events of one coarse key. No provider begins as a statement does after the line feed. */
function exactKey({ event }: Item): string {
  return event.event_id !== "" ? (event.source.provider ?? "") : `\n${canonicalStatement(event)}`;
}

function report(item: Item, earlier: Item, findings: Findings): void {
  const { event, path } = item;
  const at = earlier.path || "/";
  if (canonicalStatement(event) === canonicalStatement(earlier.event)) {
    findings.warn(path, "duplicate_event", `This is the event at ${at} again.`);
  } else {
    const message = `The event at ${at} has this id and other content.`;
    findings.error(locateMember(item, "/event_id"), "event_id_conflict", message);
  }
}
