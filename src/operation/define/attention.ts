/**
 * A kind of attention item, something that needs a dispatcher: one object in
 * `src/domain/<area>/<family>/attention/<kind>.ts`.
 *
 * A kind says how its causes are found in the present rows. Events only say when to look: an item opens when its cause
 * is found and ends when it is not found any more, so neither a repeated event nor another order of events matters.
 */
import type { Db } from "#platform/db/db.ts";
import type { LoggedEvent } from "#platform/db/event-log.ts";
import type { Message } from "../response/messages.ts";
import type { Context } from "./context.ts";
import type { EventKind } from "./events.ts";

export const SEVERITIES = ["info", "warning", "critical"] as const;
export type Severity = (typeof SEVERITIES)[number];

/** How long after its beginning, or at which time of the day, a cause becomes an item. A business may set another. */
export type Threshold =
  | { unit: "minutes" | "hours" | "days"; value: number; maximum: number }
  /** `HH:MM` in the business's time zone. */
  | { unit: "time_of_day"; value: string };

/** What a search for causes knows of the business. */
export interface CauseSearch extends Pick<Context, "publish"> {
  db: Db;
  business_id: number;
  now: Date;
  time_zone: string;
  /** The threshold as a duration, milliseconds; 0 for kinds without one. */
  threshold_ms: number;
  /** The threshold as a time of the day, `HH:MM`; `00:00` for kinds without one. */
  time_of_day: string;
}

export interface Cause {
  subject_id: number;
  /** Tells a cause from the next one of the same record: a time or number that the next one does not have. */
  key: string;
  /** When it is an item, ISO 8601 or date. A cause whose time has not come is looked at again then. */
  at: string | Date;
  order_id?: number | null;
  route_id?: number | null;
  /** Ids, codes, times and amounts: no personal data. */
  facts: Record<string, unknown>;
}

interface SuggestedAction {
  /** The name of an operation. */
  operation: string;
  /** The members of its input that follow from the item. */
  input(item: ItemFacts): Record<string, unknown>;
}

interface ItemFacts {
  subject_id: number;
  order_id: number | null;
  route_id: number | null;
  facts: Readonly<Record<string, unknown>>;
}

/** The ids of the records that may have a cause after an event. */
type FindRecordIds = (event: LoggedEvent) => readonly number[];

/** Items whose cause may be gone after an event: those of a record, of an order or of a route. */
export interface Affected {
  subject_id?: number;
  order_id?: number;
  route_id?: number;
}
type FindAffected = (event: LoggedEvent) => Affected | null;

export interface AttentionDefinition {
  is_attention: true;
  /** Unique and permanent: it is stored with items. */
  kind: string;
  severity: Severity;
  /** The kind of its records: `order`, `route`. */
  record_kind: string;
  title: Message;
  threshold?: Threshold;
  /** Events after which a record may have a cause. */
  opens_after: { readonly [Kind in EventKind]?: FindRecordIds };
  /** Events after which a cause may be gone: only records with an item are looked at. */
  clears_after: { readonly [Kind in EventKind]?: FindAffected };
  /**
   * `find` without ids finds those of the whole business, by an index. Kinds with a threshold need it, because
   * their items follow when it changes.
   */
  searches_whole_business?: true;
  /** Looked for every minute: what begins with the time alone, and would need a row of `due` for each order or stop. */
  every_minute?: true;
  /** None where only a person can end it. */
  actions: readonly SuggestedAction[];
  /** The causes of these records, or of all where the kind `searches_whole_business`. */
  find(search: CauseSearch, subject_ids: readonly number[] | null): Promise<Cause[]>;
}

export interface AttentionKind extends AttentionDefinition {
  family: string;
}

export function defineAttention(kind: Omit<AttentionDefinition, "is_attention">): AttentionDefinition {
  return { is_attention: true, ...kind };
}

/** For `opens_after`: the record of the event itself. */
export const toRecordId: FindRecordIds = ({ subject_id }) => [Number(subject_id)];

/** For `clears_after`: the items whose record, order or route is that of the event. */
export const toAffectedRecord: FindAffected = ({ subject_id }) => ({ subject_id: Number(subject_id) });
export const toAffectedRoute: FindAffected = ({ subject_id }) => ({ route_id: Number(subject_id) });
