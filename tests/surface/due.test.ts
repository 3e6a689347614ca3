/** What must hold for everything that becomes due, generated from the registry. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { runDue } from "#operation/due/run-due.ts";
import { surfaceService } from "./fixture.ts";

const service = await surfaceService();
const { registry } = service.runtime;

test("every due task does nothing, and does not fail, where its subject is not there any more", async () => {
  assert.ok(registry.due.size > 0);
  const business = await service.business();
  for (const kind of registry.due.keys()) {
    await service.system.execute(
      "insert into due (business_id, kind, subject, due_at, next_at) values ($1, $2, '2000000000', $3, $3)",
      [business.id, kind, service.now()],
    );
  }
  await runDue(service.runtime);
  const due_rows = await service.system.rows<{ kind: string; last_error: string | null }>(
    "select kind, last_error from due where business_id = $1",
    [business.id],
  );
  assert.deepEqual(due_rows, []);
  const events = await service.system.rows("select kind from event where business_id = $1", [business.id]);
  assert.deepEqual(events, []);
});
