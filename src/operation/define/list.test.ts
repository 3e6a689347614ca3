import assert from "node:assert/strict";
import { test } from "node:test";
import Type, { type Static } from "typebox";
import type { Db } from "#platform/db/db.ts";
import { listPreparedTexts } from "#platform/db/statement.ts";
import { type TestBusiness, testService } from "#tests/support/service.ts";
import { Id, StringEnum } from "#vocabulary/basics.ts";
import { BY_ID, byId, CursorError } from "#vocabulary/cursor-page.ts";
import type { Context } from "./context.ts";
import { defineList, filter, indexed, parameter, required, requiredParameter } from "./list.ts";
import { defineRecord, type Row } from "./record.ts";

const service = await testService();
const Warehouse = defineRecord("warehouse");
const STATUSES = ["open", "closed"] as const;
const access = { roles: ["client_admin"], scopes: [] } as const;

const byCode = defineList({
  name: "testWarehouses",
  summary: "List warehouses",
  access,
  filters: {
    status: filter(StringEnum(STATUSES)),
    codes: filter(Type.Array(Type.String()), "w.code = any($codes)"),
    name: filter(Type.String(), {
      where: "lower(w.name) = $name or lower(w.code) = $name",
      value: (text) => text.toLowerCase(),
    }),
    id: indexed(Id),
  },
  rows: { warehouses: Type.Array(Type.Object({ code: Type.String(), place: Type.String() })) },
  from: "warehouse w",
  select: "select w.*, $prefix || w.code as label from warehouse w",
  order: "w.code",
  where: "w.code <> $hidden",
  values: ({ actor }) => ({
    hidden: "DEPOT",
    prefix: "at ",
    id: actor.role === "driver" ? 0 : undefined,
  }),
  build: ({ code, label }: Row<"warehouse"> & { label: string }) => ({ code, place: label }),
});

const newest = defineList({
  name: "testNewestWarehouses",
  summary: "List the newest warehouses",
  access,
  filters: { status: filter(StringEnum(STATUSES)) },
  rows: { warehouses: Type.Array(Type.Object({ id: Id }), { description: "Newest first." }) },
  from: "warehouse",
  columns: "id",
  extend: (page) => `select p.id from (${page}) p order by p.id desc`,
  where: ["created_at <= $now", "code <> 'DEPOT'"],
  order: BY_ID,
  sorted_within: "business_id",
  values: ({ now }) => ({ now }),
});

function buildContext(business: TestBusiness, more: { role?: string; now?: Date } = {}): Context<never> {
  const { role = "client_admin", now = new Date() } = more;
  return { db: service.system as Db, business_id: business.id, actor: { role }, now } as never;
}

/** Beside the depot that every business has. */
async function createWarehouses(...codes: string[]): Promise<TestBusiness> {
  const business = await service.business();
  for (const code of codes)
    await Warehouse.insert(buildContext(business), {
      code,
      name: `Store ${code}`,
      place: { line1: "SIA 3", city: "Brasília", country: "BR" },
      ...(code.startsWith("C") ? { status: "closed", closed_at: "2026-11-27T10:00:00Z" } : {}),
    });
  return business;
}

async function readCodes(
  business: TestBusiness,
  input: Static<(typeof byCode)["input"]>,
  role?: string,
): Promise<{ codes: string[]; total: number }> {
  const { warehouses, total } = (await byCode.run(
    buildContext(business, { role }),
    input,
    undefined,
  )) as Static<(typeof byCode)["output"]>;
  return { codes: warehouses.map(({ code }) => code), total };
}

test("filters narrow the rows and their number", async () => {
  const business = await createWarehouses("B", "A", "C");
  await createWarehouses("A");
  const [first] = await service.system.rows<{ id: number }>(
    "select id from warehouse where business_id = $1 and code = 'B'",
    [business.id],
  );
  const cases: [Static<(typeof byCode)["input"]>, string[]][] = [
    [{}, ["A", "B", "C"]],
    [{ status: "closed" }, ["C"]],
    [{ codes: ["A", "C"] }, ["A", "C"]],
    [{ codes: [] }, []],
    [{ codes: ["A", "C"], status: "open" }, ["A"]],
    [{ name: "STORE A" }, ["A"]],
    [{ name: "c", status: "open" }, []],
    [{ id: first?.id ?? 0 }, ["B"]],
  ];
  for (const [input, codes] of cases)
    assert.deepEqual(await readCodes(business, input), { codes, total: codes.length }, JSON.stringify(input));
});

test("pages have the rows in their order, and the number of all", async () => {
  const business = await createWarehouses("B", "A", "C", "D", "E");
  assert.deepEqual(await readCodes(business, { per_page: 2 }), { codes: ["A", "B"], total: 5 });
  assert.deepEqual(await readCodes(business, { per_page: 2, page: 3 }), { codes: ["E"], total: 5 });
  const answer = await byCode.run(buildContext(business), { per_page: 1 }, undefined);
  assert.deepEqual(answer, {
    result: true,
    total: 5,
    page: 1,
    per_page: 1,
    warehouses: [{ code: "A", place: "at A" }],
  });
});

test("a value of the list replaces what was given for a filter", async () => {
  const business = await createWarehouses("A");
  assert.deepEqual(await readCodes(business, {}, "driver"), { codes: [], total: 0 });
});

test("a cursor reads each row once, whatever the time, and only with its filters", async () => {
  const business = await createWarehouses("A", "B", "C");
  const read = async (input: Static<(typeof newest)["input"]>, now: string) =>
    (await newest.run(buildContext(business, { now: new Date(now) }), input, undefined)) as Static<
      (typeof newest)["output"]
    >;
  const first = await read({ per_page: 2 }, "2999-01-01");
  assert.equal(first.total, 3);
  const cursor = first.next_cursor ?? "";
  await Warehouse.insert(buildContext(business), { code: "D", name: "D", place: {} as never });
  const second = await read({ per_page: 2, cursor }, "2999-01-02");
  assert.equal(second.next_cursor, null);
  const ids = [...first.warehouses, ...second.warehouses].map(({ id }) => id);
  assert.deepEqual(
    ids,
    ids.toSorted((one, other) => other - one),
  );
  assert.equal(new Set(ids).size, 3);
  await assert.rejects(read({ cursor, status: "open" }, "2999-01-01"), CursorError);
});

test("filters share one text; one that an index answers has its own", async () => {
  const business = await createWarehouses("A");
  const list = defineList({
    name: "testTexts",
    summary: "List warehouses",
    access,
    filters: {
      status: filter(StringEnum(STATUSES)),
      code: filter(Type.String()),
      id: indexed(Id),
    },
    rows: { warehouses: Type.Array(Type.Object({ id: Id })) },
    from: "warehouse counted_texts",
    order: "code",
  });
  const countTexts = async (input: Static<(typeof list)["input"]>) => {
    await list.run(buildContext(business), input, undefined);
    return listPreparedTexts().filter((text) => text.includes("counted_texts")).length;
  };
  assert.equal(await countTexts({}), 2);
  assert.equal(await countTexts({ status: "closed", code: "A", page: 2 }), 2);
  assert.equal(await countTexts({ id: 1 }), 4);
  assert.equal(await countTexts({ id: 2, status: "closed" }), 4);
});

test("the input has what the list is within, the paging and the filters, in this order", () => {
  const { input, output } = defineList({
    name: "testBins",
    summary: "List bins",
    access,
    within: { warehouse_id: required(Id) },
    filters: { status: filter(StringEnum(STATUSES)) },
    rows: { bins: Type.Array(Type.Object({ id: Id })) },
    from: "warehouse_bin",
    order: "code",
  });
  assert.deepEqual(Object.keys(input.properties), ["warehouse_id", "page", "per_page", "status"]);
  assert.deepEqual(input.required, ["warehouse_id"]);
  assert.deepEqual(Object.keys(output.properties), ["result", "total", "page", "per_page", "bins"]);
});

test("a name without a value is an error, never a condition that is left out", async () => {
  const business = await createWarehouses();
  const list = defineList({
    name: "testMisspelt",
    summary: "List warehouses",
    access,
    rows: { warehouses: Type.Array(Type.Object({ id: Id })) },
    from: "warehouse",
    where: "customer_id = $costumer_id",
    order: "id",
    values: () => ({ customer_id: 1 }),
  });
  await assert.rejects(list.run(buildContext(business), {}, undefined), /has no value named costumer_id/);
});

const Codes = Type.Array(Type.Object({ code: Type.String() }));

test("all rows that a function reads are paged and counted", async () => {
  const list = defineList({
    name: "testDecided",
    summary: "List codes",
    access,
    filters: { first: parameter(Type.String()) },
    above: { first: Type.String() },
    rows: { codes: Codes },
    readAll: async (_, { first = "A" }) => ["A", "B", "C", "D"].filter((code) => code >= first),
    build: (code: string) => ({ code }),
    readBeside: (_, { input }) => ({ first: input.first ?? "A" }),
  });
  const business = await service.business();
  const answer = await list.run(buildContext(business), { per_page: 1, page: 2, first: "B" }, undefined);
  assert.deepEqual(answer, {
    result: true,
    total: 3,
    page: 2,
    per_page: 1,
    first: "B",
    codes: [{ code: "C" }],
  });
});

test("a page of another family is answered with its own paging", async () => {
  const list = defineList({
    name: "testPublished",
    summary: "List codes",
    access,
    rows: { codes: Codes },
    order: byId("w.id"),
    readPage: async (_, { page = 1, per_page = 50 }) => ({
      rows: ["A"],
      paging: { result: true, total: 7, page, per_page, next_cursor: "next" },
    }),
    build: (code: string) => ({ code }),
  });
  assert.ok("cursor" in list.input.properties);
  const answer = await list.run(buildContext(await service.business()), { per_page: 1 }, undefined);
  assert.deepEqual(answer, {
    result: true,
    total: 7,
    page: 1,
    per_page: 1,
    next_cursor: "next",
    codes: [{ code: "A" }],
  });
});

test("what is above and below the rows is read by named values, and is where the schema has it", async () => {
  const list = defineList({
    name: "testBeside",
    summary: "List warehouses",
    access,
    filters: { least: requiredParameter(Type.String()) },
    above: { open: Type.Integer() },
    rows: { warehouses: Codes },
    below: { cities: Type.Array(Type.String()) },
    from: "warehouse w",
    where: "w.code >= $least and w.code <> 'DEPOT'",
    order: "w.code = $last, w.code",
    values: () => ({ last: "A" }),
    build: ({ code }: Row<"warehouse">) => ({ code }),
    async readTotals(_, { query, input, values }) {
      assert.deepEqual([input.least, values.last], ["A", "A"]);
      const [row] = await query<{ total: number; open: number }>(
        `select count(*) as total, count(*) filter (where status = 'open') as open
           from warehouse where business_id = $1 and code >= $least and code <> 'DEPOT'`,
      );
      return { total: row?.total ?? 0, open: row?.open ?? 0, cities: ["Brasília"] };
    },
  });
  assert.deepEqual(list.input.required, ["least"]);
  const answer = await list.run(
    buildContext(await createWarehouses("B", "A", "C")),
    { least: "A" },
    undefined,
  );
  assert.deepEqual(Object.entries(answer as object), [
    ["result", true],
    ["total", 3],
    ["page", 1],
    ["per_page", 50],
    ["open", 2],
    ["warehouses", [{ code: "B" }, { code: "C" }, { code: "A" }]],
    ["cities", ["Brasília"]],
  ]);
  assert.deepEqual(Object.keys(list.output.properties), Object.keys(answer as object));
});

test("counting stops where the list says", async () => {
  const list = defineList({
    name: "testCounted",
    summary: "List warehouses",
    access,
    rows: { warehouses: Codes },
    from: "warehouse w",
    order: "w.code",
    count_max: 2,
  });
  const answer = (await list.run(
    buildContext(await createWarehouses("A", "B", "C")),
    { page: 2, per_page: 2 },
    undefined,
  )) as Static<(typeof list)["output"]>;
  assert.deepEqual([answer.total, answer.warehouses.length], [2, 2]);
  assert.equal(
    (list.output.properties.total as { description?: string }).description,
    "Counting stops at 2.",
  );
});

test("rows are read in one way", () => {
  const common = { name: "testTwice", summary: "List codes", access, rows: { codes: Codes } };
  assert.throws(() => defineList(common), /testTwice are read in one way/);
  assert.throws(
    () => defineList({ ...common, from: "warehouse", order: "code", readAll: async () => [] }),
    /testTwice are read in one way/,
  );
});

// Each is an error of the compiler, which the type check of the suite sees.
export const refused = () => {
  const common = { name: "x", summary: "x", access, from: "warehouse", order: "id" };
  const rows = { warehouses: Type.Array(Type.Object({ code: Type.String() })) };
  return [
    // @ts-expect-error: the answer needs a code.
    defineList({ ...common, rows, build: (row: { id: number }) => ({ id: row.id }) }),
    // @ts-expect-error: the input has no such member.
    defineList({ ...common, rows, filters: { status: filter(Id) }, values: (_, { state }) => ({ state }) }),
    // @ts-expect-error: an id is no text.
    filter(Id, { value: (id) => id.toLowerCase() }),
    // @ts-expect-error: no such refusal is declared.
    defineList({ ...common, rows, values: ({ refuse }) => ({ at: refuse("too_far") }) }),
  ];
};
