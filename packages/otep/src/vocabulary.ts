/**
 * The vocabulary of the protocol: 12 profiles, 138 status codes, 55 incident reasons, the transition table
 * and the mapping of each code to the other formats.
 *
 * The data is `vocabulary.json`; nothing here repeats it. Every profile code refines one core code, its
 * `base`: a reader that does not know a profile still understands the event through the base.
 */
import type { CoreCode, IncidentReason, PhaseName, ProfileName, StatusCode } from "./codes.gen.ts";
import file from "./vocabulary.json" with { type: "json" };

/** `status` moves the shipment; `annotation` is shown and never changes status, phase or end. */
export type Effect = "status" | "annotation";

/** One value per output format; `null` where the format has nothing that fits. */
export interface FormatMapping {
  epcis: { bizStep: string; disposition: string; action: "ADD" | "OBSERVE" | "DELETE" };
  onerecord: { code: string; fit: string } | null;
  /** UN/CEFACT Recommendation 24. */
  uncefact: string;
  otlp: { error: boolean };
  aggregator: { tag: string; subtag: string } | null;
  storefront_a: string | null;
  shipping_marketplace: { status: string; eventCode: string | null } | null;
  marketplace_a: string | null;
  storefront_b: number | null;
  storefront_c: string | null;
  storefront_d: string | null;
  marketplace_b: { status: string; is_shipped: boolean } | null;
  sensorthings: string;
}

export interface CodeEntry {
  id: StatusCode;
  base: CoreCode;
  /** `null`: carried from the latest earlier status event that has a phase. */
  phase: PhaseName | null;
  effect: Effect;
  terminal: boolean;
  /** Plain English, for people. */
  label: string;
  map: FormatMapping;
  /** Tie-break between events of the same millisecond; see `timeline.ts`. */
  order: number;
  /** For a deprecated code, which only old events use: the code to write instead. None in version 1.0.0. */
  replaced_by?: StatusCode;
}

export interface IncidentEntry {
  code: IncidentReason;
  group: string;
  label: string;
  map: { uncefact: string; aggregator: string | null; epcis: string | null; onerecord: string | null };
}

export interface ProfileEntry {
  name: ProfileName;
  title: string;
}

interface VocabularyFile {
  version: string;
  phases: { id: string; name: PhaseName; rank: number }[];
  profiles: ProfileEntry[];
  statuses: CodeEntry[];
  transitions: { transparent: CoreCode[]; allowed: Record<string, CoreCode[]> };
  incidents: IncidentEntry[];
  epcisReverse: {
    pairs: Record<string, CoreCode>;
    byBizStep: Record<string, CoreCode>;
    byDisposition: Record<string, CoreCode>;
    incidentFromDisposition: Record<string, IncidentReason>;
  };
}

// The compiler reads each literal of the file as `string`; the tests check every row against these types' rules.
const vocabulary = file as unknown as VocabularyFile;

/** The version of the protocol that this package writes. */
export const PROTOCOL_VERSION = vocabulary.version;
export const phases = vocabulary.phases;
export const profiles: readonly ProfileEntry[] = vocabulary.profiles;
export const codes: readonly CodeEntry[] = vocabulary.statuses;
export const incidentReasons: readonly IncidentEntry[] = vocabulary.incidents;
export const transitions = vocabulary.transitions;
export const epcisReverse = vocabulary.epcisReverse;

const byId = new Map<string, CodeEntry>(codes.map((entry) => [entry.id, entry]));
const byCore = new Map<string, CodeEntry>(
  codes.filter((entry) => entry.id.startsWith("otep:core:")).map((entry) => [entry.base, entry]),
);
const byReason = new Map<string, IncidentEntry>(incidentReasons.map((entry) => [entry.code, entry]));
const profileNames = new Set<string>(profiles.map((profile) => profile.name));
const note = byCore.get("note")!;

// The pattern of identifiers is data too: `otep:<profile>:<code>`, either part may be experimental (`x-`).
const idPattern = new RegExp(file.idPattern);

/** The entry of a full identifier (`otep:core:delivered`); undefined when it is not registered. */
export function findCode(id: string): CodeEntry | undefined {
  return byId.get(id);
}

/** The entry of a core code by its short name (`delivered`); undefined when there is none. */
export function findCoreCode(name: string): CodeEntry | undefined {
  return byCore.get(name);
}

/** As `findCode`; throws RangeError for an identifier that is not registered. */
export function getCode(id: string): CodeEntry {
  const entry = byId.get(id);
  if (entry === undefined) throw new RangeError(`${id} is not a registered status code.`);
  return entry;
}

/**
 * The entry that decides how an event behaves: its own, or for an experimental code that of its base. Unknown
 * is not an error: without a known base the event is an annotation.
 */
export function resolveCode(id: string, base?: string): CodeEntry {
  return byId.get(id) ?? (base === undefined ? note : (byCore.get(base) ?? note));
}

/** The phase that a code puts a shipment in; `null` when it is carried over. */
export function getPhase(id: string, base?: string): PhaseName | null {
  return resolveCode(id, base).phase;
}

/** The core code that a code refines. */
export function getBase(id: string, base?: string): CoreCode {
  return resolveCode(id, base).base;
}

export function getEffect(id: string, base?: string): Effect {
  return resolveCode(id, base).effect;
}

/** Does this code end the journey? */
export function isTerminal(id: string, base?: string): boolean {
  return resolveCode(id, base).terminal;
}

/** Plain English of a code; of its base when the code is experimental. */
export function getLabel(id: string, base?: string): string {
  return resolveCode(id, base).label;
}

/** The profile part of an identifier: `lastmile` of `otep:lastmile:loaded`. */
export function getProfile(id: string): string {
  const entry = profileCache.get(id);
  return entry ?? id.slice(5, id.indexOf(":", 5));
}
const profileCache = new Map<string, string>(codes.map(({ id }) => [id, id.slice(5, id.indexOf(":", 5))]));

/** The URI of a phase: `otep:phase:transit`. */
export function phaseUri(phase: PhaseName): string {
  return `otep:phase:${phase}`;
}

/** The URI of an incident reason: `otep:incident:lost`. */
export function incidentUri(reason: string): string {
  return `otep:incident:${reason}`;
}

export function findIncidentReason(code: string): IncidentEntry | undefined {
  return byReason.get(code);
}

export function isProfile(name: string): name is ProfileName {
  return profileNames.has(name);
}

/** Has the string the form `otep:<profile>:<code>`? It need not be registered. */
export function isStatusCodeForm(id: string): boolean {
  return idPattern.test(id);
}
