/** A contractor is told no costs of the business, whatever it reads. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { createFixture, loadIds, surfaceService } from "./fixture.ts";
import { listKinds, listSampleCalls } from "./sample-calls.ts";

const service = await surfaceService();
const business = await service.business();
const fixture = await createFixture(service, business, "Ibis");
const COSTS = { cost_fixed_minor: 987_001, cost_per_km_minor: 98_702, cost_per_hour_minor: 98_703 };

test("no answer to a contractor has what a vehicle, a kilometre or an hour costs the business", async () => {
  const set = await business.http("client_admin", "PUT", "/api/v1/client/settings", { settings: COSTS });
  assert.equal(set.status, 200, JSON.stringify(set.body));
  const contractor = fixture.people.broker_employee;
  const options_answer = await business.http("client_admin", "GET", "/api/v3/client/build-route/options");
  assert.partialDeepStrictEqual(options_answer.body.travel, COSTS);
  const { body } = await contractor.http("GET", "/api/v3/client/build-route/options");
  assert.deepEqual(
    Object.keys(COSTS).map((name) => body.travel[name]),
    [null, null, null],
  );
  const leaks: string[] = [];
  let read = 0;
  for (const operation of service.runtime.registry.operations.values()) {
    const { access, name } = operation;
    if (access.public || !access.roles.includes("broker_employee")) continue;
    for (const sample_call of listSampleCalls(operation)
      .slice(0, 1)
      .concat({ as: "broker_employee", input: () => ({}) })) {
      const { kinds, own_kinds: needed_kinds } = listKinds(sample_call);
      const ids = await loadIds(fixture, [...kinds, ...needed_kinds]);
      const result = await service
        .call(fixture.people.broker_employee.actor, operation, sample_call.input(ids, ids), { dry_run: true })
        .catch(() => undefined);
      if (result === undefined) continue;
      read += 1;
      const text = JSON.stringify(result);
      if (Object.values(COSTS).some((cost) => text.includes(String(cost)))) leaks.push(name);
    }
  }
  assert.ok(read > 40, String(read));
  assert.deepEqual(leaks, []);
});
