import assert from "node:assert/strict";
import { test } from "node:test";
import { testService } from "#tests/support/service.ts";
import { toRefusal } from "./failure.ts";

const service = await testService();

test("a writer that loses the race for a position in an event chain is refused as retryable; other unique violations are bugs", async () => {
  const business = await service.business();
  await business.order();
  const catchFailure = (statement: string) =>
    service.system.execute(statement, [business.id]).then(
      () => assert.fail("It was stored twice."),
      (error: unknown) => error,
    );
  const lost = await catchFailure(
    `insert into event (business_id, subject_type, subject_id, seq, kind, occurred_at, recorded_at, actor_kind, surface, operation,
       correlation_id, payload, previous_hash, hash)
     select business_id, subject_type, subject_id, seq, kind, occurred_at, recorded_at, actor_kind, surface, operation,
       correlation_id, payload, previous_hash, hash from event where business_id = $1`,
  );
  assert.equal(toRefusal(lost)?.code, "busy");
  const double = await catchFailure(
    "insert into business (code, name, time_zone, currency) select code, name, time_zone, currency from business where id = $1",
  );
  assert.equal(toRefusal(double), undefined);
});
