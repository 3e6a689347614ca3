import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import Type from "typebox";
import { updateEmployee } from "#domain/identity/accounts/operations/update-employee.ts";
import { closeBin } from "#domain/warehouse/warehouses/operations/close-bin.ts";
import { closeWarehouse } from "#domain/warehouse/warehouses/operations/close-warehouse.ts";
import { closeZone } from "#domain/warehouse/warehouses/operations/close-zone.ts";
import { defineOperation, type Operation } from "#operation/define/define.ts";
import { plainMessage } from "#operation/response/messages.ts";
import { catchRefusal, testService } from "#tests/support/service.ts";
import { openWarehouse } from "#tests/support/stock.ts";
import { Id, Nullable, StringEnum } from "#vocabulary/basics.ts";
import { checkStockOfBusiness } from "./check-stock.ts";
import { adjustStock } from "./operations/adjust-stock.ts";
import { createArticle } from "./operations/create-article.ts";
import { getArticle } from "./operations/get-article.ts";
import { getPackage } from "./operations/get-package.ts";
import { listArticles } from "./operations/list-articles.ts";
import { listMovements } from "./operations/list-movements.ts";
import { moveStock } from "./operations/move-stock.ts";
import { queryInventory } from "./operations/query-inventory.ts";
import { updateArticle } from "./operations/update-article.ts";
import { holdPackages, issuePackages, lockReceivingBin, receivePackages, releasePackages } from "./public.ts";

/** What families above do with packages, as an operation. */
const handle = defineOperation({
  name: "testHandlePackages",
  summary: "Handle packages",
  effect: "write",
  access: { roles: ["client_admin", "employee"], scopes: ["wms:write"] },
  input: Type.Object({
    step: StringEnum(["receive", "hold", "release", "issue"]),
    shipout_id: Type.Integer(),
    bin_id: Type.Optional(Id),
    codes: Type.Optional(Type.Array(Nullable(Type.String()))),
    customer_id: Type.Optional(Nullable(Id)),
    package_ids: Type.Optional(Type.Array(Id)),
  }),
  output: Type.Object({
    ids: Type.Array(Type.Integer()),
    faults: Type.Array(Type.String()),
    received_by: Type.Array(Type.String()),
  }),
  refusals: { not_done: "conflict" },

  async run(context, { step, shipout_id, bin_id = 0, codes = [], customer_id = null, package_ids = [] }) {
    const holder = { type: "shipout", id: shipout_id };
    const none = { ids: [], faults: [], received_by: [] };
    if (step === "receive") {
      const bin = await lockReceivingBin(context, bin_id);
      if (bin === undefined) throw context.refuse("not_found");
      const packages = codes.map((code) => ({ code, customer_id, weight_g: 1000 }));
      const received = await receivePackages(context, { bin, packages, subject: holder });
      if ("already" in received)
        return { ...none, received_by: received.already.map((one) => one.received_by?.name ?? "") };
      if ("problem" in received)
        throw context.refuse("not_done", { message: plainMessage({ en: received.problem }, "business") });
      return { ...none, ids: received.packages.map(({ id }) => id) };
    }
    if (step === "release") {
      const released = await releasePackages(context, { holder, package_ids });
      return { ...none, ids: released.map(({ id }) => id) };
    }
    const step_result =
      step === "hold"
        ? await holdPackages(context, { package_ids, holder, customer_id })
        : await issuePackages(context, { package_ids, holder });
    return "faulty" in step_result
      ? { ...none, faults: step_result.faulty.map(({ fault }) => fault) }
      : { ...none, ids: step_result.packages.map(({ id }) => id) };
  },
});

const service = await testService({
  operations: [{ ...handle, family: "test", risk: "low" } as unknown as Operation],
});

const readDifferences = async (business_id: number) =>
  (await checkStockOfBusiness(service.system, business_id)).differences;

describe("articles", () => {
  test("belong to an owner, who has each SKU and barcode once; two owners may have the same", async () => {
    const business = await service.business();
    const admin = business.as("client_admin");
    const { id: customer_id } = await business.customer();
    const facts = { sku: "TEA 1", name: "Tea", barcodes: ["4006 3813 3393 1"], weight_g: 250 };
    const own_article = await admin(createArticle, facts);
    assert.partialDeepStrictEqual(own_article.article, {
      barcodes: ["4006381333931"],
      customer_id: null,
      unit: "piece",
    });
    const theirs = await admin(createArticle, { ...facts, customer_id });
    assert.equal((await catchRefusal(admin(createArticle, facts))).code, "sku_taken");
    const other = { ...facts, sku: "TEA-2" };
    assert.equal((await catchRefusal(admin(createArticle, other))).code, "barcode_taken");
    assert.equal((await admin(listArticles, { sku: "TEA-2" })).total, 0);
    assert.equal(
      (await catchRefusal(admin(createArticle, { ...facts, customer_id: 9_999_999 }))).status,
      422,
    );
    const articles = await admin(listArticles, { barcode: "4006381333931" });
    assert.deepEqual(
      articles.articles.map(({ id }) => id),
      [own_article.article_id, theirs.article_id],
    );
    assert.equal((await admin(listArticles, { text: "te" })).total, 2);
    assert.equal((await admin(listArticles, { text: "te", customer_id })).total, 1);
    assert.equal((await admin(listArticles, { owner: "business" })).total, 1);
    const changed = await admin(updateArticle, {
      article_id: own_article.article_id,
      barcodes: [],
      name: "Green tea",
    });
    assert.partialDeepStrictEqual(changed.article, {
      barcodes: [],
      name: "Green tea",
      weight_g: 250,
      version: 2,
    });
    assert.equal((await admin(listArticles, { barcode: "4006381333931" })).total, 1);
  });

  test("are retired when nothing is left of them, and then not added to stock", async () => {
    const business = await service.business();
    const { admin, article, find, a1 } = await openWarehouse(business);
    const article_id = await article();
    await find(a1, article_id, 3);
    const refusal = await catchRefusal(admin(updateArticle, { article_id, status: "retired" }));
    assert.deepEqual([refusal.code, refusal.extra], ["article_in_stock", { qty: 3 }]);
    assert.equal((await admin(getArticle, { article_id })).qty, 3);
    await admin(adjustStock, { bin_id: a1, article_id, change: -3, reason: "disposed" });
    await admin(updateArticle, { article_id, status: "retired" });
    assert.equal((await catchRefusal(find(a1, article_id, 1))).code, "article_retired");
  });
});

describe("stock", () => {
  test("moves by lines, parts of lines, packages with their content, and whole bins", async () => {
    const business = await service.business();
    const { admin, article, find, readLine, readContent, a1, a2, a3 } = await openWarehouse(business);
    const [tea, rice] = [await article(), await article()];
    await find(a1, tea, 10, { lot: "L1" });
    await find(a1, rice, 4);
    const { ids } = await admin(handle, { step: "receive", shipout_id: 1, bin_id: a1, codes: ["box 1"] });
    const package_id = ids[0] ?? 0;
    await admin(adjustStock, { bin_id: a1, article_id: rice, package_id, change: 6, reason: "found" });
    await admin(moveStock, {
      to_bin_id: a2,
      items: [{ line_id: await readLine(a1, tea), qty: 3, scanned: "4006" }, { package_id }],
    });
    assert.deepEqual(await readContent(a1), { "SKU-NORTH-1/L1": 7, "SKU-NORTH-2": 4 });
    assert.deepEqual(await readContent(a2), { "SKU-NORTH-1/L1": 3, BOX1: 1, "BOX1/SKU-NORTH-2": 6 });
    await admin(moveStock, { to_bin_id: a3, from_bin_id: a1 });
    assert.deepEqual(await readContent(a1), {});
    assert.deepEqual(await readContent(a3), { "SKU-NORTH-1/L1": 7, "SKU-NORTH-2": 4 });
    const inside = await readLine(a2, rice);
    const refusal = await catchRefusal(admin(moveStock, { to_bin_id: a3, items: [{ line_id: inside }] }));
    assert.deepEqual([refusal.code, refusal.errors?.[0]?.["field"]], ["in_package", "items/0"]);
    assert.equal(refusal.message, `These goods are in the package ${package_id}: move the package.`);
    const package_view = await admin(getPackage, { package_id });
    assert.deepEqual([package_view.package.bin_id, package_view.inventory.length], [a2, 2]);
    const { movements } = await admin(listMovements, { article_id: tea });
    assert.deepEqual(
      movements.map((one) => [one.reason, one.qty, one.from_bin_code, one.to_bin_code, one.scanned]),
      [
        ["moved", 7, "A-1", "A-3", null],
        ["moved", 3, "A-1", "A-2", "4006"],
        ["found", 10, null, "A-1", null],
      ],
    );
    const page = await admin(listMovements, { article_id: tea, limit: 2 });
    assert.equal(
      (await admin(listMovements, { article_id: tea, before: page.next ?? 0 })).movements.length,
      1,
    );
    assert.deepEqual(await readDifferences(business.id), []);
    const kinds = await service.system.rows<{ kind: string }>(
      "select kind from event where business_id = $1 and subject_type = 'stock_batch' order by id",
      [business.id],
    );
    assert.deepEqual(
      kinds.map(({ kind }) => kind),
      ["wms.adjusted", "wms.adjusted", "wms.received", "wms.adjusted", "wms.moved", "wms.moved"],
    );
  });

  test("is refused where it is not, and nothing of the call happens", async () => {
    const [business, other] = [await service.business(), await service.business()];
    const { admin, article, find, readLine, readContent, a1, a2 } = await openWarehouse(business);
    const south = await openWarehouse(business, "SOUTH");
    const foreign = await openWarehouse(other);
    const tea = await article();
    await find(a1, tea, 5);
    const line_id = await readLine(a1, tea);
    const cases: [Record<string, unknown>, string, number][] = [
      [{ to_bin_id: a2, items: [{ line_id, qty: 6 }] }, "not_enough_stock", 409],
      [{ to_bin_id: a1, items: [{ line_id }] }, "same_bin", 409],
      [{ to_bin_id: a2, items: [{ line_id }, { line_id }] }, "wrong_goods", 422],
      [{ to_bin_id: a2, items: [{ line_id, package_id: 1 }] }, "wrong_goods", 422],
      [{ to_bin_id: a2, items: [] }, "invalid_request", 422],
      [{ to_bin_id: a2 }, "wrong_goods", 422],
      [{ to_bin_id: a2, items: [{ line_id: 99_999_999 }] }, "not_in_stock", 409],
      [{ to_bin_id: south.a1, items: [{ line_id }] }, "other_warehouse", 409],
      [{ to_bin_id: foreign.a1, items: [{ line_id }] }, "unknown_bin", 404],
      [{ to_bin_id: a2, from_bin_id: foreign.a1 }, "unknown_bin", 404],
      [{ to_bin_id: a1, from_bin_id: a2 }, "nothing_to_move", 409],
    ];
    for (const [input, code, status] of cases) {
      const refusal = await catchRefusal(admin(moveStock, input as never));
      assert.deepEqual([refusal.code, refusal.status], [code, status], JSON.stringify(input));
    }
    const adjustments: [Record<string, unknown>, string][] = [
      [{ bin_id: a1, article_id: tea, change: 1, reason: "lost" }, "wrong_direction"],
      [{ bin_id: a1, article_id: tea, change: 0, reason: "corrected" }, "wrong_direction"],
      [{ bin_id: a1, article_id: tea, change: -6, reason: "lost" }, "not_enough_stock"],
      [{ bin_id: a1, article_id: tea, change: -1, reason: "lost", lot: "L9" }, "not_enough_stock"],
      [{ bin_id: a1, change: -1, reason: "lost" }, "wrong_goods"],
      [{ bin_id: a1, article_id: 99_999_999, change: 1, reason: "found" }, "unknown_article"],
      [{ bin_id: foreign.a1, article_id: tea, change: 1, reason: "found" }, "unknown_bin"],
    ];
    for (const [input, code] of adjustments)
      assert.equal(
        (await catchRefusal(admin(adjustStock, input as never))).code,
        code,
        JSON.stringify(input),
      );
    assert.deepEqual(await readContent(a1), { "SKU-NORTH-1": 5 });
    assert.deepEqual(await readDifferences(business.id), []);
  });

  test("does not go into a bin that is full or closed: the refusal says what fits", async () => {
    const business = await service.business();
    const { admin, article, find, bin, readLine, readContent, a1 } = await openWarehouse(business);
    const tea = await article({ weight_g: 500, length_mm: 100, width_mm: 100, height_mm: 100 });
    await find(a1, tea, 20);
    const items = [{ line_id: await readLine(a1, tea), qty: 10 }];
    const heavy = await bin("B-1", { weight_g_max: 2_600, units_max: 9 });
    await find(heavy, tea, 1);
    const refusal = await catchRefusal(admin(moveStock, { to_bin_id: heavy, items }));
    assert.equal(refusal.code, "bin_full");
    assert.deepEqual(refusal.extra, {
      bin_id: heavy,
      free: { pieces: 8, weight_g: 2_100, volume_cm3: null },
      fits: [4],
    });
    const small = await bin("B-2", { volume_cm3_max: 3_500 });
    assert.deepEqual(
      (await catchRefusal(admin(moveStock, { to_bin_id: small, items }))).extra?.["fits"],
      [3],
    );
    await admin(moveStock, { to_bin_id: small, items: [{ ...items[0], qty: 3 }] });
    // Goods that leave a bin over its limit are not refused.
    await admin(moveStock, { to_bin_id: a1, from_bin_id: small });
    const shut = await bin("B-3");
    await admin(closeBin, { bin_id: shut });
    assert.equal((await catchRefusal(admin(moveStock, { to_bin_id: shut, items }))).code, "bin_closed");
    assert.deepEqual(await readContent(a1), { "SKU-NORTH-1": 20 });
  });

  test("keeps its bin, zone and warehouse from being closed", async () => {
    const business = await service.business();
    const { admin, article, find, a1, storage_id, warehouse_id } = await openWarehouse(business);
    const tea = await article();
    await find(a1, tea, 1);
    assert.equal((await catchRefusal(admin(closeBin, { bin_id: a1 }))).code, "bin_in_use");
    assert.equal((await catchRefusal(admin(closeZone, { zone_id: storage_id }))).code, "zone_in_use");
    const refusal = await catchRefusal(admin(closeWarehouse, { warehouse_id }));
    assert.partialDeepStrictEqual(refusal.extra, { uses: { stock: 1 } });
    await admin(adjustStock, { bin_id: a1, article_id: tea, change: -1, reason: "lost" });
    await admin(closeWarehouse, { warehouse_id });
  });

  test("is read by any filter, with totals, and as it was at any past time", async () => {
    const business = await service.business();
    const { admin, article, find, readLine, readContent, a1, a2, warehouse_id, storage_id } =
      await openWarehouse(business);
    const { id: customer_id } = await business.customer({ name: "Café Sol" });
    const tea = await article({ name: "Green tea", barcodes: ["111222333"] });
    const rice = await article({ name: "Rice", customer_id });
    service.freezeClock();
    const times: string[] = [];
    const later = () => {
      times.push(service.now().toISOString());
      service.advance(60_000);
    };
    later();
    await find(a1, tea, 10, { lot: "L1", expires_date: "2027-03-01" });
    later();
    await find(a2, rice, 4);
    await admin(handle, { step: "receive", shipout_id: 1, bin_id: a2, codes: ["PK-1"], customer_id });
    later();
    await admin(moveStock, { to_bin_id: a2, items: [{ line_id: await readLine(a1, tea), qty: 6 }] });
    later();
    await admin(moveStock, { to_bin_id: a1, from_bin_id: a2 });
    const states = [];
    for (const at of times) states.push([await readContent(a1, at), await readContent(a2, at)]);
    const TEA = "SKU-NORTH-1/L1";
    assert.deepEqual(states, [
      [{}, {}],
      [{ [TEA]: 10 }, {}],
      [{ [TEA]: 10 }, { "SKU-NORTH-2": 4, "PK-1": 1 }],
      [{ [TEA]: 4 }, { [TEA]: 6, "SKU-NORTH-2": 4, "PK-1": 1 }],
    ]);
    assert.deepEqual(await readContent(a1), { [TEA]: 10, "SKU-NORTH-2": 4, "PK-1": 1 });
    const all = await admin(queryInventory, { warehouse_id });
    assert.deepEqual([all.total, all.totals], [3, { pieces: 14, packages: 1, bins: 1 }]);
    const count = async (filter: Record<string, unknown>) => (await admin(queryInventory, filter)).total;
    const filters: [Record<string, unknown>, number][] = [
      [{ zone_id: storage_id }, 3],
      [{ customer_id }, 2],
      [{ owner: "business" }, 1],
      [{ sku: "SKU-NORTH-1" }, 1],
      [{ code: "pk-1" }, 1],
      [{ code: "111222333" }, 1],
      [{ lot: "L1" }, 1],
      [{ lot: "" }, 2],
      [{ expires_until: "2027-03-01" }, 1],
      [{ expires_until: "2027-02-28" }, 0],
      [{ text: "green" }, 1],
      [{ text: "pk-" }, 1],
      [{ text: "a-1" }, 3],
      [{ text: "100%" }, 0],
      [{ article_id: rice }, 1],
      [{ as_of: times[2], customer_id }, 2],
      [{ as_of: times[1], customer_id }, 0],
    ];
    for (const [filter, expected] of filters)
      assert.equal(await count(filter), expected, JSON.stringify(filter));
    const paged = await admin(queryInventory, { per_page: 2, page: 2, sort: "article" });
    assert.deepEqual([paged.total, paged.inventory.map(({ package: one }) => one?.code)], [3, ["PK-1"]]);
    assert.partialDeepStrictEqual(paged.inventory[0], {
      bin_code: "A-1",
      zone_code: "A",
      customer: { id: customer_id, name: "Café Sol" },
      article: null,
      qty: 1,
    });
  });

  test("is seen and moved by those who work at its warehouse", async () => {
    const business = await service.business();
    const [north, south] = [await openWarehouse(business), await openWarehouse(business, "SOUTH")];
    const tea = await north.article();
    await north.find(north.a1, tea, 5);
    await north.find(south.a1, tea, 7);
    const { ids } = await north.admin(handle, {
      step: "receive",
      shipout_id: 1,
      bin_id: south.a1,
      codes: ["PK-S"],
    });
    const person = await business.person("employee");
    await business.as("client_admin")(updateEmployee, {
      employee_id: person.account_id,
      permissions: ["wms:read", "wms:write"],
      warehouse_ids: [north.warehouse_id],
    });
    assert.deepEqual((await person.call(queryInventory, {})).totals, { pieces: 5, packages: 0, bins: 1 });
    assert.equal((await person.call(getArticle, { article_id: tea })).qty, 5);
    assert.equal((await person.call(listMovements, { article_id: tea })).movements.length, 1);
    await person.call(moveStock, {
      to_bin_id: north.a2,
      items: [{ line_id: await north.readLine(north.a1, tea) }],
    });
    const [package_id = 0] = ids;
    const line_id = await south.readLine(south.a1, tea);
    const refused: [() => Promise<unknown>, number][] = [
      [() => person.call(moveStock, { to_bin_id: south.a2, items: [{ line_id }] }), 404],
      [() => person.call(moveStock, { to_bin_id: north.a2, items: [{ line_id }] }), 409],
      [() => person.call(moveStock, { to_bin_id: north.a2, items: [{ package_id }] }), 409],
      [
        () => person.call(adjustStock, { bin_id: south.a1, article_id: tea, change: 1, reason: "found" }),
        404,
      ],
      [() => person.call(getPackage, { package_id }), 404],
      [() => person.call(handle, { step: "receive", shipout_id: 1, bin_id: south.a1, codes: ["X"] }), 404],
    ];
    for (const [call, status] of refused) assert.equal((await catchRefusal(call())).status, status);
    assert.deepEqual(await person.call(handle, { step: "issue", shipout_id: 1, package_ids: [package_id] }), {
      ids: [],
      faults: ["unknown"],
      received_by: [],
    });
  });
});

describe("packages", () => {
  test("are received once, held by one, released, issued, and come back as the same package", async () => {
    const business = await service.business();
    const { admin, readContent, a1, a2 } = await openWarehouse(business);
    const { id: customer_id } = await business.customer();
    const step = (name: "receive" | "hold" | "release" | "issue", shipout_id: number, more: object) =>
      admin(handle, { step: name, shipout_id, customer_id, ...more });
    const { ids } = await step("receive", 1, { bin_id: a1, codes: ["1z 9", null, null] });
    assert.equal(new Set(ids).size, 3);
    assert.match(Object.keys(await readContent(a1)).join(), /^1Z9,HU\d{9,},HU\d{9,}$/);
    const again = await step("receive", 2, { bin_id: a2, codes: ["1Z9", "NEW"] });
    assert.deepEqual([again.ids, again.received_by.length], [[], 1]);
    assert.deepEqual(await readContent(a2), {});
    const [first = 0, second = 0] = ids;
    assert.deepEqual((await step("hold", 7, { package_ids: [first, second] })).ids, [first, second]);
    assert.deepEqual((await step("hold", 7, { package_ids: [first] })).ids, [first]);
    assert.deepEqual((await step("hold", 8, { package_ids: [second] })).faults, ["held"]);
    assert.deepEqual((await step("hold", 8, { package_ids: [ids[2]], customer_id: null })).faults, [
      "other_owner",
    ]);
    assert.deepEqual((await step("issue", 8, { package_ids: [first] })).faults, ["held"]);
    await admin(moveStock, { to_bin_id: a2, items: [{ package_id: first }] });
    assert.equal((await admin(queryInventory, { bin_id: a2 })).inventory[0]?.package?.held, true);
    assert.deepEqual((await step("release", 7, { package_ids: [second] })).ids, [second]);
    assert.deepEqual((await step("issue", 7, { package_ids: [first] })).ids, [first]);
    assert.deepEqual((await step("issue", 7, { package_ids: [first] })).faults, ["not_in_stock"]);
    assert.partialDeepStrictEqual((await admin(getPackage, { package_id: first })).package, {
      status: "issued",
      bin_id: null,
      holder_id: null,
    });
    assert.deepEqual((await step("receive", 3, { bin_id: a1, codes: ["1Z9"] })).ids, [first]);
    assert.deepEqual(await readDifferences(business.id), []);
    const held = await business.readEvents("stock_package", first);
    assert.deepEqual(
      held.map(({ kind }) => kind),
      ["wms.package_held", "wms.package_released"],
    );
  });

  test("of two who receive the same one at once, one does, and the other is told who", async () => {
    const business = await service.business();
    const { a1, a2 } = await openWarehouse(business);
    const people = [
      await business.person("client_admin", "Ana"),
      await business.person("client_admin", "Bia"),
    ];
    for (let round = 0; round < 5; round += 1) {
      const answers = await Promise.all(
        people.map((person, index) =>
          person.call(handle, {
            step: "receive",
            shipout_id: 1,
            bin_id: index === 0 ? a1 : a2,
            codes: [`PK-${round}`],
          }),
        ),
      );
      const winner = answers.findIndex(({ ids }) => ids.length === 1);
      assert.deepEqual(answers[1 - winner], {
        ids: [],
        faults: [],
        received_by: [winner === 0 ? "Ana" : "Bia"],
      });
    }
    assert.deepEqual(await readDifferences(business.id), []);
  });

  test("of many holders at once, one gets it", async () => {
    const business = await service.business();
    const { admin, a1 } = await openWarehouse(business);
    const { ids } = await admin(handle, { step: "receive", shipout_id: 1, bin_id: a1, codes: ["A", "B"] });
    const answers = await Promise.all(
      [1, 2, 3, 4, 5, 6].map((shipout_id) =>
        admin(handle, {
          step: "hold",
          shipout_id,
          package_ids: shipout_id % 2 === 0 ? ids : ids.toReversed(),
        }),
      ),
    );
    assert.equal(answers.filter((answer) => answer.ids.length === 2).length, 1);
    assert.equal(answers.filter(({ faults }) => faults.length === 2).length, 5);
  });
});

describe("movements", () => {
  test("whatever their interleaving, add up to the stock, which is never negative nor over a limit", async () => {
    const business = await service.business();
    const { admin, article, find, bin, a1, a2 } = await openWarehouse(business);
    const limited = await bin("B-1", { units_max: 12 });
    const bins = [a1, a2, limited];
    const command = fc.record({
      article: fc.nat(1),
      from: fc.nat(2),
      to: fc.nat(2),
      change: fc.integer({ min: -6, max: 6 }),
      is_move: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 12, maxLength: 24 }), async (commands) => {
        const articles = [await article(), await article()];
        for (const id of articles) await find(a1, id, 5);
        const lines = new Map<string, number>();
        const remember = async () => {
          for (const line of (await admin(queryInventory, { per_page: 200 })).inventory)
            lines.set(`${line.bin_id}/${line.article?.id}`, line.line_id);
        };
        await remember();
        const outcomes = await Promise.allSettled(
          commands.map(({ article: n, from, to, change, is_move }) => {
            const article_id = articles[n] ?? 0;
            if (!is_move)
              return admin(adjustStock, { bin_id: bins[from] ?? 0, article_id, change, reason: "corrected" });
            const line_id = lines.get(`${a1}/${article_id}`) ?? 0;
            return admin(moveStock, {
              to_bin_id: bins[to] ?? 0,
              items: [{ line_id, qty: Math.abs(change) + 1 }],
            });
          }),
        );
        const codes = new Set(
          outcomes.flatMap((one) =>
            one.status === "rejected" ? [(one.reason as { code?: string }).code] : [],
          ),
        );
        for (const code of codes)
          assert.ok(
            ["not_enough_stock", "bin_full", "same_bin", "not_in_stock", "wrong_direction"].includes(
              code ?? "",
            ),
            `${code}: ${JSON.stringify(outcomes.find((one) => one.status === "rejected"))}`,
          );
        assert.deepEqual(await readDifferences(business.id), []);
        const { totals } = await admin(queryInventory, { bin_id: limited });
        assert.ok(totals.pieces <= 12, `${totals.pieces} pieces`);
      }),
      { numRuns: Number(process.env["FOLD_RUNS"] ?? 4) },
    );
  });

  test("are made once for one idempotency key, however often and at once the call is sent", async () => {
    const business = await service.business();
    const { admin, article, find, readLine, readContent, a1, a2 } = await openWarehouse(business);
    const tea = await article();
    await find(a1, tea, 10);
    const input = { to_bin_id: a2, items: [{ line_id: await readLine(a1, tea), qty: 2 }] };
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => admin(moveStock, input, { idempotency_key: "move-1" })),
    );
    assert.equal(new Set(answers.map(({ batch_id }) => batch_id)).size, 1);
    assert.deepEqual(await readContent(a2), { "SKU-NORTH-1": 2 });
  });

  test("are not changed in the database, nor is a line below zero; the check finds what was", async () => {
    const business = await service.business();
    const { article, find, readLine, a1 } = await openWarehouse(business);
    const tea = await article();
    await find(a1, tea, 3);
    const id = await readLine(a1, tea);
    await assert.rejects(
      service.system.execute("update stock_movement set qty = 9 where business_id = $1", [business.id]),
      {
        code: "42501",
      },
    );
    await assert.rejects(service.system.execute("update stock_line set qty = -1 where id = $1", [id]), {
      code: "23514",
    });
    await service.system.execute("update stock_line set qty = 4 where id = $1", [id]);
    assert.deepEqual(
      (await readDifferences(business.id)).map(({ what, stored, rebuilt }) => [what, stored, rebuilt]),
      [
        ["line", "4", "3"],
        ["balance", "4", "3"],
      ],
    );
  });
});
