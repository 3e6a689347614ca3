import assert from "node:assert/strict";
import { test } from "node:test";
import type { Db } from "#platform/db/db.ts";
import { listPreparedTexts } from "#platform/db/statement.ts";
import { type TestBusiness, testService } from "#tests/support/service.ts";
import { plainMessage } from "../response/messages.ts";
import { defineRecord, type Row } from "./record.ts";

const service = await testService();

interface RuleSetRow extends Row<"shipping_rule_set"> {
  rules: { name: string }[];
}
const RuleSet = defineRecord<"shipping_rule_set", RuleSetRow>("shipping_rule_set");
const Bin = defineRecord("warehouse_bin");
const Warehouse = defineRecord("warehouse", plainMessage({ en: "No such place." }, "business"));
const ServiceVersion = defineRecord("customer_service_version");

const buildContext = (business: TestBusiness, now = new Date("2026-11-27T10:00:00Z")) => ({
  db: service.system as Db,
  business_id: business.id,
  now,
});

test("a new row takes its business and times from the call, and its defaults from the table", async () => {
  const business = await service.business();
  const context = buildContext(business);
  const rule_set = await RuleSet.insert(context, { rules: [{ name: "small" }] });
  assert.partialDeepStrictEqual(rule_set, {
    business_id: business.id,
    rules: [{ name: "small" }],
    updated_at: "2026-11-27T10:00:00.000Z",
  });
});

test("rows that are stored together are those that would be stored one by one", async () => {
  const business = await service.business();
  const context = buildContext(business);
  const place = { line1: "SIA 3", city: "Brasília", country: "BR" };
  const one = await Warehouse.insert(context, { code: "W1", name: "North", place });
  const [two, ...more] = await Warehouse.insertMany(context, [{ code: "W2", name: "North", place }]);
  assert.equal(more.length, 0);
  assert.deepEqual({ ...two, id: 0, code: "" }, { ...one, id: 0, code: "" });
  assert.deepEqual(await Warehouse.insertMany(context, []), []);
});

test("a row whose unique values are taken is not stored, and nothing of the other is changed", async () => {
  const business = await service.business();
  const context = buildContext(business);
  const place = { line1: "SIA 3", city: "Brasília", country: "BR" };
  const first = await Warehouse.insertIfAbsent(context, { code: "W1", name: "North", place });
  assert(first !== undefined);
  assert.equal(await Warehouse.insertIfAbsent(context, { code: "W1", name: "South", place }), undefined);
  assert.deepEqual(await Warehouse.find(context, first.id), first);
});

test("a change is the next version, and its time is that of the call", async () => {
  const business = await service.business();
  const place = { line1: "SIA 3", city: "Brasília", country: "BR" };
  const before = await Warehouse.insert(buildContext(business), { code: "W1", name: "North", place });
  const later = buildContext(business, new Date("2026-11-27T11:00:00Z"));
  const after = await Warehouse.change(later, before, { name: "South" });
  assert.deepEqual(after, { ...before, name: "South", version: before.version + 1 });
  assert.deepEqual(await Warehouse.find(later, before.id), after);
});

test("the row of another business is not found, locked or changed", async () => {
  const [mine, theirs] = [await service.business(), await service.business()];
  const place = { line1: "SIA 3", city: "Brasília", country: "BR" };
  const row = await Warehouse.insert(buildContext(theirs), { code: "W1", name: "North", place });
  const context = buildContext(mine);
  assert.equal(await Warehouse.find(context, row.id), undefined);
  assert.equal(await Warehouse.lock(context, row.id), undefined);
  await assert.rejects(Warehouse.get(context, row.id), { code: "not_found", message: "No such place." });
  await assert.rejects(Warehouse.getLocked(context, row.id), { code: "not_found", status: 404 });
  await assert.rejects(Warehouse.change(context, row, { name: "Mine" }), /was gone/);
  assert.deepEqual(await Warehouse.find(buildContext(theirs), row.id), row);
  assert.deepEqual(await Warehouse.get(buildContext(theirs), row.id), row);
});

test("values are never part of a statement: one shape has one text", async () => {
  const business = await service.business();
  const context = buildContext(business);
  const place = { line1: "SIA 3", city: "Brasília", country: "BR" };
  const store = (n: number) => Warehouse.insert(context, { code: `W${n}`, name: `North ${n}`, place });
  await Warehouse.change(context, await store(1), { name: "One" });
  const count = listPreparedTexts().length;
  for (const n of [2, 3, 4]) await Warehouse.change(context, await store(n), { name: `${n}` });
  assert.equal(listPreparedTexts().length, count);
});

// Each line is an error of the compiler, which the type check of the suite sees.
export const refused = (business: TestBusiness) => {
  const context = buildContext(business);
  return [
    // @ts-expect-error: no such column.
    Warehouse.insert(context, { code: "W1", name: "North", place: {}, colour: "red" }),
    // @ts-expect-error: a column without a default is missing.
    Warehouse.insert(context, { code: "W1" }),
    // @ts-expect-error: another type.
    Warehouse.insert(context, { code: 1, name: "North", place: {} }),
    // @ts-expect-error: filled in by the record.
    Warehouse.insert(context, { code: "W1", name: "North", place: {}, business_id: 1 }),
    // @ts-expect-error: chosen by the database.
    Bin.insertMany(context, [{ id: 1 }]),
    // @ts-expect-error: a version without a default is missing.
    ServiceVersion.insert(context, { service_id: 1, active_from: "2026-11-27", definition: {} }),
    // @ts-expect-error: the version counts itself.
    Warehouse.change(context, {} as Row<"warehouse">, { version: 7 }),
  ];
};
