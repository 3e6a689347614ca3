/**
 * The audit of calls that leave no write of their own: reads, refusals and dry runs.
 *
 * Their entries wait in memory and are written together once a second, so that a read does not pay for a
 * write. An entry of a write that happened is part of its transaction instead and is never lost.
 */
import type pg from "pg";
import { doorOf } from "#platform/db/db.ts";
import type { Log } from "./mechanism.ts";

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
}

const AUDIT_COLUMNS =
  "business_id, at, operation, effect, outcome, refusal, actor_kind, actor_id, token_id, surface, on_behalf_of, request_id, subjects, changes, duration_ms";

export const AUDIT_RECORD =
  "business_id int, at timestamptz, operation text, effect text, outcome text, refusal text, actor_kind text, actor_id int, token_id int, surface text, on_behalf_of int, request_id text, subjects jsonb, changes jsonb, duration_ms float8";

/** Entries that differ in nothing but when they were made, by which request, and how long it took. */
interface Alike extends Omit<AuditEntry, "at" | "request_id" | "duration_ms"> {
  at: string[];
  request_id: string[];
  duration_ms: (number | null)[];
}

const ALIKE_RECORD =
  "business_id int, at timestamptz[], operation text, effect text, outcome text, refusal text, actor_kind text, actor_id int, token_id int, surface text, on_behalf_of int, request_id text[], subjects jsonb, changes jsonb, duration_ms float8[]";

/**
 * A busy caller leaves thousands of entries a second. Saying what they share once halves what PostgreSQL spends on
 * them, most of which is reading JSON. Measured in docs/decisions/0009-what-a-tool-call-costs.md.
 */
function alikeOf(entries: readonly AuditEntry[]): Alike[] {
  const byShared = new Map<string, Alike>();
  for (const { at, request_id, duration_ms, ...shared } of entries) {
    const key = JSON.stringify(shared);
    let alike = byShared.get(key);
    if (alike === undefined) {
      alike = { ...shared, at: [], request_id: [], duration_ms: [] };
      byShared.set(key, alike);
    }
    alike.at.push(at);
    alike.request_id.push(request_id);
    alike.duration_ms.push(duration_ms);
  }
  return [...byShared.values()];
}

const FLUSH_MS = 1000;
const KEPT_MAX = 50_000;

export interface AuditLog {
  note(entry: AuditEntry): void;
  /** Write what waits; called before stopping and by tests. */
  flush(): Promise<void>;
  stop(): Promise<void>;
}

export function auditLogOver(system: pg.Pool, log: Log): AuditLog {
  const db = doorOf(system);
  let waiting: AuditEntry[] = [];
  let writing: Promise<void> = Promise.resolve();
  const write = async () => {
    if (waiting.length === 0) return;
    const entries = waiting;
    waiting = [];
    try {
      await db.execute(
        `insert into audit (${AUDIT_COLUMNS})
         select business_id, own.at, operation, effect, outcome, refusal, actor_kind, actor_id, token_id, surface, on_behalf_of,
           own.request_id, subjects, changes, own.duration_ms
         from json_to_recordset($1::json) as alike(${ALIKE_RECORD})
         cross join lateral unnest(alike.at, alike.request_id, alike.duration_ms) as own(at, request_id, duration_ms)`,
        [JSON.stringify(alikeOf(entries))],
      );
    } catch (error) {
      log.error({ err: error, entries: entries.length }, "audit entries could not be written; they are kept");
      waiting = [...entries, ...waiting].slice(0, KEPT_MAX);
    }
  };
  const flush = () => {
    writing = writing.then(write);
    return writing;
  };
  const timer = setInterval(() => void flush(), FLUSH_MS);
  timer.unref();
  return {
    note(entry) {
      waiting.push(entry);
      if (waiting.length >= 5000) void flush();
    },
    flush,
    async stop() {
      clearInterval(timer);
      await flush();
    },
  };
}
