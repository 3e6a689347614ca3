import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { updateEmployee } from "#domain/identity/accounts/operations/update-employee.ts";
import { checkStockOfBusiness } from "#domain/warehouse/inventory/check-stock.ts";
import { adjustStock } from "#domain/warehouse/inventory/operations/adjust-stock.ts";
import { moveStock } from "#domain/warehouse/inventory/operations/move-stock.ts";
import { updateArticle } from "#domain/warehouse/inventory/operations/update-article.ts";
import { createBin } from "#domain/warehouse/warehouses/operations/create-bin.ts";
import { createZone } from "#domain/warehouse/warehouses/operations/create-zone.ts";
import { catchRefusal, testService } from "#tests/support/service.ts";
import { openWarehouse } from "#tests/support/stock.ts";
import { cancelReceipt } from "./operations/cancel-receipt.ts";
import { closeReceipt } from "./operations/close-receipt.ts";
import { confirmPutaway } from "./operations/confirm-putaway.ts";
import { createReceipt } from "./operations/create-receipt.ts";
import { getReceipt } from "./operations/get-receipt.ts";
import { listPutaways } from "./operations/list-putaways.ts";
import { listReceiptScans } from "./operations/list-receipt-scans.ts";
import { listReceipts } from "./operations/list-receipts.ts";
import { receiveGoods } from "./operations/receive-goods.ts";
import { rollBackReceipt } from "./operations/roll-back-receipt.ts";
import { undoReceiptScan } from "./operations/undo-receipt-scan.ts";
import { updateReceipt } from "./operations/update-receipt.ts";

const service = await testService();

const readDifferences = async (business_id: number) =>
  (await checkStockOfBusiness(service.system, business_id)).differences;

type Business = Awaited<ReturnType<typeof service.business>>;

/** A warehouse with an article `tea` (barcode 4006381333931), 10 of it and the package PK-1 announced. */
async function announce(business: Business) {
  const house = await openWarehouse(business);
  const tea = await house.article({ barcodes: ["4006381333931"], weight_g: 250 });
  const { receipt_id } = await house.admin(createReceipt, {
    warehouse_id: house.warehouse_id,
    ref: "PO 17",
    lines: [{ article_id: tea, qty: 10 }, { package_code: "pk-1" }],
  });
  const receive = (more: Record<string, unknown>) => house.admin(receiveGoods, { receipt_id, ...more });
  return { ...house, tea, receipt_id, receive };
}

describe("a receipt", () => {
  test("goes from its notice by scans to the stock and into bins", async () => {
    const business = await service.business();
    const { admin, receipt_id, receive, tea, readContent, r1, a1, find } = await announce(business);
    await find(a1, tea, 1);
    const first = await receive({ code: "4006 3813 33931", qty: 4 });
    assert.partialDeepStrictEqual(first.line, { expected_qty: 10, received_qty: 4, short: 6 });
    assert.partialDeepStrictEqual(first.receipt, { status: "receiving", received_qty: 4, short: 7 });
    await receive({ code: "SKU-NORTH-1", qty: 6 });
    const box = await receive({
      code: "PK-1",
      weight_g: 1200,
      length_mm: 300,
      width_mm: 200,
      height_mm: 100,
    });
    assert.partialDeepStrictEqual(box.scan, {
      package: { code: "PK-1" },
      bin: { code: "R-1" },
      weight_g: 1200,
    });
    assert.deepEqual(await readContent(r1), { "PK-1": 1, "SKU-NORTH-1": 10 });
    const closed = await admin(closeReceipt, { receipt_id });
    assert.partialDeepStrictEqual(closed.receipt, { status: "closed", short: 0, over: 0 });

    const { putaways } = await admin(listPutaways, { code: "4006381333931" });
    assert.partialDeepStrictEqual(putaways, [
      { qty: 10, bin_code: "R-1", suggestion: { bin_code: "A-1", rule: "same_article" } },
    ]);
    const put = await admin(confirmPutaway, { line_id: putaways[0]?.line_id ?? 0, bin_code: "a-1", qty: 7 });
    assert.partialDeepStrictEqual(put, { bin_id: a1, is_suggested: true, left: 3 });
    assert.deepEqual(await readContent(a1), { "SKU-NORTH-1": 8 });
    assert.deepEqual(await readDifferences(business.id), []);
    const kinds = (await business.readEvents("receipt", receipt_id)).map(({ kind }) => kind);
    assert.deepEqual(kinds, [
      "receipt.created",
      "receipt.scanned",
      "receipt.scanned",
      "receipt.scanned",
      "receipt.closed",
    ]);
  });

  test("names what is over, not announced, unknown, retired or a bin, and receives it when told to", async () => {
    const business = await service.business();
    const { admin, receipt_id, receive, article, tea, readContent, r1, a2 } = await announce(business);
    const rice = await article();
    const over = await catchRefusal(receive({ code: "4006381333931", qty: 11 }));
    assert.deepEqual([over.code, over.extra], ["over_delivery", { expected_qty: 10, received_qty: 0 }]);
    const strange = await catchRefusal(receive({ code: "SKU-NORTH-2" }));
    assert.deepEqual([strange.code, strange.status], ["not_announced", 409]);
    const unknown = await catchRefusal(receive({ code: "8 712 000" }));
    assert.deepEqual([unknown.code, unknown.status], ["unknown_code", 422]);
    const bin = await catchRefusal(receive({ code: "a-2" }));
    assert.deepEqual([bin.code, bin.extra], ["bin_scanned", { bin_id: a2, bin_code: "A-2" }]);
    assert.deepEqual(await readContent(r1), {});
    const got = await receive({ code: "4006381333931", qty: 11, accept_difference: true });
    assert.partialDeepStrictEqual(got.line, { over: 1, short: 0 });
    const line = (await receive({ article_id: rice, accept_difference: true })).line;
    assert.partialDeepStrictEqual(line, { expected_qty: 0, received_qty: 1, over: 1 });
    const box = await receive({ kind: "package", accept_difference: true });
    assert.match(box.scan.package?.code ?? "", /^HU\d{9,}$/);
    await receive({ code: "NEW BOX", kind: "package", accept_difference: true });
    await admin(adjustStock, { bin_id: r1, article_id: tea, change: -11, reason: "lost" });
    await admin(updateArticle, { article_id: tea, status: "retired" });
    assert.equal((await catchRefusal(receive({ code: "4006381333931" }))).code, "retired");

    const { scans } = await admin(listReceiptScans, { receipt_id });
    assert.deepEqual(
      scans.map(({ outcome, scanned, qty }) => [outcome, scanned, qty]),
      [
        ["received", "NEW BOX", 1],
        ["received", null, 1],
        ["received", null, 1],
        ["received", "4006381333931", 11],
        ["unknown_code", "8 712 000", 0],
      ],
    );
    const page = await admin(listReceiptScans, { receipt_id, limit: 4 });
    assert.equal((await admin(listReceiptScans, { receipt_id, before: page.next ?? 0 })).scans.length, 1);
    const refusal = await catchRefusal(admin(closeReceipt, { receipt_id }));
    assert.equal(refusal.code, "differences");
    const { differences } = refusal.extra as { differences: { short: number; over: number }[] };
    assert.deepEqual(
      differences.map(({ short, over }) => [short, over]),
      [
        [0, 1],
        [1, 0],
        [0, 1],
        [0, 1],
        [0, 1],
      ],
    );
    const closed = await admin(closeReceipt, { receipt_id, accept_differences: true });
    assert.partialDeepStrictEqual(closed.receipt, { status: "closed", short: 1, over: 4 });
    assert.equal((await catchRefusal(receive({ code: "PK-1" }))).code, "wrong_status");
    assert.deepEqual(await readDifferences(business.id), []);
  });

  test("takes lot and expiry from the notice where it names one, and else from the scan", async () => {
    const business = await service.business();
    const { admin, tea, warehouse_id } = await announce(business);
    const lines = [{ article_id: tea, qty: 2, lot: "L1", expires_date: "2027-01-31" }];
    const { receipt_id } = await admin(createReceipt, { warehouse_id, lines });
    const receive = (more: Record<string, unknown>) =>
      admin(receiveGoods, { receipt_id, code: "4006381333931", ...more });
    assert.partialDeepStrictEqual((await receive({})).line, {
      lot: "L1",
      expires_date: "2027-01-31",
      short: 1,
    });
    assert.equal((await catchRefusal(receive({ lot: "L2" }))).code, "not_announced");
    const other = await receive({ lot: "L2", accept_difference: true });
    assert.partialDeepStrictEqual(other.line, { lot: "L2", expires_date: null, expected_qty: 0, over: 1 });
  });

  test("puts damaged pieces into quarantine, marks damaged packages, and suggests quarantine for them", async () => {
    const business = await service.business();
    const { admin, receive, readContent, r1, a1, warehouse_id } = await announce(business);
    const damaged = { code: "4006381333931", qty: 2, is_damaged: true };
    assert.equal((await catchRefusal(receive(damaged))).code, "no_quarantine_bin");
    const { zone_id } = await admin(createZone, { warehouse_id, code: "Q", name: "Q", kind: "quarantine" });
    const { bin_id } = await admin(createBin, { zone_id, code: "Q-1", kind: "cage" });
    const { line } = await receive({ ...damaged, bin_id: a1 });
    assert.partialDeepStrictEqual(line, { received_qty: 2, damaged_qty: 2 });
    await receive({ code: "PK-1", is_damaged: true });
    assert.deepEqual(
      [await readContent(bin_id), await readContent(r1)],
      [{ "SKU-NORTH-1": 2 }, { "PK-1": 1 }],
    );
    const { putaways } = await admin(listPutaways, { warehouse_id });
    assert.partialDeepStrictEqual(putaways, [
      { package: { code: "PK-1", is_damaged: true }, suggestion: { bin_code: "Q-1", rule: "quarantine" } },
    ]);
  });

  test("undoes a scan by a counter movement, as long as its goods have not moved on", async () => {
    const business = await service.business();
    const { admin, receipt_id, receive, readContent, readLine, tea, r1, a1 } = await announce(business);
    const undo = (scan_id: number) => admin(undoReceiptScan, { receipt_id, scan_id });
    const [first, second] = [
      await receive({ article_id: tea, qty: 3 }),
      await receive({ article_id: tea, qty: 5 }),
    ];
    const box = await receive({ code: "PK-1" });
    const undone = await undo(first.scan.id);
    assert.ok(undone.scan.undone_at !== null);
    assert.partialDeepStrictEqual(undone.receipt, { received_qty: 6, short: 5 });
    assert.equal((await catchRefusal(undo(first.scan.id))).code, "already_undone");
    await admin(moveStock, { to_bin_id: a1, items: [{ line_id: await readLine(r1, tea), qty: 1 }] });
    assert.equal((await catchRefusal(undo(second.scan.id))).code, "moved_on");
    await admin(moveStock, { to_bin_id: a1, items: [{ package_id: box.scan.package?.id ?? 0 }] });
    assert.equal((await catchRefusal(undo(box.scan.id))).code, "moved_on");
    await admin(moveStock, { to_bin_id: r1, items: [{ package_id: box.scan.package?.id ?? 0 }] });
    await undo(box.scan.id);
    assert.deepEqual(await readContent(r1), { "SKU-NORTH-1": 4 });
    assert.equal((await catchRefusal(undo(99_999_999))).status, 404);
    const again = await receive({ code: "PK-1" });
    assert.equal(again.scan.package?.id, box.scan.package?.id);

    await admin(closeReceipt, { receipt_id, accept_differences: true });
    assert.equal((await catchRefusal(undo(again.scan.id))).code, "wrong_status");
    const preview = await admin(rollBackReceipt, { receipt_id }, { dry_run: true });
    assert.deepEqual([preview.undone, preview.left.length], [1, 1]);
    const rolled = await admin(rollBackReceipt, { receipt_id });
    assert.deepEqual(
      [rolled.undone, rolled.left.map(({ id }) => id), rolled.receipt.status],
      [1, [second.scan.id], "rolled_back"],
    );
    assert.deepEqual(
      [await readContent(r1), await readContent(a1)],
      [{ "SKU-NORTH-1": 4 }, { "SKU-NORTH-1": 1 }],
    );
    assert.equal((await catchRefusal(admin(rollBackReceipt, { receipt_id }))).code, "wrong_status");
    assert.deepEqual(await readDifferences(business.id), []);
  });

  test("of one package scanned by two at once, one receives it and the other is told who did", async () => {
    const business = await service.business();
    const { receipt_id, readContent, r1, a1, admin } = await announce(business);
    const people = [
      await business.person("client_admin", "Ana"),
      await business.person("client_admin", "Bia"),
    ];
    const outcomes = await Promise.allSettled(
      people.map((person, index) =>
        person.call(receiveGoods, { receipt_id, code: "PK-1", bin_id: index === 0 ? r1 : a1 }),
      ),
    );
    const loser = outcomes.findIndex(({ status }) => status === "rejected");
    const { reason } = outcomes[loser] as PromiseRejectedResult;
    const { code, extra } = await catchRefusal(Promise.reject(reason));
    assert.equal(code, "already_received");
    assert.partialDeepStrictEqual(extra, { received_by: { name: loser === 0 ? "Bia" : "Ana" } });
    const both = { ...(await readContent(r1)), ...(await readContent(a1)) };
    assert.deepEqual(both, { "PK-1": 1 });
    const { receipt } = await admin(getReceipt, { receipt_id });
    assert.equal(receipt.received_qty, 1);
    const { scans } = await admin(listReceiptScans, { receipt_id });
    assert.deepEqual(scans.map(({ outcome }) => outcome).sort(), ["already_received", "received"]);
  });

  test("counts every piece once, whatever is received, undone and put away at the same time", async () => {
    const business = await service.business();
    const { admin, receipt_id, receive, tea, r1, readLine } = await announce(business);
    const scans: number[] = [];
    for (let n = 0; n < 4; n += 1) scans.push((await receive({ article_id: tea })).scan.id);
    const line_id = await readLine(r1, tea);
    const outcomes = await Promise.allSettled([
      ...Array.from({ length: 8 }, () => receive({ article_id: tea })),
      ...scans.flatMap((scan_id) => [1, 2].map(() => admin(undoReceiptScan, { receipt_id, scan_id }))),
      ...Array.from({ length: 3 }, () => admin(confirmPutaway, { line_id, bin_code: "A-1", qty: 1 })),
      admin(closeReceipt, { receipt_id }),
    ]);
    const refused = outcomes.flatMap((one) => (one.status === "rejected" ? [one.reason.code] : []));
    const expected = [
      "over_delivery",
      "already_undone",
      "moved_on",
      "not_enough_stock",
      "differences",
      "unknown_line",
    ];
    for (const code of refused) assert.ok(expected.includes(code), `${code}`);
    assert.deepEqual(await readDifferences(business.id), []);
    const { receipt } = await admin(getReceipt, { receipt_id });
    const stock = await service.system.row<{ qty: number }>(
      "select sum(qty)::int as qty from stock_line where business_id = $1 and article_id = $2",
      [business.id, tea],
    );
    assert.equal(receipt.received_qty, stock?.qty);
    assert.ok(receipt.received_qty <= 10);
  });

  test("is changed and cancelled while that is possible, and its lines are those of the owner", async () => {
    const [business, other] = [await service.business(), await service.business()];
    const { admin, receipt_id, receive, tea, article, warehouse_id } = await announce(business);
    const foreign = await openWarehouse(other);
    const { id: customer_id } = await business.customer();
    const rice = await article();
    const theirs = await article({ customer_id });
    const wrong: [Record<string, unknown>, string, string | undefined][] = [
      [{ warehouse_id: foreign.warehouse_id }, "unknown_warehouse", "warehouse_id"],
      [{ customer_id: 9_999_999 }, "unknown_customer", "customer_id"],
      [{ lines: [{ article_id: theirs }] }, "wrong_goods", "lines/0"],
      [{ lines: [{ article_id: tea }, { article_id: tea, qty: 2 }] }, "wrong_goods", "lines/1"],
      [{ lines: [{ article_id: tea, package_code: "X" }] }, "wrong_goods", "lines/0"],
      [{ lines: [{ package_code: "X", qty: 2 }] }, "wrong_goods", "lines/0"],
    ];
    for (const [input, code, field] of wrong) {
      const refusal = await catchRefusal(admin(createReceipt, { warehouse_id, ...input }));
      assert.deepEqual([refusal.code, refusal.errors?.[0]?.["field"]], [code, field]);
    }
    await receive({ article_id: tea, qty: 2 });
    const left_out = admin(updateReceipt, { receipt_id, lines: [{ article_id: rice }] });
    assert.equal((await catchRefusal(left_out)).code, "line_received");
    const lines = [{ article_id: tea, qty: 2 }, { article_id: rice }];
    const changed = await admin(updateReceipt, { receipt_id, lines, ref: "PO 18" });
    assert.partialDeepStrictEqual(changed.receipt, { ref: "PO 18", lines: 2, expected_qty: 3, short: 1 });
    assert.equal((await catchRefusal(admin(cancelReceipt, { receipt_id }))).code, "wrong_status");

    const blind = await admin(createReceipt, { warehouse_id, code: "gate 7".replace(" ", "-"), customer_id });
    assert.equal(
      (await catchRefusal(admin(createReceipt, { warehouse_id, code: "GATE-7" }))).code,
      "code_taken",
    );
    const got = await admin(receiveGoods, { receipt_id: blind.receipt_id, article_id: theirs, qty: 9 });
    assert.partialDeepStrictEqual(got.line, { expected_qty: 0, received_qty: 9, short: 0, over: 0 });
    assert.equal((await admin(closeReceipt, { receipt_id: blind.receipt_id })).receipt.status, "closed");
    const empty = await admin(createReceipt, { warehouse_id });
    assert.equal((await admin(cancelReceipt, { receipt_id: empty.receipt_id })).receipt.status, "cancelled");
    assert.deepEqual(
      (await admin(listReceipts, { q: "po 18" })).receipts.map(({ id }) => id),
      [receipt_id],
    );
    assert.deepEqual((await admin(listReceipts, { status: ["cancelled"] })).total, 1);
    assert.equal((await other.as("client_admin")(listReceipts, {})).total, 0);
  });

  test("is seen and received by those who work at its warehouse alone", async () => {
    const business = await service.business();
    const { admin, receipt_id, receive, tea, readLine, r1 } = await announce(business);
    const south = await openWarehouse(business, "SOUTH");
    await receive({ article_id: tea });
    const person = await business.person("employee");
    await admin(updateEmployee, {
      employee_id: person.account_id,
      permissions: ["wms:read", "wms:write"],
      warehouse_ids: [south.warehouse_id],
    });
    assert.equal((await person.call(listReceipts, {})).total, 0);
    assert.equal((await person.call(listPutaways, {})).total, 0);
    const line_id = await readLine(r1, tea);
    const calls = [
      () => person.call(getReceipt, { receipt_id }),
      () => person.call(receiveGoods, { receipt_id, article_id: tea }),
      () => person.call(listReceiptScans, { receipt_id }),
      () => person.call(confirmPutaway, { line_id, bin_code: "A-1" }),
    ];
    for (const call of calls) assert.equal((await catchRefusal(call())).status, 404);
  });
});

describe("putting away", () => {
  test("suggests the bin with the same article, the same owner, then the nearest empty one, each with room", async () => {
    const business = await service.business();
    const house = await openWarehouse(business);
    const { admin, article, bin, find, warehouse_id, a1, a2, a3 } = house;
    const { id: customer_id } = await business.customer();
    const [tea, rice] = [await article({ customer_id }), await article({ customer_id })];
    const near = await bin("B-1", { walk_order: 5, units_max: 3 });
    await bin("B-2", { walk_order: 9 });
    const { receipt_id } = await admin(createReceipt, { warehouse_id, customer_id });
    const suggestionFor = async (code: string) =>
      (await admin(listPutaways, { code })).putaways.map(({ suggestion: s }) => [
        s?.bin_code,
        s?.rule,
        s?.fits,
      ])[0];
    await admin(receiveGoods, { receipt_id, article_id: tea, qty: 4 });
    assert.deepEqual(await suggestionFor("SKU-NORTH-1"), ["B-2", "nearest_empty", 4]);
    await admin(receiveGoods, { receipt_id, article_id: rice, qty: 2 });
    assert.deepEqual(await suggestionFor("SKU-NORTH-2"), ["B-1", "nearest_empty", 2]);
    await find(near, rice, 1);
    assert.deepEqual(await suggestionFor("SKU-NORTH-2"), ["B-1", "same_article", 2]);
    await find(a3, rice, 1);
    assert.deepEqual(await suggestionFor("SKU-NORTH-1"), ["A-3", "same_owner", 4]);
    for (const id of [a1, a2]) await find(id, await article(), 1);

    const task = (await admin(listPutaways, { code: "SKU-NORTH-1" })).putaways[0];
    const confirm = (more: Record<string, unknown>) =>
      admin(confirmPutaway, { line_id: task?.line_id ?? 0, bin_code: "A-1", ...more });
    assert.equal((await catchRefusal(confirm({}))).code, "reason_required");
    assert.equal((await catchRefusal(confirm({ bin_code: "NOWHERE" }))).code, "unknown_bin");
    assert.equal((await catchRefusal(confirm({ bin_code: "R-1", override_reason: "x" }))).code, "same_bin");
    const full = await catchRefusal(confirm({ bin_code: "B-1", override_reason: "closer" }));
    assert.deepEqual([full.code, full.extra?.["fits"]], ["bin_full", [2]]);
    assert.equal((await catchRefusal(confirm({ qty: 5, bin_code: "A-3" }))).code, "not_enough_stock");
    assert.equal((await confirm({ override_reason: "closer" })).is_suggested, false);
    assert.equal((await catchRefusal(confirm({}))).code, "unknown_line");
    assert.deepEqual(await readDifferences(business.id), []);
  });
});
