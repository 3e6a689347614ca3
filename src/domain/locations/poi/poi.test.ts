import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { catchRefusal, testService } from "#tests/support/service.ts";
import { createPoi } from "./operations/create-poi.ts";
import { deletePoi } from "./operations/delete-poi.ts";
import { getPoi } from "./operations/get-poi.ts";
import { listPois } from "./operations/list-pois.ts";
import { listPublicPois } from "./operations/list-public-pois.ts";
import { setPoiHolidays } from "./operations/set-poi-holidays.ts";
import { updatePoi } from "./operations/update-poi.ts";

const service = await testService();

const point = (lng: number, lat: number) => ({
  type: "Point" as const,
  coordinates: [lng, lat] as [number, number],
});
const names = ({ pois }: { readonly pois: readonly { readonly name: string }[] }) =>
  pois.map(({ name }) => name);

describe("points of interest", () => {
  test("a polygon with a fence and entrances is stored, changed, and deleted", async () => {
    const business = await service.business();
    const keep = business.as("employee");
    const { poi_id, poi } = await keep(createPoi, {
      name: "Depot North",
      kind: "customer_site",
      geometry: {
        type: "Polygon",
        coordinates: [
          [
            [-47.9, -15.8],
            [-47.89, -15.8],
            [-47.89, -15.79],
            [-47.9, -15.79],
            [-47.9, -15.8],
          ],
        ],
      },
      place: { line1: "SIA Trecho 3", city: "Brasília", lat: 1, lng: 1 },
      geofence: { shape: "polygon" },
      attributes: { gate_code: "4711" },
      tags: ["cold"],
    });
    assert.partialDeepStrictEqual(poi, {
      lat: -15.795,
      lng: -47.895,
      geofence: { shape: "polygon", dwell_s: 120, accuracy_m_max: 50, on_enter: true, on_exit: true },
      place: { line1: "SIA Trecho 3", lat: -15.795, lng: -47.895 },
      opening: { is_open: null },
      visibility: "private",
    });
    const changed = await keep(updatePoi, {
      poi_id,
      entrances: [{ name: "Gate 2", lat: -15.7995, lng: -47.8995, instructions: "Ring twice" }],
    });
    assert.partialDeepStrictEqual(changed.poi, { lat: -15.7995, lng: -47.8995, tags: ["cold"], version: 2 });
    assert.equal(
      (await catchRefusal(keep(updatePoi, { poi_id, name: "X" }, { if_match: 1 }))).code,
      "version_conflict",
    );
    await keep(deletePoi, { poi_id });
    assert.equal((await catchRefusal(keep(getPoi, { poi_id }))).code, "not_found");
    assert.deepEqual(
      (await business.readEvents("poi", poi_id)).map(({ kind }) => kind),
      ["poi.created", "poi.updated", "poi.deleted"],
    );
  });

  test("a geometry that crosses itself is a conflict that names it, and changes nothing", async () => {
    const business = await service.business();
    const bow_tie = [
      [0, 0],
      [1, 1],
      [1, 0],
      [0, 1],
      [0, 0],
    ];
    const refused = await business.http("client_admin", "POST", "/api/v1/poi", {
      name: "Bow tie",
      kind: "other",
      geometry: { type: "Polygon", coordinates: [bow_tie] },
    });
    assert.equal(refused.status, 409);
    assert.equal(refused.body.error_code, "GEOMETRY_INVALID");
    assert.equal(refused.body.errors[0].field, "geometry/coordinates");
    const { poi_id } = await business.as("client_admin")(createPoi, {
      name: "A",
      kind: "other",
      geometry: point(1, 1),
    });
    const fence = await catchRefusal(
      business.as("client_admin")(updatePoi, { poi_id, geofence: { shape: "circle" } }),
    );
    assert.equal(fence.code, "geometry_invalid");
    const hours = await catchRefusal(
      business.as("client_admin")(updatePoi, { poi_id, time_zone: "Mars/Base" }),
    );
    assert.equal(hours.code, "hours_invalid");
    assert.deepEqual(names(await business.as("client_admin")(listPois, {})), ["A"]);
  });

  test("a reference is of one place, also when two take it at once", async () => {
    const business = await service.business();
    const [one, other] = [await business.person("employee"), await business.person("client_admin")];
    const take = (person: typeof one) =>
      person.call(createPoi, { name: "Dock", kind: "dock", geometry: point(1, 1), ref: "D-1" }).then(
        () => "done",
        (refusal) => refusal.code as string,
      );
    assert.deepEqual((await Promise.all([take(one), take(other)])).sort(), ["done", "ref_taken"]);
  });
});

describe("search", () => {
  test("by box, near a position, kind and words", async () => {
    const business = await service.business();
    const keep = business.as("client_admin");
    await keep(createPoi, {
      name: "Padaria São João",
      kind: "partner_shop",
      geometry: point(-47.9, -15.8),
      tags: ["bread"],
    });
    await keep(createPoi, { name: "Gate A", kind: "gate", geometry: point(-47.901, -15.8) });
    await keep(createPoi, { name: "Far", kind: "gate", geometry: point(-43.2, -22.9) });
    await keep(createPoi, {
      name: "Fiji",
      kind: "other",
      geometry: {
        type: "Polygon",
        coordinates: [
          [
            [179.9, -17],
            [-179.9, -17],
            [-179.9, -16.9],
            [179.9, -16.9],
            [179.9, -17],
          ],
        ],
      },
    });
    const list = business.as("driver");
    assert.deepEqual(names(await list(listPois, { bbox: "-48,-16,-47.8,-15.7" })), [
      "Gate A",
      "Padaria São João",
    ]);
    for (const bbox of ["179,-18,-179,-16", "-180,-18,-179,-16", "179.5,-18,180,-16"])
      assert.deepEqual(names(await list(listPois, { bbox })), ["Fiji"], bbox);
    assert.deepEqual(names(await list(listPois, { near: "-15.8,-47.9" })), [
      "Padaria São João",
      "Gate A",
      "Far",
      "Fiji",
    ]);
    const near = await list(listPois, { near: "-15.8,-47.9", radius_m: 500 });
    assert.deepEqual(
      near.pois.map(({ name, distance_m }) => [name, distance_m]),
      [
        ["Padaria São João", 0],
        ["Gate A", 107],
      ],
    );
    assert.deepEqual(names(await list(listPois, { kind: "gate" })), ["Far", "Gate A"]);
    assert.deepEqual(names(await list(listPois, { q: "sao joao" })), ["Padaria São João"]);
    assert.deepEqual(names(await list(listPois, { q: "BREAD" })), ["Padaria São João"]);
    for (const input of [{ bbox: "1,2,3" }, { near: "here" }, { radius_m: 5 }])
      assert.equal((await catchRefusal(list(listPois, input))).code, "invalid_request");
  });

  test("a place is closed on public holidays, in its own time zone", async () => {
    const business = await service.business();
    const keep = business.as("client_admin");
    await keep(setPoiHolidays, {
      calendar: "BR",
      holidays: [
        { date: "2020-12-25", name: "Natal", yearly: true },
        { date: "2026-04-03", name: "Sexta-feira Santa" },
      ],
    });
    const days = ["monday", "tuesday", "wednesday", "thursday", "friday"] as const;
    const intervals = [{ opens: "08:00", closes: "18:00" }];
    await keep(createPoi, {
      name: "Shop",
      kind: "partner_shop",
      geometry: point(-47.9, -15.8),
      hours: { weekly: [{ days: [...days], intervals }], holidays: { calendar: "BR", intervals: [] } },
    });
    await keep(createPoi, {
      name: "Lisbon",
      kind: "partner_shop",
      geometry: point(-9.1, 38.7),
      time_zone: "Europe/Lisbon",
      hours: { weekly: [{ days: [...days], intervals }] },
    });
    await keep(createPoi, { name: "No hours", kind: "gate", geometry: point(-47.9, -15.8) });
    const open = async (open_at: string) => names(await keep(listPois, { open_at }));
    assert.deepEqual(await open("2026-12-24T12:00:00Z"), ["Lisbon", "Shop"]);
    assert.deepEqual(await open("2026-12-25T12:00:00Z"), ["Lisbon"]);
    assert.deepEqual(await open("2026-04-03T12:00:00Z"), ["Lisbon"]);
    assert.deepEqual(await open("2027-04-02T12:00:00Z"), ["Lisbon", "Shop"]);
    assert.deepEqual(await open("2026-12-24T20:00:00Z"), ["Shop"]);
    const closed = await keep(listPois, { q: "shop", open_at: "2026-12-24T12:00:00Z" });
    assert.equal(closed.pois[0]?.opening.is_open, true);
    // The calendar is gone, and its days are like others.
    await keep(setPoiHolidays, { calendar: "BR", holidays: [] });
    assert.deepEqual(await open("2026-12-25T12:00:00Z"), ["Lisbon", "Shop"]);
  });
});

describe("visibility", () => {
  test("customers see what is public, and nothing of how the business works there", async () => {
    const business = await service.business();
    const keep = business.as("client_admin");
    await keep(createPoi, { name: "Inside", kind: "dock", geometry: point(1, 1) });
    const { poi_id } = await keep(createPoi, {
      name: "Shop",
      kind: "partner_shop",
      geometry: point(1, 1),
      visibility: "public",
      attributes: { code: "99" },
      geofence: { shape: "circle", radius_m: 50 },
    });
    const customer = (await business.customer()).person;
    const answer = await customer.call(listPois, {});
    assert.deepEqual(names(answer), ["Shop"]);
    assert.partialDeepStrictEqual(answer.pois[0], { attributes: {}, geofence: null });
    assert.deepEqual((await business.as("driver")(getPoi, { poi_id })).poi.attributes, { code: "99" });
  });

  test("others find a public place, and only its owner changes it", async () => {
    const [owner, other] = [await service.business(), await service.business()];
    const { poi_id } = await owner.as("client_admin")(createPoi, {
      name: "Open to all",
      kind: "parking",
      geometry: point(100.5, 13.7),
      visibility: "public",
      attributes: { code: "secret" },
      place: { line1: "Rama 4", name: "Ann", phone: "+66 1", city: "Bangkok" },
    });
    const { poi_id: private_id } = await owner.as("client_admin")(createPoi, {
      name: "Hidden",
      kind: "parking",
      geometry: point(100.5, 13.7),
    });
    const public_pois = await other.as("driver")(listPublicPois, { lat: 13.7, lng: 100.5 });
    assert.partialDeepStrictEqual(public_pois.shared_pois, [
      { poi_id, client_code: owner.code, name: "Open to all" },
    ]);
    assert.doesNotMatch(JSON.stringify(public_pois), /secret|Hidden|\+66/);
    const answer = await other.http("client_admin", "PATCH", `/api/v1/poi/${poi_id}`, { name: "Mine" });
    assert.deepEqual([answer.status, answer.body.error_code], [403, "NOT_OWNER"]);
    assert.equal((await other.http("client_admin", "DELETE", `/api/v1/poi/${poi_id}`)).status, 403);
    assert.equal((await other.http("client_admin", "DELETE", `/api/v1/poi/${private_id}`)).status, 404);
    assert.equal((await owner.as("client_admin")(getPoi, { poi_id })).poi.name, "Open to all");
  });
});
