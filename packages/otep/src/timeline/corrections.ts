/** Corrections: which events they void. */
import { byOrderKey, type Entry } from "./entry.ts";

/**
 * Voids corrected events. A correction that is itself voided voids nothing, so that a wrong correction can be
 * undone. Corrections that void each other in a cycle void nothing.
 */
export function applyCorrections(entries: readonly Entry[], owners: readonly string[] | undefined): void {
  const corrections = entries.filter((entry) => entry.event.corrects !== undefined);
  if (corrections.length === 0) return;
  const byId = Map.groupBy(entries, (entry) => entry.event.event_id);
  const byIdentity = new Map(entries.map((entry) => [buildIdentity(entry, entry.event.event_id), entry]));
  const targets = new Map<Entry, Entry[]>();
  const open = new Map<Entry, number>();
  for (const correction of corrections) {
    const { corrects, source } = correction.event;
    const own_entry = byIdentity.get(buildIdentity(correction, corrects!));
    const rules_all =
      own_entry === undefined && source.provider !== undefined && owners?.includes(source.provider);
    // Its own provider's event, else for an owner those of every provider.
    const hit = own_entry !== undefined ? [own_entry] : rules_all ? (byId.get(corrects!) ?? []) : [];
    targets.set(correction, hit);
    for (const target of hit) open.set(target, (open.get(target) ?? 0) + 1);
  }
  // Of several corrections of one event, the first of the timeline is named.
  const voiding = new Map<Entry, Entry>();
  // Settle a correction after all that could void it are settled; those never settled form a cycle.
  const settled = corrections.filter((correction) => !open.has(correction));
  for (const correction of settled) {
    const stands = correction.voided_by === undefined;
    for (const target of targets.get(correction)!) {
      const first = voiding.get(target);
      if (stands && (first === undefined || byOrderKey(correction, first) < 0)) {
        voiding.set(target, correction);
        target.voided_by = correction.event.event_id;
      }
      const open_count = open.get(target)! - 1;
      open.set(target, open_count);
      if (open_count === 0 && targets.has(target)) settled.push(target);
    }
  }
}

/** Either part may be any text, so the length prefix marks where the first one ends. */
function buildIdentity({ event }: Entry, event_id: string): string {
  const { provider = "" } = event.source;
  return `${provider.length} ${provider}${event_id}`;
}
