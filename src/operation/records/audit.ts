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

/** Entries that are equal except for their time, request id and duration. */
interface EntryGroup extends Omit<AuditEntry, "at" | "request_id" | "duration_ms"> {
  at: string[];
  request_id: string[];
  duration_ms: (number | null)[];
}

const ENTRY_GROUP_RECORD =
  "business_id int, at timestamptz[], operation text, effect text, outcome text, refusal text, actor_kind text, actor_id bigint, token_id bigint, surface text, on_behalf_of bigint, request_id text[], subjects jsonb, changes jsonb, duration_ms float8[], tool text, client text";

/**
 * A busy caller produces thousands of entries a second. Sending their common members once halves PostgreSQL's work,
 * most of which is parsing JSON. Measured in docs/decisions/0009-what-a-tool-call-costs.md.
 */
function groupIdenticalEntries(entries: readonly AuditEntry[]): EntryGroup[] {
  const byShared = new Map<string, EntryGroup>();
  for (const { at, request_id, duration_ms, ...shared } of entries) {
    const key = JSON.stringify(shared);
    let group = byShared.get(key);
    if (group === undefined) {
      group = { ...shared, at: [], request_id: [], duration_ms: [] };
      byShared.set(key, group);
    }
    group.at.push(at);
    group.request_id.push(request_id);
    group.duration_ms.push(duration_ms);
  }
  return [...byShared.values()];
}

const FLUSH_MS = 1000;
const BUFFER_MAX = 50_000;

export interface AuditLog {
  note(entry: AuditEntry): void;
  /** Writes the buffered entries. Called before stopping and by tests. */
  flush(): Promise<void>;
  stop(): Promise<void>;
}

export function createAuditLog(system: pg.Pool, log: Log): AuditLog {
  const db = systemDb(system);
  let buffer: AuditEntry[] = [];
  let writing: Promise<void> = Promise.resolve();
  const write = async () => {
    if (buffer.length === 0) return;
    const entries = buffer;
    buffer = [];
    try {
      await db.execute(
        `insert into audit (${AUDIT_COLUMNS})
         select business_id, own.at, operation, effect, outcome, refusal, actor_kind, actor_id, token_id, surface, on_behalf_of,
           own.request_id, subjects, changes, own.duration_ms, tool, client
         from json_to_recordset($1::json) as grouped(${ENTRY_GROUP_RECORD})
         cross join lateral unnest(grouped.at, grouped.request_id, grouped.duration_ms) as own(at, request_id, duration_ms)`,
        [JSON.stringify(groupIdenticalEntries(entries))],
      );
    } catch (error) {
      log.error(
        { err: error, entries: entries.length },
        "audit entries could not be written; they stay buffered",
      );
      buffer = [...entries, ...buffer].slice(0, BUFFER_MAX);
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
      buffer.push(entry);
      if (buffer.length >= 5000) void flush();
    },
    flush,
    async stop() {
      clearInterval(timer);
      await flush();
    },
  };
}
