import assert from "node:assert/strict";
import { test } from "node:test";
import { inTransaction } from "#platform/db/db.ts";
import { testService } from "#tests/support/service.ts";
import { createLockers } from "./lockers.ts";

const service = await testService();

test("the lockers of the demo can be used: what is free is granted, its code issued, and what is wrong is shown", async () => {
  const business = await service.business();
  const { secret_key } = service.runtime.settings;
  await inTransaction(service.runtime.pools.system, (db) =>
    createLockers(db, { id: business.id, code: business.code }, service.now(), secret_key),
  );
  const get = async (path: string) => (await business.http("employee", "GET", path)).body;
  const { lockers } = await get("/api/v1/lockers");
  assert.deepEqual(
    lockers.map(({ name }: { name: string }) => name),
    ["CLN 204, Asa Norte", "CLSW 301, Sudoeste", "Rodoviária, ala norte"],
  );
  const locker_id = lockers[2].locker_id;
  const request = { purpose: "delivery", size: "XL" };
  const { body } = await business.http(
    "employee",
    "POST",
    `/api/v1/lockers/${locker_id}/reservations`,
    request,
  );
  const code = await business.http(
    "employee",
    "POST",
    `/api/v1/lockers/reservations/${body.reservation_id}/codes`,
    {
      use: "deposit",
    },
  );
  assert.match(code.body.code, /^[0-9]{8}$/);
  const health = await get("/api/v1/lockers/health");
  assert.deepEqual(
    health.lockers.map(({ problems }: { problems: { kind: string }[] }) => problems.map(({ kind }) => kind)),
    [["verify"], ["offline"], ["overdue"]],
  );
  const chain = await get(`/api/v1/device-operations/chain?device_id=${locker_id}`);
  assert.equal(chain.intact, true);
});
