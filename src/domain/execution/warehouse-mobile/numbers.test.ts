/** The dock scanner answers for every number that the business has. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createCarrierAccount } from "#domain/carriers/carrier-accounts/operations/create-carrier-account.ts";
import { catchRefusal, testService } from "#tests/support/service.ts";
import { openWarehouse } from "#tests/support/stock.ts";
import { identifyScannedCode } from "./operations/identify-scanned-code.ts";

const service = await testService();

test("a record of every type that has a number is named by it, with its state and what to do", async () => {
  const business = await service.business();
  const { admin, warehouse_id } = await openWarehouse(business);
  const other = await service.business();
  const theirs = await openWarehouse(other);
  // Each family that registers a subject with a number; none needs a change of the scanner.
  const types = ["storage_order", "shipping_order", "shipout", "label", "rental"];
  for (const [at, type] of types.entries()) {
    const number = `PH${String(business.id).padStart(6, "0")}${String(at).padStart(6, "0")}`;
    const digits = number.slice(2);
    const check = String(98 - Number(BigInt(`${digits}00`) % 97n)).padStart(2, "0");
    await service.system.execute(
      "insert into tracking_number (number, business_id, subject_type, subject_id, created_at) values ($1, $2, $3, 77, now())",
      [`${number}${check}`, business.id, type],
    );
    const code = `https://depot.example/track/${number}${check}`;
    const { matches } = await admin(identifyScannedCode, { code, warehouse_id });
    assert.deepEqual(
      matches.map((match) => [match.type, match.id]),
      [[type, 77]],
    );
    assert.ok((matches[0]?.next ?? "").length > 10);
    const strange = theirs.admin(identifyScannedCode, { code, warehouse_id: theirs.warehouse_id });
    assert.equal((await catchRefusal(strange)).error_code, "UNKNOWN_CODE");
  }
});

test("a manifest is found by the number that the carrier gave, as it is printed on it", async () => {
  const business = await service.business();
  const { admin, warehouse_id } = await openWarehouse(business);
  const { carrier_account_id } = await admin(createCarrierAccount, {
    code: "post",
    kind: "multi",
    name: "Post",
    api_key: "key_0123456789",
  });
  for (const [reference, tracking_number, state] of [
    ["MF-1", "M-20261125", "created"],
    ["MF-2", null, "pending"],
  ])
    await service.system.execute(
      `insert into label_manifest (business_id, reference, carrier_account_id, carrier, origin, date, state, carrier_reference, created_at)
       values ($1, $2, $3, 'post', '{}', '2026-11-25', $4, $5, now())`,
      [business.id, reference, carrier_account_id, state, tracking_number],
    );
  for (const code of ["M-20261125", "m-20261125", "]C0M-20261125\r\n", "*M-20261125*"]) {
    const { matches } = await admin(identifyScannedCode, { code, warehouse_id });
    assert.deepEqual(
      matches.map(({ type, label, status, about }) => [type, label, status, about]),
      [["label_manifest", "M-20261125", "created", "post · 2026-11-25"]],
      code,
    );
    assert.match(matches[0]?.next ?? "", /Give it to the carrier/);
  }
  const { matches } = await admin(identifyScannedCode, { code: "MF-2", warehouse_id });
  assert.match(matches[0]?.next ?? "", /Wait/);
  const other = await openWarehouse(await service.business());
  const strange = other.admin(identifyScannedCode, { code: "M-20261125", warehouse_id: other.warehouse_id });
  assert.equal((await catchRefusal(strange)).error_code, "UNKNOWN_CODE");
});

test("a pickup is found by the numbers that the carrier gave for it", async () => {
  const business = await service.business();
  const { admin, warehouse_id } = await openWarehouse(business);
  const { carrier_account_id } = await admin(createCarrierAccount, {
    code: "post",
    kind: "multi",
    name: "Post",
    api_key: "key_0123456789",
  });
  for (const [reference, tracking_number, confirmation, state] of [
    ["PK-1", "prg-77", "CN 4711", "scheduled"],
    ["PK-2", null, null, "pending"],
  ])
    await service.system.execute(
      `insert into label_pickup (business_id, reference, carrier_account_id, carrier, place, window_start, window_end, time_zone,
         instructions, label_count, package_count, weight_g, state, carrier_reference, confirmation, asked_at, created_at)
       values ($1, $2, $3, 'post', '{}', '2026-11-25T20:00:00Z', '2026-11-25T22:00:00Z', 'America/Sao_Paulo',
         '', 2, 3, 900, $4, $5, $6, now(), now())`,
      [business.id, reference, carrier_account_id, state, tracking_number, confirmation],
    );
  for (const code of ["PRG-77", "prg-77", "]C0PRG-77\r\n", "CN 4711", "CN4711", "PK-1"]) {
    const { matches } = await admin(identifyScannedCode, { code, warehouse_id });
    assert.deepEqual(
      matches.map(({ type, label, status, about, path }) => [type, label, status, about, path]),
      [["label_pickup", "CN 4711", "scheduled", "post · 2026-11-25 17:00–19:00 · 3", "/labels/close-day"]],
      code,
    );
    assert.match(matches[0]?.next ?? "", /Give the carrier/);
  }
  const { matches } = await admin(identifyScannedCode, { code: "PK-2", warehouse_id });
  assert.match(matches[0]?.next ?? "", /Wait/);
  const other = await openWarehouse(await service.business());
  const strange = other.admin(identifyScannedCode, { code: "PRG-77", warehouse_id: other.warehouse_id });
  assert.equal((await catchRefusal(strange)).error_code, "UNKNOWN_CODE");
});
