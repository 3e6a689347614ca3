/**
 * A kind of record that others refer to by its kind and id, such as what a tracking number or a file belongs to.
 *
 * One object in `src/domain/<area>/<family>/record-kinds/<kind>.ts`, found by folder like operations. What its records
 * can do is defined by the family that uses them (`src/domain/tracking/tracking/tracked-kind.ts`), which knows none of the kinds.
 */
import type { FeatureName } from "#vocabulary/features.ts";
import { formatRecipient, type Place } from "#vocabulary/place.ts";
import type { Scope } from "#vocabulary/scopes.ts";
import type { Context } from "./context.ts";
import type { RecordTopics } from "./events.ts";

/** Who may read a record, and with it the files that belong to it. */
interface RecordReading {
  scope: Scope;
  /** Which of these records the caller may read. It has the scope. */
  findReadable(
    context: Pick<Context, "actor" | "db" | "business_id" | "now" | "publish">,
    ids: readonly number[],
  ): Promise<readonly number[]>;
}

/** How people know a record. */
export interface RecordTitle {
  number: string | null;
  /** Its name, or whom it is for and where. */
  name: string | null;
}

/** A record as it is shown to somebody who scanned its number. */
interface ScannedRecord {
  id: number;
  /** What it is called: its number. */
  label: string;
  /** One line about it: whose it is, where it goes. */
  about: string;
  status: string | null;
  /** What to do with it now, in one sentence of the caller's language. */
  next: string;
  /** The page where that is done, from the root of the console. */
  path: string | null;
}

/** How somebody who scans a code finds records of a type. */
interface RecordScan {
  /** Records with one of these keys, besides their tracking numbers and numbers that others gave, which find any kind. */
  find?(context: ScanReader, keys: readonly string[]): Promise<readonly number[]>;
  describe(context: ScanReader, ids: readonly number[]): Promise<readonly ScannedRecord[]>;
}
type ScanReader = Pick<Context, "actor" | "db" | "business_id" | "now" | "say">;

/** A topic of push for each record of a kind. */
export interface RecordTopic {
  name: keyof RecordTopics;
  scope: Scope;
  /** Nobody can subscribe while the business has this feature off. */
  feature?: FeatureName;
  /** The member of the payload of an event that is the id of the record. */
  id_member: string;
  /** Whether the caller may subscribe to the topic of this record. */
  maySubscribe(
    context: Pick<Context, "actor" | "db" | "business_id" | "now" | "publish" | "record_kinds">,
    id: number,
  ): Promise<boolean>;
}

export interface RecordKindDefinition {
  readonly is_record_kind: true;
  /** Unique, singular: `order`, `rental`. */
  readonly kind: string;
  /** A kind without it is named by its number alone when that is scanned. */
  readonly scan?: RecordScan;
  /** A kind without it has no files. */
  readonly reading?: RecordReading;
  /** How people know each of these records. */
  describe?(
    context: Pick<Context, "db" | "business_id">,
    ids: readonly number[],
  ): Promise<ReadonlyMap<number, RecordTitle>>;
  /** A kind without it has no topic of push of its own. */
  readonly topic?: RecordTopic;
}

/** The answer of `describe`, from rows with a number, a name or a place. */
export function describeRows(
  rows: readonly { id: number; number?: string | null; name?: string | null; place?: Place | null }[],
): Map<number, RecordTitle> {
  return new Map(
    rows.map(({ id, number = null, name, place }) => [
      id,
      { number, name: (name ?? formatRecipient(place)) || null },
    ]),
  );
}

/** Declares a kind of record that other families and surfaces refer to by its name. */
export function defineRecordKind(
  definition: Omit<RecordKindDefinition, "is_record_kind">,
): RecordKindDefinition {
  return { is_record_kind: true, ...definition };
}
