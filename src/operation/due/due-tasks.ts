/** `context.due`: writes rows of `due` in the transaction of a run. */
import assert from "node:assert";
import type { Db } from "#platform/db/db.ts";
import type { DueTasks } from "../define/due.ts";
import type { Registry } from "../define/registry.ts";

/** Notified when something becomes due before the workers look by themselves. */
export const DUE_CHANNEL = "packhorse_due";

/** Workers look this often even when nothing is known to become due. */
export const POLL_MS = 60_000;

const SET = `insert into due (business_id, kind, subject, due_at, next_at, payload) values ($1, $2, $3, $4, $4, $5)
  on conflict (business_id, kind, subject) do update
    set due_at = excluded.due_at, next_at = excluded.due_at, payload = excluded.payload, attempts = 0, last_error = null,
      failed_at = null`;
const CLEAR = "delete from due where business_id is not distinct from $1 and kind = $2 and subject = $3";
// Sent at the commit and dropped by a rollback. PostgreSQL serializes commits that notify, so this is for what is due soon.
const NOTIFY = `select pg_notify('${DUE_CHANNEL}', '')`;

export interface DueAccess {
  registry: Pick<Registry, "due">;
  db: Db;
  /** Null for the installation: only a transaction of the system role can write those. */
  business_id: number | null;
  now: Date;
  /** Called with the kind and subject of each row that is set or cleared. */
  onChange?(kind: string, subject: string): void;
}

/** Statements are sent and not awaited: the transaction waits for all of its statements, and fails with any of them. */
export function buildDueTasks({ registry, db, business_id, now, onChange }: DueAccess): DueTasks {
  const send = (text: string, values?: unknown[]) => void db.execute(text, values).catch(() => {});
  return {
    set(kind, subject, at, payload = {}) {
      assert(registry.due.has(kind), `Nothing handles ${kind} when it becomes due.`);
      onChange?.(kind, String(subject));
      send(SET, [business_id, kind, String(subject), at, JSON.stringify(payload)]);
      if (at.getTime() - now.getTime() < POLL_MS) send(NOTIFY);
    },
    clear(kind, subject) {
      onChange?.(kind, String(subject));
      send(CLEAR, [business_id, kind, String(subject)]);
    },
  };
}

/** For runs outside a transaction, where a row could stay although its cause is refused. */
export const dueOutsideTransaction: DueTasks = {
  set(kind) {
    throw new Error(`${kind} was set outside a transaction.`);
  },
  clear(kind) {
    throw new Error(`${kind} was cleared outside a transaction.`);
  },
};
