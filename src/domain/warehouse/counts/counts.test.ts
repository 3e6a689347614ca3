import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { updateEmployee } from "#domain/identity/accounts/operations/update-employee.ts";
import { checkStockOfBusiness } from "#domain/warehouse/inventory/check-stock.ts";
import { adjustStock } from "#domain/warehouse/inventory/operations/adjust-stock.ts";
import { listMovements } from "#domain/warehouse/inventory/operations/list-movements.ts";
import { moveStock } from "#domain/warehouse/inventory/operations/move-stock.ts";
import { queryInventory } from "#domain/warehouse/inventory/operations/query-inventory.ts";
import { confirmPutaway } from "#domain/warehouse/receiving/operations/confirm-putaway.ts";
import { createReceipt } from "#domain/warehouse/receiving/operations/create-receipt.ts";
import { receiveGoods } from "#domain/warehouse/receiving/operations/receive-goods.ts";
import { undoReceiptScan } from "#domain/warehouse/receiving/operations/undo-receipt-scan.ts";
import { catchRefusal, testService } from "#tests/support/service.ts";
import { openWarehouse } from "#tests/support/stock.ts";
import { approveCount } from "./operations/approve-count.ts";
import { cancelCount } from "./operations/cancel-count.ts";
import { createCount } from "./operations/create-count.ts";
import { getCount } from "./operations/get-count.ts";
import { listCounts } from "./operations/list-counts.ts";
import { recountBin } from "./operations/recount-bin.ts";
import { startBin } from "./operations/start-bin.ts";
import { submitBin } from "./operations/submit-bin.ts";

const service = await testService();

const readDifferences = async (business_id: number) =>
  (await checkStockOfBusiness(service.system, business_id)).differences;

type Business = Awaited<ReturnType<typeof service.business>>;

/** A warehouse with 10 of `tea` and the package PK-1 in bin A-1, and a count of that bin. */
async function begin(business: Business, more: Record<string, unknown> = {}) {
  const house = await openWarehouse(business);
  const { admin, warehouse_id, a1, r1 } = house;
  const tea = await house.article({ barcodes: ["4006381333931"] });
  await house.find(a1, tea, 10);
  const { receipt_id } = await admin(createReceipt, { warehouse_id });
  const box = await admin(receiveGoods, { receipt_id, code: "PK-1", kind: "package", bin_id: r1 });
  const package_id = box.scan.package?.id ?? 0;
  await admin(moveStock, { to_bin_id: a1, items: [{ package_id }] });
  const { count_id } = await admin(createCount, { warehouse_id, bin_ids: [a1], ...more });
  const count = async (items: object[], bin_id = a1, call: typeof admin = admin) => {
    await call(startBin, { count_id, bin_id });
    return call(submitBin, { count_id, bin_id, items: items as never });
  };
  return { ...house, tea, package_id, count_id, count };
}

const TEA = "4006381333931";

describe("a count", () => {
  test("that agrees changes nothing and closes", async () => {
    const business = await service.business();
    const { admin, count, count_id } = await begin(business);
    assert.equal((await admin(listCounts, { status: "open" })).total, 1);
    const { decision } = await count([
      { code: TEA, qty: 4 },
      { code: "SKU-NORTH-1", qty: 6 },
      { code: "pk-1", qty: 1 },
    ]);
    assert.equal(decision, "agreed");
    const { count: closed, bins } = await admin(getCount, { count_id });
    assert.deepEqual([closed.status, bins[0]?.status, bins[0]?.goods.length], ["closed", "agreed", 2]);
    assert.equal((await catchRefusal(count([]))).code, "wrong_status");
    assert.deepEqual(await readDifferences(business.id), []);
  });

  test("that differs is counted again, shown when decided, and becomes a movement with its reason", async () => {
    const business = await service.business();
    const { admin, count, count_id, readContent, a1, tea, package_id } = await begin(business);
    assert.equal((await count([{ code: TEA, qty: 8 }])).decision, "recount");
    assert.deepEqual((await admin(getCount, { count_id })).bins[0]?.goods, []);
    assert.equal((await catchRefusal(admin(approveCount, { count_id }))).code, "nothing_to_approve");
    assert.equal((await count([{ code: TEA, qty: 8 }])).decision, "difference");
    assert.deepEqual(await readContent(a1), { "SKU-NORTH-1": 10, "PK-1": 1 });
    const { bins } = await admin(getCount, { count_id });
    assert.deepEqual(
      bins[0]?.goods.map(({ article, package: box, change }) => [article?.sku ?? box?.code, change]).sort(),
      [
        ["PK-1", -1],
        ["SKU-NORTH-1", -2],
      ],
    );
    const wrong = await catchRefusal(admin(approveCount, { count_id, reason: "found" }));
    assert.equal(wrong.code, "wrong_direction");
    const approval = await admin(approveCount, { count_id, reason: "lost", note: "Searched twice" });
    assert.equal(approval.count.status, "closed");
    assert.deepEqual(await readContent(a1), { "SKU-NORTH-1": 8 });
    const [last] = (await admin(listMovements, { article_id: tea })).movements;
    assert.partialDeepStrictEqual(last, {
      reason: "lost",
      qty: 2,
      note: "Searched twice",
      subject_type: "stock_count",
    });
    const box = await service.system.row<{ status: string }>(
      "select status from stock_package where id = $1",
      [package_id],
    );
    assert.equal(box?.status, "lost");
    assert.deepEqual(await readDifferences(business.id), []);
    const kinds = (await business.readEvents("stock_count", count_id)).map(({ kind }) =>
      kind.replace("stock_count.", ""),
    );
    assert.deepEqual(kinds, [
      ...["created", "bin_started", "bin_counted", "bin_started", "bin_counted"],
      ...["approved", "closed"],
    ]);
  });

  test("adds what was found, and moves a package that is recorded elsewhere to where it is", async () => {
    const business = await service.business();
    const { admin, count, count_id, readContent, article, a1, a2, tea, package_id } = await begin(business, {
      is_blind: false,
    });
    const rice = await article();
    await admin(moveStock, { to_bin_id: a2, items: [{ package_id }] });
    const { expected } = await admin(startBin, { count_id, bin_id: a1 });
    assert.deepEqual(
      expected.map(({ article_id, qty }) => [article_id, qty]),
      [[tea, 10]],
    );
    const items = [
      { code: TEA, qty: 10 },
      { article_id: rice, qty: 3, lot: "L7" },
      { code: "PK-1", qty: 1 },
    ];
    for (let round = 1; round <= 2; round += 1) await count(items);
    await admin(approveCount, { count_id });
    assert.deepEqual(await readContent(a1), { "SKU-NORTH-1": 10, "SKU-NORTH-2/L7": 3, "PK-1": 1 });
    assert.deepEqual(await readContent(a2), {});
    assert.deepEqual(await readDifferences(business.id), []);
  });

  test("counts again what moved while it was counted, and keeps a difference right that moved afterwards", async () => {
    const business = await service.business();
    const { admin, count, count_id, readContent, readLine, find, a1, a2, tea } = await begin(business);
    const line_id = await readLine(a1, tea);
    await admin(startBin, { count_id, bin_id: a1 });
    await admin(moveStock, { to_bin_id: a2, items: [{ line_id, qty: 3 }] });
    const items = (qty: number) => [
      { code: TEA, qty },
      { code: "PK-1", qty: 1 },
    ];
    const moved = await admin(submitBin, { count_id, bin_id: a1, items: items(7) });
    assert.deepEqual([moved.decision, moved.has_moved], ["recount", true]);
    // Goods that came and went in between moved too.
    await admin(startBin, { count_id, bin_id: a1 });
    await find(a1, tea, 1);
    await admin(adjustStock, { bin_id: a1, article_id: tea, change: -1, reason: "lost" });
    assert.equal((await admin(submitBin, { count_id, bin_id: a1, items: items(7) })).has_moved, true);

    assert.equal((await count(items(5))).decision, "difference");
    await admin(moveStock, { to_bin_id: a2, items: [{ line_id, qty: 1 }] });
    await admin(approveCount, { count_id });
    assert.deepEqual(
      [await readContent(a1), await readContent(a2)],
      [{ "SKU-NORTH-1": 4, "PK-1": 1 }, { "SKU-NORTH-1": 4 }],
    );
    assert.deepEqual(await readDifferences(business.id), []);
  });

  test("is not approved where the stock was adjusted, or what is missing left, since it was counted", async () => {
    const business = await service.business();
    const { admin, count, count_id, readContent, readLine, a1, a2, tea } = await begin(business);
    const items = [{ code: "PK-1", qty: 1 }];
    for (let round = 1; round <= 2; round += 1) await count(items);
    await admin(moveStock, { to_bin_id: a2, items: [{ line_id: await readLine(a1, tea), qty: 9 }] });
    assert.equal((await catchRefusal(admin(approveCount, { count_id }))).code, "moved_since");
    await admin(adjustStock, { bin_id: a1, article_id: tea, change: -1, reason: "lost" });
    assert.equal((await catchRefusal(admin(approveCount, { count_id }))).code, "adjusted_since");
    assert.deepEqual(await readContent(a1), { "PK-1": 1 });
    const again = await admin(recountBin, { count_id, bin_id: a1 });
    assert.deepEqual([again.bins[0]?.status, again.bins[0]?.round], ["open", 3]);
    assert.equal((await count(items)).decision, "agreed");
    assert.deepEqual(await readDifferences(business.id), []);
  });

  test("by two is decided when both have handed in, at once and without seeing each other", async () => {
    const business = await service.business();
    const { count, count_id, a1 } = await begin(business, { counters: 2 });
    const people = [
      await business.person("client_admin", "Ana"),
      await business.person("client_admin", "Bia"),
    ];
    const third = await business.person("client_admin", "Caio");
    await Promise.all(people.map((person) => person.call(startBin, { count_id, bin_id: a1 })));
    assert.equal((await catchRefusal(third.call(startBin, { count_id, bin_id: a1 }))).code, "bin_taken");
    const answers = await Promise.all(
      people.map((person) =>
        person.call(submitBin, { count_id, bin_id: a1, items: [{ code: TEA, qty: 9 }] }),
      ),
    );
    assert.deepEqual(answers.map(({ decision }) => decision).sort(), [null, "difference"].sort());
    assert.equal((await catchRefusal(count([]))).code, "not_to_count");
    const { bins } = await third.call(getCount, { count_id });
    assert.deepEqual(
      bins[0]?.counted_by.map(({ name }) => name),
      ["Ana", "Bia"],
    );
    const both = await Promise.allSettled(people.map((person) => person.call(approveCount, { count_id })));
    assert.deepEqual(both.map(({ status }) => status).sort(), ["fulfilled", "rejected"]);
    assert.deepEqual(await readDifferences(business.id), []);
  });

  test("is refused where it cannot be right, and its differences are approved by somebody else", async () => {
    const [business, other] = [await service.business(), await service.business()];
    const { admin, count_id, count, warehouse_id, article, a1, a2, storage_id } = await begin(business);
    const foreign = await openWarehouse(other);
    const wrong: [Record<string, unknown>, string][] = [
      [{ warehouse_id }, "wrong_scope"],
      [{ warehouse_id, zone_id: storage_id, bin_ids: [a1] }, "wrong_scope"],
      [{ warehouse_id, zone_id: foreign.storage_id }, "unknown_zone"],
      [{ warehouse_id, bin_ids: [a1, foreign.a1] }, "unknown_bin"],
      [{ warehouse_id: foreign.warehouse_id, bin_ids: [a1] }, "unknown_warehouse"],
      [{ warehouse_id, article_id: await article() }, "no_bins"],
    ];
    for (const [input, code] of wrong)
      assert.equal((await catchRefusal(admin(createCount, input as never))).code, code);
    assert.equal(
      (await catchRefusal(admin(submitBin, { count_id, bin_id: a1, items: [] }))).code,
      "not_started",
    );
    assert.equal((await catchRefusal(admin(startBin, { count_id, bin_id: a2 }))).status, 404);
    const unknown = await catchRefusal(
      count([
        { code: TEA, qty: 1 },
        { code: "NOTHING", qty: 1 },
      ]),
    );
    assert.deepEqual([unknown.code, unknown.errors?.[0]?.["field"]], ["unknown_goods", "items/1"]);

    const person = await business.person("employee");
    await admin(updateEmployee, { employee_id: person.account_id, permissions: ["wms:read", "wms:write"] });
    await admin(recountBin, { count_id, bin_id: a1 });
    for (let round = 2; round <= 3; round += 1)
      await count([], a1, (operation, input) => person.call(operation, input));
    assert.equal((await catchRefusal(person.call(approveCount, { count_id }))).code, "own_count");
    assert.equal((await admin(cancelCount, { count_id })).count.status, "cancelled");
    assert.equal((await catchRefusal(admin(approveCount, { count_id }))).code, "wrong_status");

    const zone = await admin(createCount, { warehouse_id, zone_id: storage_id });
    assert.deepEqual([zone.count.kind, zone.count.bins], ["zone", 3]);
  });

  test("of an article is of its bins and of nothing else in them", async () => {
    const business = await service.business();
    const { admin, warehouse_id, tea, find, a1, a3, article } = await begin(business);
    await find(a3, tea, 2);
    const { count_id, bins } = await admin(createCount, { warehouse_id, article_id: tea });
    assert.deepEqual(
      bins.map(({ bin_code }) => bin_code),
      ["A-1", "A-3"],
    );
    await admin(startBin, { count_id, bin_id: a1 });
    const items = [{ article_id: await article(), qty: 1 }];
    assert.equal(
      (await catchRefusal(admin(submitBin, { count_id, bin_id: a1, items }))).code,
      "unknown_goods",
    );
    const submission = await admin(submitBin, { count_id, bin_id: a1, items: [{ code: TEA, qty: 10 }] });
    assert.equal(submission.decision, "agreed");
  });
});

describe("stock", () => {
  test("equals its movements and is never negative, whatever receipts, moves and counts happen at once", async () => {
    const business = await service.business();
    const { admin, article, warehouse_id, bin, r1, a1, a2 } = await openWarehouse(business);
    const limited = await bin("B-1", { units_max: 9 });
    const bins = [a1, a2, limited, r1];
    const codes = ["R-1", "A-1", "A-2", "B-1"];
    const command = fc.record({
      what: fc.constantFrom("receive", "undo", "putaway", "move", "count", "approve", "adjust"),
      article: fc.nat(1),
      bin: fc.nat(3),
      qty: fc.integer({ min: 1, max: 5 }),
    });
    const known_codes = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 16, maxLength: 30 }), async (commands) => {
        const articles = [await article(), await article()];
        const { receipt_id } = await admin(createReceipt, { warehouse_id });
        const scans: number[] = [];
        for (const article_id of articles)
          scans.push((await admin(receiveGoods, { receipt_id, article_id, qty: 6 })).scan.id);
        const counts: number[] = [];
        for (const bin_id of bins)
          counts.push((await admin(createCount, { warehouse_id, bin_ids: [bin_id] })).count_id);
        const { inventory } = await admin(queryInventory, { bin_id: r1, per_page: 200 });
        const lines = articles.map((id) => inventory.find((line) => line.article?.id === id)?.line_id ?? 0);
        const outcomes = await Promise.allSettled(
          commands.map(async ({ what, article: n, bin: at, qty }) => {
            const [article_id = 0, line_id = 0] = [articles[n], lines[n]];
            const [bin_id = 0, count_id = 0] = [bins[at], counts[at]];
            switch (what) {
              case "receive":
                return admin(receiveGoods, { receipt_id, article_id, qty, bin_id });
              case "undo":
                return admin(undoReceiptScan, { receipt_id, scan_id: scans[n] ?? 0 });
              case "putaway":
                return admin(confirmPutaway, {
                  line_id,
                  bin_code: codes[at] ?? "",
                  qty,
                  override_reason: "x",
                });
              case "move":
                return admin(moveStock, { to_bin_id: bin_id, items: [{ line_id, qty }] });
              case "count":
                await admin(startBin, { count_id, bin_id });
                await admin(submitBin, { count_id, bin_id, items: [{ article_id, qty }] });
                await admin(startBin, { count_id, bin_id });
                return admin(submitBin, { count_id, bin_id, items: [{ article_id, qty }] });
              case "approve":
                return admin(approveCount, { count_id });
              default:
                return admin(adjustStock, { bin_id, article_id, change: -qty, reason: "lost" });
            }
          }),
        );
        for (const one of outcomes) if (one.status === "rejected") known_codes.add(`${one.reason.code}`);
        // Every counted difference is approved now, or refused because the stock has changed.
        for (const count_id of counts) await Promise.allSettled([admin(approveCount, { count_id })]);
        assert.deepEqual(await readDifferences(business.id), []);
        const least = await service.system.row<{ qty: number }>(
          "select min(qty) as qty from stock_line where business_id = $1",
          [business.id],
        );
        assert.ok((least?.qty ?? 0) >= 0);
        const { totals } = await admin(queryInventory, { bin_id: limited });
        assert.ok(totals.pieces <= 9, `${totals.pieces} pieces`);
      }),
      { numRuns: Number(process.env["FOLD_RUNS"] ?? 4) },
    );
    const refusals = [
      ...[
        "already_undone",
        "moved_on",
        "unknown_line",
        "same_bin",
        "not_enough_stock",
        "bin_full",
        "wrong_status",
      ],
      ...["not_to_count", "bin_taken", "not_started", "nothing_to_approve", "adjusted_since", "moved_since"],
      ...["reason_required", "not_in_stock"],
    ];
    assert.deepEqual(
      [...known_codes].filter((code) => !refusals.includes(code)),
      [],
    );
  });
});
