/** The events of a timeline: one per identity, in a total order. */
import type { StoredEvent } from "../event.ts";
import { canonicalJson } from "../fingerprint.ts";
import { canonicalInstant, parseInstant } from "../instant.ts";
import { type CodeEntry, getProfile, resolveCode } from "../vocabulary.ts";

export interface Entry {
  event: StoredEvent;
  code: CodeEntry;
  occurred_ms: number;
  voided_by: string | undefined;
}

/** One entry per identity, in any order; what was recorded after `at` is left out. */
export function selectDistinct(events: readonly StoredEvent[], at: string | undefined): Entry[] {
  const until = at === undefined ? undefined : replayUntil(at);
  const entries: Entry[] = [];
  // Most identifiers are unique across providers, so the id alone is the key and the rest is compared.
  const byId = new Map<string, Entry | Entry[]>();
  for (const event of events) {
    if (until !== undefined && event.recorded_at > until) continue;
    const known_entries = byId.get(event.event_id);
    const same = sameIdentity(known_entries, event);
    if (same !== undefined) {
      if (isKeptOver(event, same.event)) {
        same.event = event;
        same.code = resolveCode(event.status_code, event.base);
        same.occurred_ms = parseInstant(event.occurred_at);
      }
      continue;
    }
    const entry: Entry = {
      event,
      code: resolveCode(event.status_code, event.base),
      occurred_ms: parseInstant(event.occurred_at),
      voided_by: undefined,
    };
    entries.push(entry);
    if (known_entries === undefined) byId.set(event.event_id, entry);
    else if (Array.isArray(known_entries)) known_entries.push(entry);
    else byId.set(event.event_id, [known_entries, entry]);
  }
  return entries;
}

function replayUntil(at: string): string {
  const epoch_ms = parseInstant(at);
  if (!Number.isFinite(epoch_ms)) throw new RangeError(`${at} is not an instant of RFC 3339.`);
  return canonicalInstant(at, epoch_ms);
}

function sameIdentity(known_entries: Entry | Entry[] | undefined, event: StoredEvent): Entry | undefined {
  if (known_entries === undefined) return undefined;
  const { provider } = event.source;
  if (Array.isArray(known_entries))
    return known_entries.find((entry) => entry.event.source.provider === provider);
  return known_entries.event.source.provider === provider ? known_entries : undefined;
}

/**
 * First recorded wins; ties are decided by content, never by arrival nor by the order of members, which a
 * database changes.
 */
function isKeptOver(challenger: StoredEvent, holder: StoredEvent): boolean {
  if (challenger === holder) return false;
  const order =
    compareText(challenger.recorded_at, holder.recorded_at) ||
    compareText(challenger.fingerprint, holder.fingerprint) ||
    compareText(canonicalJson(challenger), canonicalJson(holder));
  return order < 0;
}

const isCore = ({ event }: Entry): boolean => getProfile(event.status_code) === "core";

/**
 * The total order of a timeline: time, then the code's rank (ordinary statuses by phase, then held, delayed and
 * exception, then annotations, then terminal statuses), `core` before the profiles that refine it, code, content, id. The
 * content names the provider, so that no two different events are equal. The time of recording decides nothing: it is
 * when an event arrived.
 */
export function byOrderKey(one: Entry, other: Entry): number {
  return (
    one.occurred_ms - other.occurred_ms ||
    one.code.order - other.code.order ||
    Number(!isCore(one)) - Number(!isCore(other)) ||
    compareText(one.event.status_code, other.event.status_code) ||
    compareText(one.event.fingerprint, other.event.fingerprint) ||
    compareText(one.event.event_id, other.event.event_id)
  );
}

export function compareText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
