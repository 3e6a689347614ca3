import assert from "node:assert/strict";
import { test } from "node:test";
import { inTransaction } from "#platform/db/db.ts";
import { testService } from "#tests/support/service.ts";
import { insertLockers } from "./lockers.ts";

const service = await testService();

test("what the lockers of the demo hold is in all states, each with its record, and can be used", async () => {
  const business = await service.business();
  await service.system.execute(
    "insert into customer (business_id, code, name) values ($1, 'CAFE', 'Café'), ($1, 'FARM', 'Farmácia')",
    [business.id],
  );
  await inTransaction(service.runtime.pools.system, (db) =>
    insertLockers(db, business.id, {
      now: service.now(),
      secret_key: service.runtime.settings.secret_key,
      photos: { bag: null, item: null },
    }),
  );
  const get = async (path: string) => {
    const { status, body } = await business.http("client_admin", "GET", path);
    assert.equal(status, 200, `${path}: ${JSON.stringify(body)}`);
    return body;
  };
  const list = async (path: string, member: string) =>
    (await get(`${path}${path.includes("?") ? "&" : "?"}per_page=100`))[member] as Record<string, never>[];
  const words = (rows: Record<string, unknown>[], member: string) =>
    rows.map((row) => row[member] as string).sort();
  const { lockers } = await get("/api/v1/lockers");
  assert.deepEqual(words(lockers, "name"), [
    "CLN 204, Asa Norte",
    "CLSW 301, Sudoeste",
    "Rodoviária, ala norte",
  ]);
  const locker_id = lockers[2].locker_id;

  const walls = (
    await Promise.all(
      lockers.map((one: { locker_id: number }) =>
        list(`/api/v1/lockers/${one.locker_id}/compartments`, "compartments"),
      ),
    )
  ).flat();
  assert.deepEqual(
    [...new Set(words(walls, "status"))],
    ["FREE", "LOADING", "OCCUPIED", "OUT_OF_SERVICE", "OVERDUE", "RESERVED", "UNLOADING", "VERIFY"],
  );
  assert.deepEqual(
    [...new Set(words(await list("/api/v1/device-orders", "device_orders"), "state"))],
    ["collected", "deposited", "exception", "expired", "expected"].sort(),
  );
  assert.deepEqual(words(await list("/api/v1/locker-resale/handovers", "handovers"), "status"), [
    "CODE_ISSUED",
    "DISPUTED",
    "INSPECTED",
  ]);
  assert.deepEqual(words(await list("/api/v1/luggage-relay", "relays"), "status"), [
    "AT_HUB",
    "OUT_TO_LOCKER",
  ]);
  assert.deepEqual(words(await list("/api/v1/locker-storage/rentals", "rentals"), "state"), [
    "ACTIVE",
    "ACTIVE",
    "ACTIVE",
    "ENDED",
    "OVERDUE",
  ]);
  assert.deepEqual(words(await list("/api/v1/locker-shop/sales", "sales"), "payment_status"), [
    "CAPTURED",
    "CAPTURED",
    "CAPTURED",
    "CAPTURED",
    "NONE",
    "REFUNDED",
    "VOIDED",
  ]);
  assert.deepEqual(words(await list("/api/v1/locker-shop/alerts", "alerts"), "alert"), [
    "goods_expired",
    "low_stock",
    "problem",
  ]);
  const catalog = await service.http("GET", `/api/v1/locker-shop/public/${lockers[0].locker_id}/catalog`);
  assert.deepEqual(
    catalog.body.products.map((one: { sku: string; available: number }) => [one.sku, one.available]),
    [
      ["CAFE-250", 5],
      ["GRAN-300", 1],
      ["QUEIJO-200", 4],
      ["SUCO-500", 0],
    ],
  );

  // Each reservation that goes on has its record, and each compartment that is taken its reservation.
  const contradictions = await service.system.rows(
    `select c.code, c.status, r.id, r.purpose from locker_compartment c
       left join locker_reservation r on r.business_id = c.business_id and r.compartment_id = c.id and r.status in ('HELD', 'IN_USE')
      where c.business_id = $1 and ((c.status in ('FREE', 'OUT_OF_SERVICE')) <> (r.id is null) or r.id is not null and r.subject_id is null)`,
    [business.id],
  );
  assert.deepEqual(contradictions, []);

  const request = { purpose: "delivery", size: "XL" };
  const { body } = await business.http(
    "employee",
    "POST",
    `/api/v1/lockers/${locker_id}/reservations`,
    request,
  );
  const issued = await business.http(
    "employee",
    "POST",
    `/api/v1/lockers/reservations/${body.reservation_id}/codes`,
    {
      use: "deposit",
    },
  );
  assert.match(issued.body.code, /^[0-9]{8}$/);
  const health = await get("/api/v1/lockers/health");
  assert.deepEqual(
    health.lockers.map(({ problems }: { problems: { kind: string }[] }) => problems.map(({ kind }) => kind)),
    [["verify", "door_stuck", "door_left_open"], ["offline"], ["overdue", "overdue"]],
  );
  for (const one of lockers)
    assert.equal((await get(`/api/v1/device-operations/chain?device_id=${one.locker_id}`)).intact, true);
});
