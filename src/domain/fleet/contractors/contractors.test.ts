import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { assignOrders } from "#domain/fleet/assignments/operations/assign-orders.ts";
import { listAssignments } from "#domain/fleet/assignments/operations/list-assignments.ts";
import { buildRoute } from "#domain/planning/planning/operations/build-route.ts";
import { getContractorPool } from "#domain/planning/planning/operations/get-contractor-pool.ts";
import { createRoute } from "#domain/planning/routes/operations/create-route.ts";
import { startAtSix } from "#tests/support/plans.ts";
import { catchRefusal, testService } from "#tests/support/service.ts";
import { createContractor } from "./operations/create-contractor.ts";
import { getContractor } from "./operations/get-contractor.ts";
import { listContractors } from "./operations/list-contractors.ts";
import { updateContractor } from "./operations/update-contractor.ts";
import type { OrderRule } from "./rules.ts";

const service = await testService();
// Plans of today are made in the morning.
startAtSix(service);

describe("contractors", () => {
  test("are created with rules and a sign-in, found, and changed; events contain no name", async () => {
    const business = await service.business();
    const admin = business.as("client_admin");
    const email = `ana-${business.code}@contractor.example`;
    const created_contractor = await admin(createContractor, {
      name: " Ana Couriers ",
      rules: [
        { name: "Centre", postcode_prefixes: ["70"], types: ["D"], weekdays: [1, 2], capacity_per_day: 20 },
      ],
      sign_in: { email, name: "Ana", password: "correct horse battery" },
    });
    assert.partialDeepStrictEqual(created_contractor.contractor, {
      name: "Ana Couriers",
      status: "active",
      drivers: 0,
      orders_in_hand: 0,
      people: [{ name: "Ana", email, status: "active" }],
    });
    const signed = await service.http("POST", "/api/v1/user/login", {
      email,
      password: "correct horse battery",
    });
    assert.equal(signed.status, 200);
    const bearer = { authorization: `Bearer ${signed.body.access_token}` };
    const own_answer = await service.http(
      "GET",
      `/api/v1/client/contractors/${created_contractor.contractor_id}`,
      undefined,
      bearer,
    );
    assert.deepEqual(own_answer.body.contractor.rules, created_contractor.contractor.rules);
    assert.equal(
      (
        await service.http(
          "PATCH",
          `/api/v1/client/contractors/${created_contractor.contractor_id}`,
          { rules: [] },
          bearer,
        )
      ).status,
      403,
    );
    const twin = await catchRefusal(admin(createContractor, { name: "Twin", sign_in: { email } }));
    assert.equal(twin.error_code, "EMAIL_TAKEN");

    await admin(createContractor, { name: "Bruno" });
    const changed = await admin(
      updateContractor,
      { contractor_id: created_contractor.contractor_id, rules: [], sign_in: { email: `b-${email}` } },
      { if_match: created_contractor.version },
    );
    assert.deepEqual(
      [changed.contractor.rules, changed.contractor.people.map(({ status }) => status)],
      [[], ["active", "invited"]],
    );
    const late = await catchRefusal(
      admin(
        updateContractor,
        { contractor_id: created_contractor.contractor_id, name: "X" },
        { if_match: 1 },
      ),
    );
    assert.equal(late.error_code, "VERSION_CONFLICT");
    assert.deepEqual(
      (await business.as("employee")(listContractors, {})).contractors.map(({ name }) => name),
      ["Ana Couriers", "Bruno"],
    );
    const events = await business.readEvents("contractor", created_contractor.contractor_id);
    assert.deepEqual(
      events.map(({ kind }) => kind),
      ["contractor.created", "contractor.updated"],
    );
    assert.doesNotMatch(JSON.stringify(events), /Ana/);
  });

  test("see only themselves", async () => {
    const business = await service.business();
    const [ana, bruno] = [await business.contractor(), await business.contractor()];
    assert.deepEqual(
      (await ana.person.call(listContractors, {})).contractors.map(({ id }) => id),
      [ana.id],
    );
    assert.equal(
      (await catchRefusal(ana.person.call(getContractor, { contractor_id: bruno.id }))).status,
      404,
    );
    assert.equal(
      (await ana.person.call(getContractor, { contractor_id: ana.id })).contractor.people[0]?.broker_id,
      ana.person.account_id,
    );
    const other_admin = (await service.business()).as("client_admin");
    assert.equal(
      (await catchRefusal(other_admin(updateContractor, { contractor_id: ana.id, name: "Mine" }))).status,
      404,
    );
  });

  test("rules without meaning, or that violate the schema, are 422 and nothing changes", async () => {
    const business = await service.business();
    const { id } = await business.contractor();
    const url = `/api/v1/client/contractors/${id}`;
    const wrong: [unknown, string][] = [
      [[{}], "rules/0"],
      [[{ types: ["D"] }, { name: "All" }], "rules/1"],
      [
        [
          {
            postcode_prefixes: ["7"],
            polygon: [
              { lat: 0, lng: 0 },
              { lat: 1, lng: 0 },
              { lat: 0, lng: 1 },
            ],
          },
        ],
        "rules/0",
      ],
      [
        [
          {
            polygon: [
              { lat: 0, lng: 0 },
              { lat: 1, lng: 1 },
              { lat: 2, lng: 2 },
            ],
          },
        ],
        "rules/0/polygon",
      ],
      [
        [
          {
            polygon: [
              { lat: 0, lng: 0 },
              { lat: 1, lng: 1 },
            ],
          },
        ],
        "rules/0/polygon",
      ],
      [[{ weekdays: [0] }], "rules/0/weekdays/0"],
      [[{ weekdays: [1, 1] }], "rules/0/weekdays"],
      [[{ types: ["X"] }], "rules/0/types/0"],
      [[{ capacity_per_day: -1 }], "rules/0/capacity_per_day"],
      [[{ postcode_prefixes: [] }], "rules/0/postcode_prefixes"],
      [[{ city: "Brasília" }], "rules/0/city"],
      [Array.from({ length: 51 }, () => ({ types: ["D"] })), "rules"],
    ];
    for (const [rules, field] of wrong) {
      const { status, body } = await business.http("client_admin", "PATCH", url, { rules });
      assert.deepEqual([status, body.errors?.[0]?.field], [422, field], JSON.stringify(rules).slice(0, 80));
    }
    assert.deepEqual((await business.http("employee", "GET", url)).body.contractor, {
      ...(await business.http("employee", "GET", url)).body.contractor,
      rules: [],
      version: 1,
    });
  });

  test("a disabled contractor cannot sign in, loses orders on no route, and its rules accept nothing", async () => {
    const business = await service.business();
    const admin = business.as("client_admin");
    const { id, person } = await business.contractor();
    const orders = [await business.order(), await business.order(), await business.order()].map(
      (order) => order.id,
    );
    const [free, planned, nobodys] = orders as [number, number, number];
    await admin(assignOrders, { order_ids: [free, planned], broker_id: person.account_id });
    const rules: OrderRule[] = [{ types: ["D"] }];
    await admin(updateContractor, { contractor_id: id, rules });
    await person.call(createRoute, { order_ids: [planned] });
    assert.partialDeepStrictEqual((await admin(getContractor, { contractor_id: id })).contractor, {
      orders_in_hand: 2,
      orders_on_routes: 1,
    });

    const answer = await admin(updateContractor, { contractor_id: id, status: "disabled" });
    assert.partialDeepStrictEqual(answer, {
      taken_back: 1,
      left_on_routes: 1,
      contractor: { orders_in_hand: 1 },
    });
    assert.equal((await person.http("GET", "/api/v1/client/orders")).status, 401);
    assert.equal((await admin(getContractorPool, { contractor_id: id })).by_rules, 0);
    const again = await catchRefusal(
      admin(assignOrders, { order_ids: [free], broker_id: person.account_id }),
    );
    assert.deepEqual([again.status, again.error_code], [422, "UNKNOWN_CONTRACTOR"]);
    assert.deepEqual(
      (await admin(listAssignments, {})).assignments.map(({ order_id, status, end_reason }) => [
        order_id,
        status,
        end_reason,
      ]),
      [
        [planned, "active", null],
        [free, "revoked", "contractor_disabled"],
      ],
    );
    await business.driver();
    const { routes } = await admin(buildRoute, { engine: "savings" });
    assert.deepEqual(routes.flatMap(({ order_ids }) => order_ids).sort(), [free, nobodys].sort());

    await admin(updateContractor, { contractor_id: id, status: "active" });
    service.runtime.authentication.clearCache();
    assert.equal((await person.http("GET", "/api/v1/client/orders")).body.total, 1);
  });
});
