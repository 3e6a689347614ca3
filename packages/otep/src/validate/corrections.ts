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
  if (is_timeline) return voided;
  return voided.union(applyTo(items, [], false));
}

/** The items that corrections void; with `marks_count`, those that are marked as voided void nothing. */
function applyTo(items: readonly Item[], owners: readonly string[], marks_count: boolean): Set<Item> {
  if (!items.some(({ event }) => event.corrects !== undefined)) return new Set();
  const entries: Entry[] = items.map((item) => ({
    event: marks_count && isVoided(item) ? withoutCorrection(item.event) : item.event,
    code: item.code,
    occurred_ms: item.occurred_ms,
    voided_by: undefined,
  }));
  applyCorrections(entries, owners);
  return new Set(items.filter((_item, index) => entries[index]!.voided_by !== undefined));
}

function withoutCorrection({ corrects: _corrects, ...event }: Item["event"]): Item["event"] {
  return event;
}

/**
 * In a timeline, a voided event names the correction that voids it, and every event voided by a correction is
 * marked; those that correct something themselves too. Which providers may void the events of others is what the
 * marks say, and must then hold for all of their corrections. A timeline of one profile may name a correction that
 * it does not show, so there the marks are believed.
 */
export function checkCorrections(items: readonly Item[], is_part: boolean, findings: Findings): void {
  const corrections = Map.groupBy(
    items.filter(({ event }) => event.corrects !== undefined),
    ({ event }) => event.corrects!,
  );
  // What voids an event or a correction may be hidden in a part.
  const owners = is_part ? [] : findOwners(items, corrections);
  const expected = owners === undefined ? undefined : applyTo(items, owners, is_part);
  for (const item of items) {
    const { voided_by } = item.raw;
    const { event, path } = item;
    if (corrections.size === 0 && voided_by === undefined) continue;
    const named_items = corrections.get(event.event_id) ?? [];
    if (voided_by !== undefined && voided_by !== null && voided_by !== "") {
      if (typeof voided_by !== "string") {
        findings.error(`${path}/voided_by`, "invalid_type", "Must be text.");
        continue;
      }
      if (is_part) continue;
      const stands = named_items.some((other) => other.event.event_id === voided_by && !isVoided(other));
      if (!stands || expected?.has(item) === false) {
        findings.error(
          `${path}/voided_by`,
          "invalid_correction",
          "No correction of this event with that id stands.",
        );
      }
    } else if (expected?.has(item) === true) {
      // What a part does not show may close a circle.
      if (is_part && event.corrects !== undefined) continue;
      const standing = named_items.find((other) => !isVoided(other)) ?? named_items[0];
      findings.error(
        path,
        "invalid_correction",
        `The event at ${standing?.path} voids this one; voided_by must say so.`,
      );
    }
  }
}

/**
 * Providers whose corrections void events of others, as the marks say; undefined when two providers have a correction
 * with the id of a mark, and nothing else says which of them it is.
 */
function findOwners(
  items: readonly Item[],
  corrections: ReadonlyMap<string, readonly Item[]>,
): string[] | undefined {
  const owners = new Set<string>();
  const unclear: ReadonlySet<string>[] = [];
  let own_corrections: ReadonlySet<Item> | undefined;
  for (const item of items) {
    const { raw, event } = item;
    if (raw.voided_by === undefined) continue;
    const named_items = (corrections.get(event.event_id) ?? []).filter(
      (other) => other.event.event_id === raw.voided_by && !isVoided(other),
    );
    const { provider: own_provider } = event.source;
    const is_own = named_items.some((other) => other.event.source.provider === own_provider);
    const providers = new Set(named_items.flatMap((other) => other.event.source.provider ?? []));
    if (own_provider !== undefined) providers.delete(own_provider);
    if (is_own) {
      // Its own provider's correction needs no owner, unless it is one of a circle.
      if (providers.size === 0) continue;
      own_corrections ??= applyTo(items, [], false);
      if (!own_corrections.has(item)) unclear.push(providers);
    } else if (providers.size === 1) for (const provider of providers) owners.add(provider);
    else if (providers.size > 1) unclear.push(providers);
  }
  return unclear.every((providers) => !providers.isDisjointFrom(owners)) ? [...owners] : undefined;
}
