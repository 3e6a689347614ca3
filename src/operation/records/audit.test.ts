import assert from "node:assert/strict";
import { test } from "node:test";
import type pg from "pg";
import type { Log } from "../define/runtime.ts";
import { type AuditEntry, createAuditLog } from "./audit.ts";

const NONE: never[] = [];

function buildEntry(request_id: string, members: Partial<AuditEntry> = {}): AuditEntry {
  return {
    business_id: 1,
    at: "2026-11-28T12:00:00.000Z",
    operation: "getOrder",
    effect: "read",
    outcome: "done",
    refusal: null,
    actor_kind: "user",
    actor_id: 2,
    token_id: 3,
    surface: "mcp",
    on_behalf_of: null,
    request_id,
    subjects: NONE,
    changes: NONE,
    duration_ms: 1,
    tool: "get_order",
    client: null,
    ...members,
  };
}

/** `written`: the request ids of each group. */
function openLog() {
  const written: string[][] = [];
  const database = { is_away: false };
  const query = async ({ values }: { values: [string] }) => {
    if (database.is_away) throw new Error("The database is away.");
    written.push(...JSON.parse(values[0]).map((group: { request_id: string[] }) => group.request_id));
    return { rows: [], rowCount: 0 };
  };
  const log = { error() {} } as unknown as Log;
  return { audit: createAuditLog({ query } as unknown as pg.Pool, log), written, database };
}

test("equal entries are written as one group, in whatever order those of others come between", async () => {
  const { audit, written } = openLog();
  audit.note(buildEntry("a"));
  audit.note(buildEntry("b", { tool: "find_order" }));
  audit.note(buildEntry("c", { token_id: 4 }));
  audit.note(buildEntry("d"));
  audit.note(buildEntry("e", { subjects: [] }));
  await audit.stop();
  assert.deepEqual(written, [["a", "d", "e"], ["b"], ["c"]]);
});

test("entries that could not be written are written later, before those that came since", async () => {
  const { audit, written, database } = openLog();
  database.is_away = true;
  audit.note(buildEntry("a"));
  const flushing = audit.flush();
  await Promise.resolve();
  audit.note(buildEntry("b", { tool: "find_order" }));
  await flushing;
  assert.deepEqual(written, []);
  database.is_away = false;
  audit.note(buildEntry("c"));
  await audit.stop();
  assert.deepEqual(written, [["a"], ["b"], ["c"]]);
});

test("of more than 50,000 entries that could not be written the newest are dropped", async () => {
  const { audit, written, database } = openLog();
  database.is_away = true;
  for (let index = 0; index < 50_003; index += 1)
    audit.note(buildEntry(String(index), { tool: index < 50_001 ? "early" : "late" }));
  await audit.flush();
  database.is_away = false;
  await audit.stop();
  const ids = written.flat();
  assert.equal(ids.length, 50_000);
  assert.equal(ids.at(-1), "49999");
});
