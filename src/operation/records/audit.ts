/**
 * Audit entries of calls that write nothing themselves: reads, refusals and dry runs.
 *
 * The entries are buffered in memory and written together once a second, so that a read does not pay for a write.
 * The entry of a completed write is part of its transaction instead and is never lost.
 */
import type pg from "pg";
import { systemDb } from "#platform/db/db.ts";
import { payAs } from "#platform/fairness/payer.ts";
import type { Log } from "../define/runtime.ts";

export interface AuditEntry {
  business_id: number | null;
  at: string;
  operation: string;
  effect: "read" | "write";
  outcome: "done" | "refused" | "dry_run" | "proposed" | "replayed" | "failed";
  refusal: string | null;
  actor_kind: string;
  actor_id: number | null;
  token_id: number | null;
  surface: string;
  on_behalf_of: number | null;
  request_id: string;
  subjects: unknown;
  changes: unknown;
  duration_ms: number | null;
  /** Of an agent's call: the tool, and what the program calls itself. */
  tool: string | null;
  client: string | null;
}

const AUDIT_COLUMNS =
  "business_id, at, operation, effect, outcome, refusal, actor_kind, actor_id, token_id, surface, on_behalf_of, request_id, subjects, changes, duration_ms, tool, client";

export const AUDIT_RECORD =
  "business_id int, at timestamptz, operation text, effect text, outcome text, refusal text, actor_kind text, actor_id bigint, token_id bigint, surface text, on_behalf_of bigint, request_id text, subjects jsonb, changes jsonb, duration_ms float8, tool text, client text";

type SharedMembers = Omit<AuditEntry, "at" | "request_id" | "duration_ms">;

/** Entries that are equal except for their time, request id and duration. */
interface EntryGroup extends SharedMembers {
  at: string[];
  request_id: string[];
  duration_ms: (number | null)[];
}

const OWN_NAMES: ReadonlySet<string> = new Set([
  "at",
  "request_id",
  "duration_ms",
] satisfies (keyof AuditEntry)[]);
const SHARED_NAMES = AUDIT_COLUMNS.split(", ").filter(
  (name) => !OWN_NAMES.has(name),
) as (keyof SharedMembers)[];

const ENTRY_GROUP_RECORD =
  "business_id int, at timestamptz[], operation text, effect text, outcome text, refusal text, actor_kind text, actor_id bigint, token_id bigint, surface text, on_behalf_of bigint, request_id text[], subjects jsonb, changes jsonb, duration_ms float8[], tool text, client text";

/**
 * The entries that were not written yet. A busy caller produces thousands of equal entries a second: sending their common
 * members once halves PostgreSQL's work, most of which is parsing JSON, and keeping them once that of the garbage
 * collector. Measured in docs/decisions/0009-what-a-tool-call-costs.md.
 */
class EntryBuffer {
  groups: EntryGroup[] = [];
  length = 0;
  /** The latest group of each token: most of its next entries belong to it, too. */
  readonly #latest = new Map<number | null, EntryGroup>();
  readonly #byShared = new Map<string, EntryGroup>();

  add(entry: AuditEntry): void {
    let group = this.#latest.get(entry.token_id);
    // Lists are compared as objects: entries without any share one.
    if (group === undefined || SHARED_NAMES.some((name) => group?.[name] !== entry[name])) {
      group = this.#findGroup(entry);
      this.#latest.set(entry.token_id, group);
    }
    group.at.push(entry.at);
    group.request_id.push(entry.request_id);
    group.duration_ms.push(entry.duration_ms);
    this.length += 1;
  }

  #findGroup({ at: _at, request_id: _id, duration_ms: _duration, ...shared }: AuditEntry): EntryGroup {
    const key = JSON.stringify(shared);
    let group = this.#byShared.get(key);
    if (group === undefined) {
      group = { ...shared, at: [], request_id: [], duration_ms: [] };
      this.#byShared.set(key, group);
      this.groups.push(group);
    }
    return group;
  }

  /** Before its own entries those of a buffer that could not be written; beyond `length_max` the newest are dropped. */
  prepend(older: EntryBuffer, length_max: number): void {
    this.groups = [...older.groups, ...this.groups];
    this.length += older.length;
    for (let group = this.groups.at(-1); this.length > length_max && group !== undefined; ) {
      const dropped = Math.min(group.at.length, this.length - length_max);
      for (const members of [group.at, group.request_id, group.duration_ms]) members.splice(-dropped);
      this.length -= dropped;
      if (group.at.length === 0) this.groups.pop();
      group = this.groups.at(-1);
    }
  }
}

const FLUSH_MS = 1000;
const WRITE_LENGTH = 5000;
const BUFFER_MAX = 50_000;

export interface AuditLog {
  note(entry: AuditEntry): void;
  /** Writes the buffered entries. Called before stopping and by tests. */
  flush(): Promise<void>;
  stop(): Promise<void>;
}

export function createAuditLog(system: pg.Pool, log: Log): AuditLog {
  const db = systemDb(system);
  let buffer = new EntryBuffer();
  let writing: Promise<void> = Promise.resolve();
  const write = async () => {
    if (buffer.length === 0) return;
    const entries = buffer;
    buffer = new EntryBuffer();
    try {
      await db.execute(
        `insert into audit (${AUDIT_COLUMNS})
         select business_id, own.at, operation, effect, outcome, refusal, actor_kind, actor_id, token_id, surface, on_behalf_of,
           own.request_id, subjects, changes, own.duration_ms, tool, client
         from json_to_recordset($1::json) as grouped(${ENTRY_GROUP_RECORD})
         cross join lateral unnest(grouped.at, grouped.request_id, grouped.duration_ms) as own(at, request_id, duration_ms)`,
        [JSON.stringify(entries.groups)],
      );
    } catch (error) {
      log.error(
        { err: error, entries: entries.length },
        "audit entries could not be written; they stay buffered",
      );
      buffer.prepend(entries, BUFFER_MAX);
    }
  };
  const flush = () => {
    // Entries of many businesses, not only of the call that fills the buffer.
    writing = writing.then(() => payAs(0, write));
    return writing;
  };
  const timer = setInterval(() => void flush(), FLUSH_MS);
  timer.unref();
  return {
    note(entry) {
      buffer.add(entry);
      // Not at each entry of a longer buffer, which could not be written before.
      if (buffer.length % WRITE_LENGTH === 0) void flush();
    },
    flush,
    async stop() {
      clearInterval(timer);
      await flush();
    },
  };
}
