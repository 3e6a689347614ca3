import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { updateEmployee } from "#domain/identity/accounts/operations/update-employee.ts";
import { checkStockOfBusiness } from "#domain/warehouse/inventory/check-stock.ts";
import { adjustStock } from "#domain/warehouse/inventory/operations/adjust-stock.ts";
import { moveStock } from "#domain/warehouse/inventory/operations/move-stock.ts";
import { updateArticle } from "#domain/warehouse/inventory/operations/update-article.ts";
import { createBin } from "#domain/warehouse/warehouses/operations/create-bin.ts";
import { createZone } from "#domain/warehouse/warehouses/operations/create-zone.ts";
import { refusalOf, testService } from "#tests/support/service.ts";
import { openWarehouse } from "#tests/support/stock.ts";
import { cancelReceipt } from "./operations/cancel-receipt.ts";
import { closeReceipt } from "./operations/close-receipt.ts";
import { confirmPutaway } from "./operations/confirm-putaway.ts";
import { createReceipt } from "./operations/create-receipt.ts";
import { getReceipt } from "./operations/get-receipt.ts";
import { listPutaways } from "./operations/list-putaways.ts";
import { listReceipts } from "./operations/list-receipts.ts";
import { listReceiptScans } from "./operations/list-scans.ts";
import { receiveGoods } from "./operations/receive-goods.ts";
import { rollBackReceipt } from "./operations/rollback-receipt.ts";
import { undoReceiptScan } from "./operations/undo-scan.ts";
import { updateReceipt } from "./operations/update-receipt.ts";

const service = await testService();

const differencesOf = async (business_id: number) =>
  (await checkStockOfBusiness(service.system, business_id)).differences;

type Business = Awaited<ReturnType<typeof service.business>>;

/** A warehouse with an article `tea` (barcode 4006381333931), 10 of it and the package PK-1 announced. */
async function announce(t: Business) {
  const house = await openWarehouse(t);
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
    const t = await service.business();
    const { admin, receipt_id, receive, tea, contentOf, r1, a1, find } = await announce(t);
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
    assert.deepEqual(await contentOf(r1), { "PK-1": 1, "SKU-NORTH-1": 10 });
    const closed = await admin(closeReceipt, { receipt_id });
    assert.partialDeepStrictEqual(closed.receipt, { status: "closed", short: 0, over: 0 });

    const { putaways } = await admin(listPutaways, { code: "4006381333931" });
    assert.partialDeepStrictEqual(putaways, [
      { qty: 10, bin_code: "R-1", suggestion: { bin_code: "A-1", rule: "same_article" } },
    ]);
    const put = await admin(confirmPutaway, { line_id: putaways[0]?.line_id ?? 0, bin_code: "a-1", qty: 7 });
    assert.partialDeepStrictEqual(put, { bin_id: a1, is_suggested: true, left: 3 });
    assert.deepEqual(await contentOf(a1), { "SKU-NORTH-1": 8 });
    assert.deepEqual(await differencesOf(t.id), []);
    const kinds = (await t.eventsOf("receipt", receipt_id)).map(({ kind }) => kind);
    assert.deepEqual(kinds, [
      "receipt.created",
      "receipt.scanned",
      "receipt.scanned",
      "receipt.scanned",
      "receipt.closed",
    ]);
  });
});
