/** What a phone says that it still holds: a dispatcher who takes its route away is asked first. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { cancelRoute } from "#domain/planning/routes/operations/cancel-route.ts";
import { closeRoute } from "#domain/planning/routes/operations/close-route.ts";
import { reassignRoute } from "#domain/planning/routes/operations/reassign-route.ts";
import { unreleaseRoute } from "#domain/planning/routes/operations/unrelease-route.ts";
import { createReleasedRoute } from "#tests/support/driver-app.ts";
import { catchRefusal, type TestBusiness, testService } from "#tests/support/service.ts";
import { completeRoute } from "./operations/complete-route.ts";
import { failStop } from "./operations/fail-stop.ts";
import { sendPositions } from "./operations/send-positions.ts";
import { startRoute } from "./operations/start-route.ts";
import { sync } from "./operations/sync.ts";

const service = await testService();
const catchCode = async (promise: Promise<unknown>) => (await catchRefusal(promise)).code;
const at = () => service.now().toISOString();

type Unsent = { route_id: number; commands: number }[];
type Driven = Awaited<ReturnType<typeof createReleasedRoute>>;

const tell = ({ person }: Pick<Driven, "person">, unsent: Unsent, device_id = "phone-a") =>
  person.call(sendPositions, { device_id, positions: [], unsent });

const TAKING = {
  unrelease: (business: TestBusiness, route_id: number, allow: object) =>
    business.as("client_admin")(unreleaseRoute, { route_id, ...allow }),
  cancel: (business: TestBusiness, route_id: number, allow: object) =>
    business.as("client_admin")(cancelRoute, { route_id, ...allow }),
  reassign: async (business: TestBusiness, route_id: number, allow: object) => {
    const other = await business.driver({ name: "Other" });
    return business.as("client_admin")(reassignRoute, { route_id, driver_id: other.id, ...allow });
  },
  close: (business: TestBusiness, route_id: number, allow: object) =>
    business.as("client_admin")(closeRoute, { route_id, ...allow }),
};

test("a route is not taken from a driver whose phone holds commands of it, unless the caller says so", async () => {
  for (const [name, take] of Object.entries(TAKING)) {
    const business = await service.business();
    const driven = await createReleasedRoute(business);
    const { person, route_id, stops } = driven;
    if (name === "close") {
      await person.call(startRoute, { route_id });
      await person.call(failStop, { stop_id: stops[0]?.id ?? 0, return_reason: "weather" });
      await person.call(completeRoute, { route_id });
      await service.system.execute("update parcel set custody = 'warehouse' where business_id = $1", [
        business.id,
      ]);
    }
    await tell(driven, [{ route_id, commands: 3 }]);
    const refused = await catchRefusal(take(business, route_id, {}));
    assert.equal(refused.code, "unsent_commands", name);
    assert.deepEqual([refused.status, refused.extra?.["commands"]], [409, 3], name);
    assert.match(refused.message, /still holds 3 commands/, name);
    const take_answer = await take(business, route_id, { allow_unsent: true });
    assert.equal(take_answer.result, true, name);
  }
});

test("the last word of each device counts, for its route alone", async () => {
  const business = await service.business();
  const driven = await createReleasedRoute(business);
  const { route_id, person } = driven;
  const isRefused = () =>
    business
      .as("client_admin")(unreleaseRoute, { route_id }, { dry_run: true })
      .then(
        () => false,
        ({ code }) => code === "unsent_commands",
      );
  const position = { seq: 1, at: at(), lat: -15.8, lng: -47.9 };
  const duty = (seq: number) => ({ seq, type: "duty" as const, occurred_at: at(), body: { state: "on" } });
  const cases: [string, () => Promise<unknown>, boolean][] = [
    ["nothing was ever told", async () => {}, false],
    ["commands of another route", () => tell(driven, [{ route_id: route_id + 1, commands: 2 }]), false],
    ["commands of this route", () => tell(driven, [{ route_id, commands: 1 }]), true],
    [
      "one who says nothing of it",
      () => person.call(sendPositions, { device_id: "phone-a", positions: [position] }),
      true,
    ],
    ["none any more", () => tell(driven, []), false],
    [
      "two entries of one route",
      () =>
        tell(driven, [
          { route_id, commands: 1 },
          { route_id, commands: 4 },
        ]),
      true,
    ],
    ["another device that holds none", () => tell(driven, [], "phone-b"), true],
    [
      "a batch that leaves one behind",
      () =>
        person.call(sync, { device_id: "phone-a", unsent: [{ route_id, commands: 1 }], items: [duty(1)] }),
      true,
    ],
    [
      "the batch with the last ones",
      () => person.call(sync, { device_id: "phone-a", unsent: [], items: [duty(2)] }),
      false,
    ],
    [
      "a batch of an app that does not tell",
      () => person.call(sync, { device_id: "phone-a", items: [duty(3)] }),
      false,
    ],
  ];
  for (const [name, act, expected] of cases) {
    await act();
    assert.equal(await isRefused(), expected, name);
  }
});

test("devices that report at the same instant are all heard, and one that is silent for a week is not", async () => {
  const business = await service.business();
  const driven = await createReleasedRoute(business);
  const { route_id, driver } = driven;
  const routes = [route_id, route_id + 1, route_id + 2];
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) => {
      const order = index % 2 === 0 ? routes : routes.toReversed();
      const unsent = order.map((id) => ({ route_id: id, commands: 2 }));
      return tell(driven, unsent, `phone-${index % 3}`);
    }),
  );
  assert.ok(answers.every(({ result }) => result));
  const take = (allow: object) => TAKING.unrelease(business, route_id, allow);
  assert.equal((await catchRefusal(take({}))).extra?.["commands"], 6);
  service.advance(8 * 24 * 3_600_000);
  assert.equal((await take({})).result, true);
  await tell(driven, [{ route_id, commands: 1 }]);
  const unsent_rows = await service.system.rows("select device_id from driver_unsent where driver_id = $1", [
    driver.id,
  ]);
  assert.deepEqual(unsent_rows, [{ device_id: "phone-a" }]);
});

test("another driver's phone, an older route and an empty report change nothing", async () => {
  const business = await service.business();
  const driven = await createReleasedRoute(business);
  const stranger = await business.driver({ name: "Stranger" });
  await tell({ person: stranger.person }, [{ route_id: driven.route_id, commands: 9 }]);
  const { person } = driven;
  assert.equal(
    await catchCode(person.call(sendPositions, { device_id: "phone-a", positions: [] })),
    "invalid_request",
  );
  assert.equal(
    await catchCode(tell(driven, [{ route_id: driven.route_id, commands: 0 }])),
    "invalid_request",
  );
  const after = await business.as("client_admin")(unreleaseRoute, { route_id: driven.route_id });
  assert.equal(after.route.status, "ASSIGNED");
});
