import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { completeStop } from "#domain/execution/driver-app/operations/complete-stop.ts";
import { getRoute } from "#domain/execution/driver-app/operations/get-route.ts";
import { loginDriver } from "#domain/execution/driver-app/operations/login-driver.ts";
import { registerDriver } from "#domain/execution/driver-app/operations/register-driver.ts";
import { sendPositions } from "#domain/execution/driver-app/operations/send-positions.ts";
import { uploadFile } from "#domain/files/files/operations/upload-file.ts";
import { createRoute } from "#domain/planning/routes/operations/create-route.ts";
import { listDrivers } from "#domain/planning/routes/operations/list-drivers.ts";
import { releaseRoute } from "#domain/planning/routes/operations/release-route.ts";
import { listItems } from "#tests/support/attention.ts";
import { runQueued } from "#tests/support/jobs.ts";
import { catchRefusal, testService } from "#tests/support/service.ts";
import { toLocalDate } from "#vocabulary/calendar.ts";
import { addDocument } from "./operations/add-document.ts";
import { addInspection } from "./operations/add-inspection.ts";
import { createDriver } from "./operations/create-driver.ts";
import { createVehicle } from "./operations/create-vehicle.ts";
import { getDriverInfo } from "./operations/get-driver-info.ts";
import { getPerformance } from "./operations/get-performance.ts";
import { listDocuments } from "./operations/list-documents.ts";
import { listDriverPositions } from "./operations/list-driver-positions.ts";
import { listInspections } from "./operations/list-inspections.ts";
import { listVehicles } from "./operations/list-vehicles.ts";
import { reviewDocument } from "./operations/review-document.ts";
import { updateDriver } from "./operations/update-driver.ts";
import { updateDriverInfo } from "./operations/update-driver-info.ts";
import { updateVehicle } from "./operations/update-vehicle.ts";

const service = await testService();
const PASSWORD = "a long enough password";

describe("drivers of a business", () => {
  test("a registered driver can sign in once approved", async () => {
    const business = await service.business();
    const email = `d-${business.code}@test.example`;
    await service.anonymous(registerDriver, {
      business: business.code,
      name: "Ana",
      email,
      password: PASSWORD,
    });
    await runQueued(service, "register-driver");
    const { drivers } = await business.as("employee")(listDrivers, {});
    const driver_id = drivers[0]?.id ?? 0;
    assert.equal(
      (await catchRefusal(service.anonymous(loginDriver, { email, password: PASSWORD }))).code,
      "bad_credentials",
    );
    const approved = await business.as("employee")(updateDriver, { driver_id, status: "active" });
    assert.equal(approved.driver.status, "active");
    assert.equal((await service.anonymous(loginDriver, { email, password: PASSWORD })).driver_id, driver_id);
    assert.deepEqual(
      (await business.readEvents("driver", driver_id)).map((event) => event.kind),
      ["driver.created", "driver.approved"],
    );
  });

  test("a driver is added with a password, or invited; an e-mail address can be used once", async () => {
    const business = await service.business();
    const admin = business.as("client_admin");
    const email = `d-${business.code}@test.example`;
    const created_driver = await admin(createDriver, {
      name: "Rui",
      email,
      password: PASSWORD,
      languages: ["pt-BR"],
    });
    assert.partialDeepStrictEqual(created_driver, {
      invited: false,
      driver: { status: "active", languages: ["pt-BR"] },
    });
    assert.equal(
      (await service.anonymous(loginDriver, { email, password: PASSWORD })).driver_status,
      "active",
    );
    assert.equal(
      (await catchRefusal(admin(createDriver, { name: "Rui", email: email.toUpperCase() }))).code,
      "email_taken",
    );
    const invited = await admin(createDriver, { name: "Eva", email: `e-${business.code}@test.example` });
    assert.equal(invited.invited, true);
    const link = await service.system.row("select 1 from password_reset where account_id = $1", [
      invited.driver.account_id,
    ]);
    assert.notEqual(link, undefined);
    assert.equal(
      (
        await catchRefusal(
          admin(createDriver, { name: "X", email: `x-${business.code}@test.example`, vehicle_id: 999_999 }),
        )
      ).code,
      "unknown_vehicle",
    );
    assert.equal(
      (
        await catchRefusal(
          admin(createDriver, { name: "X", email: `x-${business.code}@test.example`, phone: "12" }),
        )
      ).code,
      "invalid_phone",
    );
    assert.doesNotMatch(
      JSON.stringify(await business.readEvents("driver", created_driver.driver_id)),
      /Rui|@/,
    );
  });

  test("a profile can be read and changed only by the business, its contractor and the driver", async () => {
    const business = await service.business();
    const contractor = await business.contractor();
    const mine = await business.driver({ contractor_id: contractor.id });
    const other = await business.driver();
    const changed = await mine.person.call(updateDriverInfo, {
      driver_id: mine.id,
      phone: "+55 61 99999 0000",
      emergency_contact: { name: "Bia", phone: "+55 61 98888 0000" },
      home_lat: -15.8,
      home_lng: -47.9,
    });
    assert.partialDeepStrictEqual(changed.driver, { phone_e164: "+5561999990000", home_lat: -15.8 });
    assert.doesNotMatch(JSON.stringify(await business.readEvents("driver", mine.id)), /Bia|5561/);
    assert.equal(
      (await contractor.person.call(updateDriverInfo, { driver_id: mine.id, languages: ["en"] })).driver
        .languages[0],
      "en",
    );
    assert.equal(
      (await catchRefusal(mine.person.call(updateDriverInfo, { driver_id: mine.id, vehicle_id: null })))
        .status,
      403,
    );
    assert.equal(
      (await catchRefusal(mine.person.call(updateDriverInfo, { driver_id: mine.id, home_lat: null }))).status,
      422,
    );
    for (const call of [
      other.person.call,
      (await service.business()).as("client_admin"),
      (await business.contractor()).person.call,
    ]) {
      assert.equal((await catchRefusal(call(getDriverInfo, { driver_id: mine.id }))).status, 404);
    }
    assert.equal(
      (await catchRefusal(contractor.person.call(getDriverInfo, { driver_id: other.id }))).status,
      404,
    );
    const stale = await catchRefusal(
      business.as("client_admin")(updateDriver, { driver_id: mine.id, status: "suspended" }, { if_match: 1 }),
    );
    assert.equal(stale.code, "version_conflict");
  });
});

describe("documents", () => {
  test("are submitted, reviewed once, and block routes when they have expired", async () => {
    const business = await service.business();
    const { id: driver_id, person } = await business.driver();
    const admin = business.as("client_admin");
    const today = toLocalDate(service.now(), "America/Sao_Paulo");
    const { document } = await person.call(addDocument, {
      driver_id,
      kind: "licence",
      number: "123",
      expires_date: "2020-01-01",
    });
    assert.partialDeepStrictEqual(document, { status: "submitted", expired: true });
    assert.equal(
      (
        await catchRefusal(
          person.call(reviewDocument, { driver_id, document_id: document.id, status: "accepted" }),
        )
      ).status,
      403,
    );
    await admin(reviewDocument, { driver_id, document_id: document.id, status: "accepted" });
    assert.equal(
      (await catchRefusal(admin(reviewDocument, { driver_id, document_id: document.id, status: "refused" })))
        .code,
      "already_reviewed",
    );
    const order = await business.order();
    const { route } = await admin(createRoute, { driver_id, order_ids: [order.id] });
    assert.equal((await catchRefusal(admin(releaseRoute, { route_id: route.id }))).code, "documents_expired");
    const renewed = await person.call(addDocument, {
      driver_id,
      kind: "licence",
      number: "124",
      expires_date: today,
    });
    await admin(reviewDocument, { driver_id, document_id: renewed.document.id, status: "accepted" });
    assert.equal((await admin(releaseRoute, { route_id: route.id })).route.status, "RELEASED");
    assert.equal((await person.call(listDocuments, { driver_id })).total, 2);
    const other = await business.driver();
    assert.equal((await catchRefusal(other.person.call(listDocuments, { driver_id }))).status, 404);
  });

  test("an inspection with an unsafe defect fails and opens an attention item", async () => {
    const business = await service.business();
    const { id: driver_id, person } = await business.driver();
    const { file_id } = await person.call(uploadFile, {
      content_base64: Buffer.from([0xff, 0xd8, 0xff, 1]).toString("base64"),
      content_type: "image/jpeg",
      name: "tyre.jpg",
    });
    const fine = await person.call(addInspection, {
      driver_id,
      odometer_km: 1200,
      defects: [{ part: "mirror", severity: "minor" }],
    });
    assert.equal(fine.inspection.passed, true);
    const bad = await person.call(addInspection, {
      driver_id,
      defects: [{ part: "tyre", severity: "unsafe", note: "bald" }],
      file_ids: [file_id],
    });
    assert.partialDeepStrictEqual(bad.inspection, {
      passed: false,
      file_ids: [file_id],
      defects: [{ part: "tyre" }],
    });
    assert.ok(bad.inspection.vehicle_id !== null);
    const [item, ...others] = await listItems(business);
    assert.partialDeepStrictEqual(item, { kind: "vehicle_unsafe", facts: { driver_id, unsafe_defects: 1 } });
    assert.deepEqual(others, []);
    const other = await business.driver();
    const foreign = await catchRefusal(
      other.person.call(addInspection, { driver_id: other.id, file_ids: [file_id] }),
    );
    assert.equal(foreign.code, "unknown_file");
    assert.equal((await person.call(listInspections, { driver_id })).total, 2);
  });
});

describe("vehicles", () => {
  test("have a unique plate and optional capacities", async () => {
    const [business, other_business] = [await service.business(), await service.business()];
    const admin = business.as("client_admin");
    const { vehicle } = await admin(createVehicle, { plate: "ABC-1D23", capacity_units: 40 });
    assert.partialDeepStrictEqual(vehicle, {
      type: "van",
      capacity_units: 40,
      capacity_weight_g: null,
      status: "active",
    });
    assert.equal((await catchRefusal(admin(createVehicle, { plate: "ABC-1D23" }))).code, "plate_taken");
    const other = await admin(createVehicle, { plate: "XYZ-0A00" });
    assert.equal(
      (await catchRefusal(admin(updateVehicle, { vehicle_id: other.vehicle.id, plate: "ABC-1D23" }))).code,
      "plate_taken",
    );
    const changed = await admin(updateVehicle, {
      vehicle_id: vehicle.id,
      capacity_units: null,
      status: "maintenance",
    });
    assert.partialDeepStrictEqual(changed, {
      version: 2,
      vehicle: { capacity_units: null, status: "maintenance", plate: "ABC-1D23" },
    });
    assert.equal((await admin(listVehicles, { status: "active" })).total, 1);
    assert.equal(
      (
        await catchRefusal(
          other_business.as("client_admin")(updateVehicle, { vehicle_id: vehicle.id, name: "x" }),
        )
      ).status,
      404,
    );
    assert.equal((await other_business.as("client_admin")(listVehicles, {})).total, 0);
  });

  test("a contractor sees those of its own drivers only", async () => {
    const business = await service.business();
    const contractor = await business.contractor();
    const driver = await business.driver({ contractor_id: contractor.id });
    await business.driver();
    const admin = business.as("client_admin");
    const { vehicle } = await admin(createVehicle, { plate: "OWN-1" });
    await admin(createVehicle, { plate: "FREE-1" });
    await admin(updateDriver, { driver_id: driver.id, vehicle_id: vehicle.id });
    const own_vehicles = await contractor.person.call(listVehicles, {});
    assert.deepEqual([own_vehicles.total, own_vehicles.vehicles.map(({ plate }) => plate)], [1, ["OWN-1"]]);
    assert.equal((await (await business.contractor()).person.call(listVehicles, {})).total, 0);
    const free = (await admin(listVehicles, {})).vehicles.find(({ plate }) => plate === "FREE-1");
    const give = (vehicle_id: number) =>
      contractor.person.call(updateDriverInfo, { driver_id: driver.id, vehicle_id });
    assert.equal((await catchRefusal(give(free?.id ?? 0))).code, "unknown_vehicle");
    assert.equal((await give(vehicle.id)).driver.vehicle_id, vehicle.id);
  });
});

test("the map shows only drivers on duty, and to a contractor only its own", async () => {
  const business = await service.business();
  const contractor = await business.contractor();
  const [mine, other, off] = [
    await business.driver({ contractor_id: contractor.id }),
    await business.driver(),
    await business.driver(),
  ];
  for (const driver of [mine, other, off]) {
    await driver.person.call(sendPositions, {
      device_id: "a",
      positions: [{ seq: 1, at: service.now().toISOString(), lat: -15.7, lng: -47.9 }],
    });
  }
  await service.system.execute("update driver set duty = 'off' where id = $1", [off.id]);
  const positions = await business.as("employee")(listDriverPositions, {});
  assert.deepEqual(
    new Set(positions.drivers.map((driver) => driver.driver_id)),
    new Set([mine.id, other.id]),
  );
  const own_positions = await contractor.person.call(listDriverPositions, {});
  assert.deepEqual(
    own_positions.drivers.map((driver) => driver.driver_id),
    [mine.id],
  );
  assert.equal(
    (await (await service.business()).as("client_admin")(listDriverPositions, {})).drivers.length,
    0,
  );
  assert.equal((await business.http("employee", "GET", "/api/v1/client/drivers/positions")).status, 200);
});

test("performance counts stops, deliveries and proofs", async () => {
  const business = await service.business();
  const { id: driver_id, person } = await business.driver();
  const admin = business.as("client_admin");
  const orders = [await business.order(), await business.order()];
  const { route } = await admin(createRoute, { driver_id, order_ids: orders.map((order) => order.id) });
  await admin(releaseRoute, { route_id: route.id });
  const { stops } = await person.call(getRoute, { route_id: route.id });
  await person.call(completeStop, { stop_id: stops[0]?.id ?? 0 });
  const period = { driver_id, from: route.date, to: route.date };
  assert.partialDeepStrictEqual(await person.call(getPerformance, period), {
    routes: 1,
    stops_done: 1,
    stops_failed: 0,
    deliveries: 1,
    first_attempt_deliveries: 1,
    deliveries_with_photo_or_signature: 0,
  });
  assert.equal((await catchRefusal(admin(getPerformance, { ...period, from: "2020-01-01" }))).status, 422);
});
