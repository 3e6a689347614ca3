import { randomUUID } from "node:crypto";
import { queryInventory } from "#domain/warehouse/inventory/operations/query-inventory.ts";
import { createBin } from "#domain/warehouse/warehouses/operations/create-bin.ts";
import { createZone } from "#domain/warehouse/warehouses/operations/create-zone.ts";
import { defineSamples, type Fixture } from "#tests/support/samples.ts";
import { createReceipt } from "./operations/create-receipt.ts";
import { receiveGoods } from "./operations/receive-goods.ts";
import { RECEIPT_STATUSES } from "./rules.ts";

declare module "#tests/support/samples.ts" {
  interface RecordIds {
    receiving_bin: number;
    /** Nothing was received. */
    receipt_expected: number;
    /** A line of stock in receiving. */
    putaway_line: number;
    /** The code of a bin for it. */
    putaway_bin_code: string;
  }
}

const random = () => randomUUID().slice(0, 8).toUpperCase();

/** A receipt with 20 pieces of the article announced. */
async function announce({ people, unique_word: mark, id }: Fixture): Promise<number> {
  // Goods are received into a bin of a receiving zone.
  await id("receiving_bin");
  const { receipt_id } = await people.client_admin.call(createReceipt, {
    warehouse_id: await id("warehouse"),
    ref: mark,
    carrier: mark,
    customer_id: await id("customer"),
    lines: [{ article_id: await id("article"), qty: 20 }],
  });
  return receipt_id;
}

async function receiveSome(fixture: Fixture, receipt_id: number) {
  const { people, id } = fixture;
  return people.client_admin.call(receiveGoods, {
    receipt_id,
    article_id: await id("article"),
    bin_id: await id("receiving_bin"),
    note: fixture.unique_word,
  });
}

export const samples = defineSamples({
  worded_codes: { "pages/execution/warehouse-mobile#floor.statuses": RECEIPT_STATUSES },
  records: {
    receiving_bin: async ({ people, id, unique_word: mark }) => {
      const code = `${mark.toUpperCase().slice(0, 20)}-${random()}`;
      const { zone_id } = await people.client_admin.call(createZone, {
        warehouse_id: await id("warehouse"),
        code,
        name: mark,
        kind: "receiving",
      });
      return (await people.client_admin.call(createBin, { zone_id, code, kind: "floor" })).bin_id;
    },
    // With pieces of the article announced, and some received.
    receipt: async (fixture) => {
      const receipt_id = await announce(fixture);
      await receiveSome(fixture, receipt_id);
      return receipt_id;
    },
    receipt_expected: announce,
    // Of `receipt`.
    receipt_scan: async (fixture) => (await receiveSome(fixture, await fixture.id("receipt"))).scan.id,
    putaway_line: async (fixture) => {
      await fixture.id("receipt");
      const { inventory } = await fixture.people.client_admin.call(queryInventory, {
        bin_id: await fixture.id("receiving_bin"),
      });
      return inventory[0]?.line_id ?? 0;
    },
    putaway_bin_code: {
      create: async ({ people, id }) => {
        const zone_id = await id("zone");
        const { bin } = await people.client_admin.call(createBin, { zone_id, code: random(), kind: "shelf" });
        return bin.code;
      },
      unknown: "NO-SUCH-BIN",
    },
  },
  // The bin is named by its code, which is what is scanned.
  operations: {
    receipts: {
      needs: ["receipt"],
      grow: (fixture) => announce(fixture),
    },
    receiptCreate: {
      inputs: [
        () => ({ lines: [{ package_code: "PK-NEW" }] }),
        (i) => ({ customer_id: i.customer, lines: [{ article_id: i.article }] }),
      ],
    },
    receiptUpdate: {
      inputs: [
        (i) => ({ receipt_id: i.receipt_expected, ref: "New" }),
        (i) => ({ receipt_id: i.receipt_expected, lines: [{ article_id: i.article, qty: 3 }] }),
      ],
    },
    receiptCancel: { member_kinds: { receipt_id: "receipt_expected" } },
    receiptReceive: {
      inputs: [
        (i) => ({ article_id: i.article, bin_id: i.receiving_bin }),
        () => ({ kind: "package", accept_difference: true }),
        (i) => ({ article_id: i.article, file_ids: [i.file] }),
      ],
    },
    receiptClose: { inputs: [() => ({ accept_differences: true })] },
    putaways: { needs: ["putaway_line"] },
    putawayConfirm: {
      inputs: [(i) => ({ line_id: i.putaway_line, bin_code: i.putaway_bin_code, override_reason: "Full" })],
      not_tried: { suggested_bin_id: "what the person was shown, and only compared" },
    },
  },
});
