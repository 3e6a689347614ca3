/**
 * From a set of events to one timeline.
 *
 * The order of arrival never matters: the same set of events gives the same document, byte for byte, however
 * shuffled and however often repeated. Nothing is deleted: a voided event, and one that comes after the end,
 * stays visible and says so.
 */
import type { CoreCode, PhaseName } from "./codes.gen.ts";
import type { Location, Source, SourceType, StoredEvent, Subject } from "./event.ts";
import type { WarningFinding } from "./finding.ts";
import { revisionOf } from "./fingerprint.ts";
import { canonicalInstant, parseInstant } from "./instant.ts";
import { type CodeEntry, PROTOCOL_VERSION, profileOf, resolveCode } from "./vocabulary.ts";

/** An event in its place. Voided and late events are recognised by `voided_by` and `after_terminal`. */
export interface TimelineEvent extends Omit<StoredEvent, "fingerprint"> {
  /** From 1. */
  sequence: number;
  phase: PhaseName;
  /** The `event_id` of the correction that voids this event. */
  voided_by?: string;
  /** True for a status that came after the journey had ended; it changes nothing. */
  after_terminal?: true;
  /** The `event_id` of an earlier report of the same thing by another provider. */
  corroborates?: string;
}

export interface TimelineStatus {
  code: string;
  base: CoreCode;
  phase: PhaseName;
  terminal: boolean;
  /** When this status began: the first of the latest unbroken run of its code. */
  since: string;
  incident_reason?: string;
}

export interface TimelineSource {
  provider: string | null;
  type: SourceType;
  event_count: number;
}

/** Custody that moved from one operator to another without either saying so. */
export interface CustodyGap {
  kind: "custody";
  from_event: string;
  to_event: string;
  from: string;
  to: string;
}

export interface Timeline {
  protocol_version: string;
  type: "otep.timeline";
  /** The profile of the latest status event outside `core`; `core` when there is none. */
  profile: string;
  /** Every profile of the events, in alphabetical order. */
  profiles: string[];
  subject: Subject;
  /** `null` while no actual status event is known. */
  status: TimelineStatus | null;
  /** `return` from the first `returning` or `returned` on. */
  direction: "forward" | "return";
  delivered: boolean;
  /** Estimated time of arrival, UTC; absent when unknown or when the journey has ended. */
  eta?: string;
  /** Of the actual events that are not voided; `null` when there is none. */
  first_event_at: string | null;
  last_event_at: string | null;
  event_count: number;
  /** Hex SHA-256 of the ordered fingerprints: the entity tag of every format. */
  revision: string;
  sources: TimelineSource[];
  events: TimelineEvent[];
  gaps?: CustodyGap[];
}

export interface MergeOptions {
  subject: Subject;
  /** RFC 3339: leave out what was recorded after this instant. */
  at?: string;
  /** Providers whose corrections void events of every provider; others void only their own. */
  owners?: readonly string[];
}

interface Entry {
  event: StoredEvent;
  code: CodeEntry;
  occurred_ms: number;
  voided_by: string | undefined;
}

const CORROBORATION_MS = 120_000;

/**
 * Merge events into the timeline of their subject. Events come from `normaliseEvent`; they are not changed.
 * Of two events with one identity (provider and `event_id`) the one recorded first is kept.
 * Throws RangeError when `at` is not an instant. Cost: n log n, linear when the events are in order.
 */
export function mergeTimeline(events: readonly StoredEvent[], options: MergeOptions): Timeline {
  const entries = distinct(events, options.at);
  entries.sort(byOrderKey);
  applyCorrections(entries, options.owners);

  const placed: TimelineEvent[] = new Array(entries.length);
  const fingerprints: string[] = new Array(entries.length);
  const profiles = new Set<string>();
  const sources = new Map<string, TimelineSource>();
  const gaps: CustodyGap[] = [];
  const reports = new Corroboration();
  const custody = new Custody();
  let phase: PhaseName = "pre_shipment";
  let profile = "core";
  let current: Entry | undefined;
  let since = "";
  let returning = false;
  let first_event_at: string | null = null;
  let last_event_at: string | null = null;

  for (let index = 0; index < entries.length; index++) {
    const entry = entries[index]!;
    const { event, code } = entry;
    fingerprints[index] = event.fingerprint;
    profiles.add(profileOf(event.status_code));
    countSource(sources, event.source);

    const counts = event.time_type === "actual" && entry.voided_by === undefined;
    const ended = current?.code.terminal === true;
    const moves = counts && code.effect === "status" && !ended;
    const here: PhaseName = code.phase ?? phase;
    const place = placeEvent(entry, index + 1, here);
    if (counts) {
      first_event_at ??= event.occurred_at;
      last_event_at = event.occurred_at;
      if (code.effect === "status") {
        const corroborated = reports.find(entry);
        if (corroborated !== undefined) place.corroborates = corroborated;
        if (ended) place.after_terminal = true;
      }
    }
    if (moves) {
      if (current?.event.status_code !== event.status_code) since = event.occurred_at;
      const gap = place.corroborates === undefined ? custody.next(entry) : undefined;
      if (gap !== undefined) gaps.push(gap);
      phase = here;
      current = entry;
      if (code.base === "returning" || code.base === "returned") returning = true;
      const own = profileOf(event.status_code);
      if (own !== "core") profile = own;
    }
    placed[index] = place;
  }

  const eta = current?.code.terminal === true ? undefined : etaOf(entries, returning);
  const timeline: Timeline = {
    protocol_version: PROTOCOL_VERSION,
    type: "otep.timeline",
    profile,
    profiles: [...profiles].sort(),
    subject: options.subject,
    status: current === undefined ? null : statusOf(current, phase, since),
    direction: returning ? "return" : "forward",
    delivered: current?.code.base === "delivered",
    ...(eta === undefined ? {} : { eta }),
    first_event_at,
    last_event_at,
    event_count: placed.length,
    revision: revisionOf(fingerprints),
    sources: [...sources.values()].sort(bySource),
    events: placed,
  };
  if (gaps.length > 0) timeline.gaps = gaps;
  return timeline;
}

/**
 * Terminal statuses that contradict the one that ended the journey, as warnings with paths into the
 * timeline. The earliest terminal status wins.
 */
export function findConflicts(timeline: Timeline): WarningFinding[] {
  const conflicts: WarningFinding[] = [];
  for (const event of timeline.events) {
    if (!event.after_terminal || event.base === timeline.status?.base) continue;
    if (!resolveCode(event.status_code, event.base).terminal) continue;
    conflicts.push({
      path: `/events/${event.sequence - 1}/status_code`,
      code: "conflicting_terminal",
      message: `The journey had ended with ${timeline.status?.code}; ${event.status_code} contradicts it.`,
    });
  }
  return conflicts;
}

/** One entry per identity, in any order; what was recorded after `at` is left out. */
function distinct(events: readonly StoredEvent[], at: string | undefined): Entry[] {
  const until = at === undefined ? undefined : replayUntil(at);
  const entries: Entry[] = [];
  // Most identifiers are unique across providers, so the id alone is the key and the rest is compared.
  const byId = new Map<string, Entry | Entry[]>();
  for (const event of events) {
    if (until !== undefined && event.recorded_at > until) continue;
    const known = byId.get(event.event_id);
    const same = sameIdentity(known, event);
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
    if (known === undefined) byId.set(event.event_id, entry);
    else if (Array.isArray(known)) known.push(entry);
    else byId.set(event.event_id, [known, entry]);
  }
  return entries;
}

function replayUntil(at: string): string {
  const epoch_ms = parseInstant(at);
  if (!Number.isFinite(epoch_ms)) throw new RangeError(`${at} is not an instant of RFC 3339.`);
  return canonicalInstant(at, epoch_ms);
}

function sameIdentity(known: Entry | Entry[] | undefined, event: StoredEvent): Entry | undefined {
  if (known === undefined) return undefined;
  const { provider } = event.source;
  if (Array.isArray(known)) return known.find((entry) => entry.event.source.provider === provider);
  return known.event.source.provider === provider ? known : undefined;
}

/** First recorded wins; what remains equal is decided by content, never by arrival. */
function isKeptOver(challenger: StoredEvent, holder: StoredEvent): boolean {
  if (challenger === holder) return false;
  const order =
    compareText(challenger.recorded_at, holder.recorded_at) ||
    compareText(challenger.fingerprint, holder.fingerprint) ||
    compareText(JSON.stringify(challenger), JSON.stringify(holder));
  return order < 0;
}

/**
 * The total order of a timeline: time, then the code's rank (ordinary statuses by phase, then held, delayed
 * and exception, then annotations, then terminal statuses), time of recording, content, id. The content
 * names the provider, so that nothing is left to tell apart.
 */
function byOrderKey(one: Entry, other: Entry): number {
  return (
    one.occurred_ms - other.occurred_ms ||
    one.code.order - other.code.order ||
    compareText(one.event.recorded_at, other.event.recorded_at) ||
    compareText(one.event.fingerprint, other.event.fingerprint) ||
    compareText(one.event.event_id, other.event.event_id)
  );
}

function compareText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/**
 * Void what is corrected. A correction that is itself voided voids nothing, so that a wrong correction can be
 * taken back. Corrections that void each other in a circle void nothing.
 */
function applyCorrections(entries: readonly Entry[], owners: readonly string[] | undefined): void {
  const corrections = entries.filter((entry) => entry.event.corrects !== undefined);
  if (corrections.length === 0) return;
  const byId = Map.groupBy(entries, (entry) => entry.event.event_id);
  const targets = new Map<Entry, Entry[]>();
  const open = new Map<Entry, number>();
  for (const correction of corrections) {
    const hit = targetsOf(correction, byId.get(correction.event.corrects!) ?? [], owners);
    targets.set(correction, hit);
    for (const target of hit) open.set(target, (open.get(target) ?? 0) + 1);
  }
  // Settle a correction once all that could void it are settled; those never settled stand in a circle.
  const settled = corrections.filter((correction) => !open.has(correction));
  for (const correction of settled) {
    const stands = correction.voided_by === undefined;
    for (const target of targets.get(correction)!) {
      if (stands && isEarlier(correction, target.voided_by, byId)) {
        target.voided_by = correction.event.event_id;
      }
      const left = open.get(target)! - 1;
      open.set(target, left);
      if (left === 0 && targets.has(target)) settled.push(target);
    }
  }
}

/** Which events a correction names: its own provider's, else for an owner those of every provider. */
function targetsOf(
  correction: Entry,
  named: readonly Entry[],
  owners: readonly string[] | undefined,
): Entry[] {
  const { provider } = correction.event.source;
  const others = named.filter((entry) => entry !== correction);
  const own = others.filter((entry) => entry.event.source.provider === provider);
  if (own.length > 0 || provider === undefined || !owners?.includes(provider)) return own;
  return others;
}

/** Of several corrections of one event, the first of the timeline is named. */
function isEarlier(
  correction: Entry,
  voided_by: string | undefined,
  byId: ReadonlyMap<string, Entry[]>,
): boolean {
  if (voided_by === undefined) return true;
  const holder = byId.get(voided_by)!.find((entry) => entry.event.corrects === correction.event.corrects);
  return holder === undefined || byOrderKey(correction, holder) < 0;
}

/** A fixed order of members, so that equal timelines are equal text. */
function placeEvent(entry: Entry, sequence: number, phase: PhaseName): TimelineEvent {
  const { event } = entry;
  const placed = {
    protocol_version: event.protocol_version,
    event_id: event.event_id,
    sequence,
    subject: event.subject,
    occurred_at: event.occurred_at,
    recorded_at: event.recorded_at,
    time_type: event.time_type,
    status_code: event.status_code,
    base: entry.code.base,
    phase,
  } as TimelineEvent;
  if (event.incident_reason !== undefined) placed.incident_reason = event.incident_reason;
  if (event.location !== undefined) placed.location = event.location;
  placed.source = event.source;
  if (event.actor !== undefined) placed.actor = event.actor;
  if (event.proof !== undefined) placed.proof = event.proof;
  if (event.sensor !== undefined) placed.sensor = event.sensor;
  if (event.quantity !== undefined) placed.quantity = event.quantity;
  if (event.description !== undefined) placed.description = event.description;
  if (event.corrects !== undefined) placed.corrects = event.corrects;
  if (event.extensions !== undefined) placed.extensions = event.extensions;
  if (entry.voided_by !== undefined) placed.voided_by = entry.voided_by;
  return placed;
}

function statusOf(current: Entry, phase: PhaseName, since: string): TimelineStatus {
  const { event, code } = current;
  const status: TimelineStatus = {
    code: event.status_code,
    base: code.base,
    phase,
    terminal: code.terminal,
    since,
  };
  if (event.incident_reason !== undefined) status.incident_reason = event.incident_reason;
  return status;
}

function countSource(sources: Map<string, TimelineSource>, source: Source): void {
  const key = source.provider === undefined ? source.type : `${source.type} ${source.provider}`;
  const known = sources.get(key);
  if (known !== undefined) known.event_count++;
  else sources.set(key, { provider: source.provider ?? null, type: source.type, event_count: 1 });
}

function bySource(one: TimelineSource, other: TimelineSource): number {
  return compareText(one.provider ?? "", other.provider ?? "") || compareText(one.type, other.type);
}

const arrives = new Set<CoreCode>(["delivered", "available_for_pickup", "eta_updated"]);
const comesBack = new Set<CoreCode>(["returned", "eta_updated"]);

/** The latest recorded estimate of the end of the journey; a plan only while there is no estimate. */
function etaOf(entries: readonly Entry[], returning: boolean): string | undefined {
  const ends = returning ? comesBack : arrives;
  let best: Entry | undefined;
  for (const entry of entries) {
    const { time_type, recorded_at } = entry.event;
    if (time_type !== "estimated" && time_type !== "planned") continue;
    if (entry.voided_by !== undefined || !ends.has(entry.code.base)) continue;
    const better =
      best === undefined ||
      (time_type === best.event.time_type
        ? recorded_at >= best.event.recorded_at
        : time_type === "estimated");
    if (better) best = entry;
  }
  return best?.event.occurred_at;
}

/** Two providers telling the same thing: same base, at most two minutes apart, the same place or one without. */
class Corroboration {
  /** Per base, the latest first-hand report of each provider. */
  readonly #latest = new Map<CoreCode, Map<string, Entry>>();

  /** The `event_id` that this status event corroborates, if any. Call in the order of the timeline. */
  find(entry: Entry): string | undefined {
    const { base } = entry.code;
    const provider = entry.event.source.provider ?? "";
    let reports = this.#latest.get(base);
    if (reports === undefined) {
      reports = new Map();
      this.#latest.set(base, reports);
    }
    for (const [other, report] of reports) {
      if (entry.occurred_ms - report.occurred_ms > CORROBORATION_MS) reports.delete(other);
      else if (other !== provider && mayBeSamePlace(entry.event.location, report.event.location)) {
        return report.event.event_id;
      }
    }
    reports.set(provider, entry);
    return undefined;
  }
}

function mayBeSamePlace(one: Location | undefined, other: Location | undefined): boolean {
  if (one === undefined || other === undefined) return true;
  if (one.gln !== undefined && other.gln !== undefined) return one.gln === other.gln;
  if (one.unlocode !== undefined && other.unlocode !== undefined) return one.unlocode === other.unlocode;
  if (one.iata !== undefined && other.iata !== undefined) return one.iata === other.iata;
  if (one.geo !== undefined && other.geo !== undefined) {
    // Some 500 m: two devices at one door, not two streets of one town.
    const lon_scale = Math.cos((one.geo.lat * Math.PI) / 180);
    return (
      Math.hypot(one.geo.lat - other.geo.lat, (one.geo.lon - other.geo.lon) * lon_scale) * 111_195 <= 500
    );
  }
  const one_city = one.address?.city;
  const other_city = other.address?.city;
  if (one_city !== undefined && other_city !== undefined) {
    return (
      one_city.toLowerCase() === other_city.toLowerCase() &&
      (one.address?.country === undefined ||
        other.address?.country === undefined ||
        one.address.country === other.address.country)
    );
  }
  return one.name !== undefined && one.name === other.name;
}

const handsOver = new Set<CoreCode>([
  "picked_up",
  "received",
  "departed",
  "arrived",
  "transferred",
  "stored",
  "available_for_pickup",
]);
const holdsGoods = new Set<CoreCode>([
  ...handsOver,
  "processed",
  "in_transit",
  "out_for_delivery",
  "delivery_attempted",
  "delivery_rescheduled",
  "returning",
  "delivered",
  "returned",
]);
const operators = new Set<SourceType>(["self_delivery", "third_party", "carrier"]);

/** Watches who holds the goods: a new operator should appear with a hand-over on one side or the other. */
class Custody {
  #holder: Entry | undefined;

  /** The gap before this event, if there is one. Call for each event that moves the status. */
  next(entry: Entry): CustodyGap | undefined {
    if (!holdsGoods.has(entry.code.base) || !operators.has(entry.event.source.type)) return undefined;
    const holder = this.#holder;
    this.#holder = entry;
    if (holder === undefined || holder.event.source.provider === entry.event.source.provider)
      return undefined;
    if (handsOver.has(holder.code.base) || handsOver.has(entry.code.base)) return undefined;
    return {
      kind: "custody",
      from_event: holder.event.event_id,
      to_event: entry.event.event_id,
      from: holder.event.occurred_at,
      to: entry.event.occurred_at,
    };
  }
}
