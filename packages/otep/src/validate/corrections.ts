/** Corrections: what they void, and whether a timeline marks it. */
import { applyCorrections } from "../timeline/corrections.ts";
import type { Entry } from "../timeline/entry.ts";
import type { Findings } from "./findings.ts";
import { type Item, isVoided } from "./item.ts";

/**
 * Items that are voided. A timeline marks them itself, since only its producer knows which providers may void
 * the events of others; of loose events a provider's own corrections are applied as well.
 */
export function findVoided(items: readonly Item[], is_timeline: boolean): ReadonlySet<Item> {
  const voided = new Set(items.filter(isVoided));
  if (is_timeline || !items.some(({ event }) => event.corrects !== undefined)) return voided;
  const entries: Entry[] = items.map(({ event, code, occurred_ms }) => ({
    event,
    code,
    occurred_ms,
    voided_by: undefined,
  }));
  applyCorrections(entries, undefined);
  entries.forEach((entry, index) => {
    if (entry.voided_by !== undefined) voided.add(items[index]!);
  });
  return voided;
}

/**
 * In a timeline, a voided event names the correction that voids it, and every event voided by a correction is
 * marked.
 */
export function checkCorrections(items: readonly Item[], findings: Findings): void {
  const corrections = Map.groupBy(
    items.filter(({ event }) => event.corrects !== undefined),
    ({ event }) => event.corrects!,
  );
  for (const { raw, event, path } of items) {
    const { voided_by } = raw;
    if (corrections.size === 0 && voided_by === undefined) continue;
    const named = corrections.get(event.event_id) ?? [];
    if (voided_by !== undefined && voided_by !== null && voided_by !== "") {
      if (typeof voided_by !== "string") {
        findings.error(`${path}/voided_by`, "invalid_type", "Must be text.");
      } else if (!named.some((other) => other.event.event_id === voided_by && !isVoided(other))) {
        findings.error(
          `${path}/voided_by`,
          "invalid_correction",
          "No correction of this event with that id stands.",
        );
      }
    } else if (event.corrects === undefined) {
      // A correction that nothing corrects is in force; for the others the whole timeline is needed.
      const standing = named.find(
        (other) =>
          other.event.source.provider === event.source.provider && !corrections.has(other.event.event_id),
      );
      if (standing !== undefined) {
        findings.error(
          path,
          "invalid_correction",
          `The event at ${standing.path} voids this one; voided_by must say so.`,
        );
      }
    }
  }
}
