import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { resolveAddress } from "#domain/locations/addressbook/operations/resolve-address.ts";
import { createOrder } from "#domain/orders/orders/operations/create-order.ts";
import { zip } from "#spreadsheet/xlsx.ts";
import { catchRefusal, type TestBusiness, testService } from "#tests/support/service.ts";
import { until } from "#tests/support/until.ts";
import { createPoi } from "./operations/create-poi.ts";
import { deletePoi } from "./operations/delete-poi.ts";
import { exportPois } from "./operations/export-pois.ts";
import { getPoi } from "./operations/get-poi.ts";
import { getPoiImport } from "./operations/get-poi-import.ts";
import { importPois } from "./operations/import-pois.ts";
import { listPoiVisits } from "./operations/list-poi-visits.ts";
import { listPois } from "./operations/list-pois.ts";
import { mergePois } from "./operations/merge-pois.ts";
import { updatePoi } from "./operations/update-poi.ts";
import { computeServiceTime, type OpenVisit, observe } from "./visits.ts";

const service = await testService({ work: true });
service.freezeClock();

const CENTER = { lat: -15.8, lng: -47.9 };
const METRES = 1 / 111_195;
const point = { type: "Point" as const, coordinates: [CENTER.lng, CENTER.lat] as [number, number] };

type Observed = readonly [minutes: number, metres_north: number, accuracy_m?: number | null];

/** Sends positions of a driver as its phone does; `minutes` from the beginning of the test's drive. */
function drive(driver: { person: { http: (...args: never[]) => unknown } }, start: Date) {
  let seq = 0;
  return async (...positions: Observed[]) => {
    const body = {
      device_id: "phone",
      positions: positions.map(([minutes, metres, accuracy_m = 8]) => ({
        seq: ++seq,
        at: new Date(start.getTime() + minutes * 60_000).toISOString(),
        lat: CENTER.lat + metres * METRES,
        lng: CENTER.lng,
        ...(accuracy_m === null ? {} : { accuracy_m }),
      })),
    };
    const send = driver.person.http as (
      method: string,
      url: string,
      body: unknown,
    ) => Promise<{ status: number; body: unknown }>;
    const answer = await send("POST", "/api/v1/driver/positions", body);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
  };
}

async function createFenced(business: TestBusiness, name: string, radius_m: number) {
  const { poi_id } = await business.as("client_admin")(createPoi, {
    name,
    kind: "customer_site",
    geometry: point,
    geofence: { shape: "circle", radius_m, dwell_s: 120, accuracy_m_max: 50 },
  });
  return poi_id;
}

const startBefore = (minutes: number) => new Date(service.now().getTime() - minutes * 60_000);
const listKinds = async (business: TestBusiness, poi_id: number) =>
  (await business.readEvents("poi", poi_id)).map(({ kind }) => kind).filter((kind) => kind !== "poi.created");

describe("geofences", () => {
  test("overlapping geofences each see the visit, and driving past one is none", async () => {
    const business = await service.business();
    const wide = await createFenced(business, "Wide", 500);
    const narrow = await createFenced(business, "Narrow", 50);
    const send = drive(await business.driver(), startBefore(60));
    // Through the wide one for three minutes, through the narrow one without staying.
    await send([0, -900], [1, -400], [2, 0], [3, 100], [4, 400], [5, 900]);
    assert.deepEqual(await listKinds(business, wide), ["poi.entered", "poi.exited"]);
    assert.deepEqual(await listKinds(business, narrow), []);
    // Staying at the narrow one is a visit of both.
    await send([20, 400], [21, 10], [24, 0], [27, 20]);
    await send([29, 300], [30, 900]);
    assert.deepEqual(await listKinds(business, narrow), ["poi.entered", "poi.exited"]);
    assert.deepEqual(await listKinds(business, wide), [
      "poi.entered",
      "poi.exited",
      "poi.entered",
      "poi.exited",
    ]);
    const { visits } = await business.as("employee")(listPoiVisits, { poi_id: narrow });
    assert.partialDeepStrictEqual(visits, [
      { status: "left", stay_s: 360, service_time_s: 360, has_gap: false },
    ]);
  });

  test("inaccurate positions, repeated batches and late ones change nothing", async () => {
    const business = await service.business();
    const poi_id = await createFenced(business, "Gate", 100);
    const start = startBefore(60);
    const driver = await business.driver();
    const send = drive(driver, start);
    await send([0, 0, 400], [2, 0, null], [4, 0, 60], [6, 0, 400]);
    assert.deepEqual(await listKinds(business, poi_id), []);
    await send([10, 0], [13, 0]);
    // May still be inside by its accuracy.
    await send([14, 130, 45]);
    assert.deepEqual(await listKinds(business, poi_id), ["poi.entered"]);
    // Older than what was judged already.
    await drive(driver, start)([11, 5000], [12, 5000]);
    assert.deepEqual(await listKinds(business, poi_id), ["poi.entered"]);
    await send([15, 5000]);
    assert.deepEqual(await listKinds(business, poi_id), ["poi.entered", "poi.exited"]);
  });

  test("after a silence the visit is there and its time is not known", () => {
    const begin = (at: number): OpenVisit => ({
      status: "inside",
      arrived_ms: at,
      last_inside_ms: at,
      has_gap: false,
    });
    const minute = 60_000;
    const step = observe(begin(0), { at_ms: 30 * minute, where: "outside" }, 120);
    assert.deepEqual(step, { kind: "left", visit: null, departed_ms: 0, has_gap: true });
    assert.equal(computeServiceTime({ arrived_ms: 0, departed_ms: 600_000, has_gap: true }), null);
    assert.equal(computeServiceTime({ arrived_ms: 0, departed_ms: 10_000, has_gap: false }), null);
    assert.equal(computeServiceTime({ arrived_ms: 0, departed_ms: 600_000, has_gap: false }), 600);
    const pending: OpenVisit = { status: "pending", arrived_ms: 0, last_inside_ms: 0, has_gap: false };
    // Two passes with a silence between are not one stay.
    assert.equal(observe(pending, { at_ms: 30 * minute, where: "inside" }, 120).kind, "none");
    // Shorter than the dwell time is no visit yet.
    assert.equal(observe(pending, { at_ms: minute, where: "inside" }, 120).kind, "none");
    assert.equal(observe(pending, { at_ms: 2 * minute, where: "inside" }, 120).kind, "entered");
    assert.equal(observe(pending, { at_ms: minute, where: "outside" }, 120).kind, "passed");
  });

  test("the median of observed visits is the time of new orders there, unless somebody set one", async () => {
    const business = await service.business();
    const keep = business.as("client_admin");
    const poi_id = await createFenced(business, "Mall", 100);
    const send = drive(await business.driver(), startBefore(600));
    for (const [index, minutes] of [5, 9, 30].entries()) {
      const from = index * 60;
      await send([from, 0], ...Array.from({ length: minutes }, (_, at): Observed => [from + at + 1, 0]), [
        from + minutes + 1,
        4000,
      ]);
    }
    const { poi } = await keep(getPoi, { poi_id });
    assert.partialDeepStrictEqual(poi, { observed_service_time_s: 540, observed_visits: 3 });
    const create = async (more: object = {}) =>
      (await keep(createOrder, { dropoff_poi_id: poi_id, ...more })).order;
    const order = await create();
    assert.partialDeepStrictEqual(order, {
      service_time_s: 540,
      dropoff: { line1: "Mall", lat: CENTER.lat, lng: CENTER.lng },
    });
    assert.equal((await create({ service_time_s: 60 })).service_time_s, 60);
    await keep(updatePoi, {
      poi_id,
      service_time_s: 700,
      entrances: [{ name: "Dock", lat: -15.801, lng: -47.901, instructions: "Ring" }],
    });
    assert.partialDeepStrictEqual(await create({ dropoff: { line1: "ignored", name: "Ann" } }), {
      service_time_s: 700,
      dropoff: { name: "Ann", line1: "Mall", lat: -15.801, instructions: "Ring" },
    });
    const unknown = await catchRefusal(keep(createOrder, { dropoff_poi_id: poi_id + 999_999 }));
    assert.equal(unknown.code, "unknown_poi");
  });
});

test("an address search finds points of interest by name, tag and without accents, but no no-go area", async () => {
  const business = await service.business();
  const keep = business.as("client_admin");
  const { poi_id } = await keep(createPoi, {
    name: "Doca São José",
    kind: "dock",
    geometry: point,
    tags: ["frigorifico"],
  });
  await keep(createPoi, { name: "Doca proibida", kind: "no_go_area", geometry: point });
  for (const q of ["doca sao", "FRIGORIFICO"]) {
    const { suggestions } = await keep(resolveAddress, { q });
    assert.partialDeepStrictEqual(suggestions[0], {
      source: "poi",
      poi_id,
      label: "Doca São José",
      place: { lat: CENTER.lat },
    });
  }
  const customer = (await business.customer()).person;
  assert.deepEqual((await customer.call(resolveAddress, { q: "doca" })).suggestions, []);
});

describe("merge", () => {
  test("orders, visits and earlier duplicates follow, and what is lacking is taken over", async () => {
    const business = await service.business();
    const keep = business.as("client_admin");
    const target = await createFenced(business, "Depot", 100);
    const duplicate = await createFenced(business, "Depot again", 100);
    const older = await createFenced(business, "Depot old", 100);
    await keep(updatePoi, {
      poi_id: duplicate,
      tags: ["cold"],
      attributes: { code: "7" },
      place: { line1: "Rua 1" },
      ref: "D-7",
    });
    await drive(await business.driver(), startBefore(60))([0, 0], [5, 0]);
    const { order_id } = await keep(createOrder, { dropoff_poi_id: duplicate });
    await keep(mergePois, { poi_id: duplicate, duplicate_ids: [older] });
    const merged = await keep(mergePois, { poi_id: target, duplicate_ids: [duplicate] });
    assert.partialDeepStrictEqual(merged.poi, {
      id: target,
      name: "Depot",
      tags: ["cold"],
      attributes: { code: "7" },
      ref: "D-7",
      place: { line1: "Rua 1" },
    });
    for (const id of [duplicate, older]) assert.equal((await keep(getPoi, { poi_id: id })).poi.id, target);
    assert.deepEqual(
      (await keep(listPois, {})).pois.map(({ id }) => id),
      [target],
    );
    const links = await service.system.rows<{ poi_id: number }>(
      "select poi_id from poi_order where business_id = $1 and order_id = $2",
      [business.id, order_id],
    );
    assert.deepEqual(links, [{ poi_id: target }]);
    const { visits } = await keep(listPoiVisits, { poi_id: target });
    assert.deepEqual(visits.map(({ status }) => status).sort(), ["inside", "left", "left"]);
    assert.equal(
      (await catchRefusal(keep(mergePois, { poi_id: target, duplicate_ids: [target] }))).code,
      "same_poi",
    );
    assert.equal(
      (await catchRefusal(keep(mergePois, { poi_id: target, duplicate_ids: [older] }))).code,
      "not_found",
    );
  });

  test("what is deleted while a driver stops there, or an order is created for it, breaks neither", async () => {
    const business = await service.business();
    const keep = business.as("client_admin");
    const admin = await business.person("client_admin");
    const send = drive(await business.driver(), startBefore(600));
    for (let round = 0; round < 12; round += 1) {
      const ids = await Promise.all([1, 2, 3, 4].map((n) => createFenced(business, `R${round}-${n}`, 50)));
      const minute = round * 20;
      // The driver is inside; the deletion comes while the stop becomes a visit.
      await send([minute, 5]);
      const ordering = ids.map((poi_id) =>
        admin.http("POST", "/api/v1/client/orderCreate", { dropoff_poi_id: poi_id }),
      );
      const deleting = ids.map((poi_id) => keep(deletePoi, { poi_id }));
      await Promise.all([send([minute + 3, 5]), ...deleting]);
      for (const { status, body } of await Promise.all(ordering))
        assert(status < 300 || body.error_code === "UNKNOWN_POI", JSON.stringify(body));
    }
  });

  test("two merges at once into each other end with one place", async () => {
    const business = await service.business();
    const [one, other] = [await createFenced(business, "A", 50), await createFenced(business, "B", 50)];
    const [admin, employee] = [await business.person("client_admin"), await business.person("employee")];
    const merge = (person: typeof admin, poi_id: number, duplicate: number) =>
      person.call(mergePois, { poi_id, duplicate_ids: [duplicate] }).then(
        () => "done",
        (refusal) => refusal.code as string,
      );
    const outcome = await Promise.all([merge(admin, one, other), merge(employee, other, one)]);
    assert.deepEqual(outcome.sort(), ["done", "not_found"]);
    assert.equal((await business.as("client_admin")(listPois, {})).total, 1);
  });
});

const send = async (
  business: TestBusiness,
  text: string | Uint8Array,
  content_type: string,
  more: object = {},
) => {
  const keep = business.as("client_admin");
  const { import_id } = await keep(importPois, {
    content_base64: Buffer.from(text as string).toString("base64"),
    content_type: content_type as "text/csv",
    name: "places",
    ...more,
  });
  return keep(getPoiImport, { import_id });
};

describe("import and export", () => {
  test("each row of a file is created, known already, or says what is wrong with it", async () => {
    const business = await service.business();
    const csv = [
      "name,kind,lat,lng,ref,tags,gate code",
      "Dock 1,dock,-15.8,-47.9,D1,cold; big,=4711",
      "Dock 2,dock,-15.8,,D2,,",
      ",dock,-15.8,-47.9,D3,,",
      "Dock 4,harbour,-15.8,-47.9,D4,,",
      "dock 1,dock,-15.80001,-47.9,,,",
      "Other,dock,-15.8,-47.9,D1,,",
      "Area,other,95,-47.9,D5,,",
    ].join("\n");
    const answer = await send(business, csv, "text/csv");
    assert.deepEqual(
      answer.rows.map(({ row, outcome, errors }) => [row, outcome, errors[0]?.field ?? null]),
      [
        [1, "created", null],
        [2, "failed", "lng"],
        [3, "failed", "name"],
        [4, "failed", "kind"],
        [5, "duplicate", null],
        [6, "duplicate", null],
        [7, "failed", "geometry/coordinates"],
      ],
    );
    assert.partialDeepStrictEqual(answer, { state: "COMPLETED_WITH_ERRORS", total: 7, done: 3, failed: 4 });
    const { pois } = await business.as("client_admin")(listPois, {});
    assert.partialDeepStrictEqual(pois, [
      { name: "Dock 1", tags: ["cold", "big"], attributes: { gate_code: "=4711" }, source: "import" },
    ]);
  });

  test("a file that is imported again changes nothing, or what it has", async () => {
    const business = await service.business();
    const csv = "name,kind,lat,lng\nDock 1,dock,-15.8,-47.9\nDock 2,dock,-15.9,-47.9";
    assert.deepEqual(
      (await send(business, csv, "text/csv")).rows.map(({ outcome }) => outcome),
      ["created", "created"],
    );
    assert.deepEqual(
      (await send(business, csv, "text/csv")).rows.map(({ outcome }) => outcome),
      ["duplicate", "duplicate"],
    );
    const more = "name,kind,lat,lng,tags\nDock 1,dock,-15.8,-47.9,cold";
    assert.deepEqual(
      (await send(business, more, "text/csv", { duplicates: "update" })).rows.map(({ outcome }) => outcome),
      ["updated"],
    );
    const { pois, total } = await business.as("client_admin")(listPois, {});
    assert.deepEqual([total, pois[0]?.tags], [2, ["cold"]]);
  });

  test("polygons go out and come back in GeoJSON, KML and CSV", async () => {
    const [from, keep] = [await service.business(), "client_admin" as const];
    const ring = [
      [-47.9, -15.8],
      [-47.89, -15.8],
      [-47.89, -15.79],
      [-47.9, -15.79],
      [-47.9, -15.8],
    ] as [number, number][];
    await from.as(keep)(createPoi, {
      name: 'Area <1> & "2"',
      kind: "no_go_area",
      geometry: { type: "Polygon", coordinates: [ring] },
      geofence: { shape: "polygon" },
      hours: { weekly: [{ days: ["monday"], intervals: [{ opens: "08:00", closes: "18:00" }] }] },
      attributes: { formula: "=1+1" },
      tags: ["a"],
    });
    for (const [format, type] of [
      ["geojson", "application/geo+json"],
      ["kml", "application/vnd.google-earth.kml+xml"],
      ["csv", "text/csv"],
    ] as const) {
      const file = await from.as(keep)(exportPois, { format });
      const to = await service.business();
      const answer = await send(to, Buffer.from(file.content_base64, "base64"), type);
      assert.deepEqual(
        answer.rows.map(({ outcome, errors }) => [outcome, errors]),
        [["created", []]],
        format,
      );
      const { pois } = await to.as(keep)(listPois, {});
      assert.partialDeepStrictEqual(
        pois[0],
        {
          name: 'Area <1> & "2"',
          kind: "no_go_area",
          geometry: { type: "Polygon", coordinates: [ring] },
          geofence: { shape: "polygon" },
          hours: { weekly: [{ days: ["monday"] }] },
          attributes: { formula: "=1+1" },
          tags: ["a"],
        },
        format,
      );
    }
  });

  test("KMZ is read, and what is no KML is refused", async () => {
    const business = await service.business();
    const kml = `<kml xmlns="http://www.opengis.net/kml/2.2"><Document><Placemark><name>Yard</name><description>Big</description>
      <Point><coordinates>-47.9,-15.8,1172</coordinates></Point></Placemark>
      <Placemark><name>Road</name><LineString><coordinates>1,1 2,2</coordinates></LineString></Placemark></Document></kml>`;
    const answer = await send(business, await zip({ "doc.kml": kml }), "application/vnd.google-earth.kmz", {
      kind: "parking",
    });
    assert.deepEqual(
      answer.rows.map(({ name, outcome }) => [name, outcome]),
      [
        ["Yard", "created"],
        ["Road", "failed"],
      ],
    );
    for (const [bytes, type] of [
      [await zip({ "a.txt": "x" }), "application/vnd.google-earth.kmz"],
      ["<html></html>", "application/vnd.google-earth.kml+xml"],
      ["<kml><Placemark>", "application/vnd.google-earth.kml+xml"],
    ] as const)
      assert.match(
        (await catchRefusal(send(business, bytes, type))).code,
        /unreadable_file|malformed_file|type_mismatch/,
      );
  });

  test("a long file is imported in the background", async () => {
    const business = await service.business();
    const rows = Array.from({ length: 450 }, (_, n) => `P${n},other,${-15 - n / 1000},-47.9`);
    const keep = business.as("client_admin");
    const { import_id, state } = await keep(importPois, {
      content_base64: Buffer.from(["name,kind,lat,lng", ...rows].join("\n")).toString("base64"),
      content_type: "text/csv",
      name: "long.csv",
    });
    assert.equal(state, "QUEUED");
    await until(
      "the end of the import",
      async () => (await keep(getPoiImport, { import_id })).state === "COMPLETED",
    );
    const result = await keep(getPoiImport, { import_id });
    assert.deepEqual([result.done, result.rows.length, result.rows.at(-1)?.row], [450, 450, 450]);
    assert.equal((await keep(listPois, {})).total, 450);
  });
});
