import { randomUUID } from "node:crypto";
import { defineSamples, type Fixture } from "#tests/support/samples.ts";
import { adjustStock } from "./operations/adjust-stock.ts";
import { createArticle } from "./operations/create-article.ts";
import { queryInventory } from "./operations/query-inventory.ts";
import { PACKAGE_STATUSES } from "./rules.ts";

declare module "#tests/support/samples.ts" {
  interface RecordIds {
    /** A second bin of the warehouse of `bin`, with nothing in it. */
    empty_bin: number;
  }
}

/** A bin in the zone of `bin`. */
async function createEmptyBin({ service, business, id }: Fixture): Promise<number> {
  const row = await service.system.row<{ id: number }>(
    `insert into warehouse_bin (business_id, warehouse_id, zone_id, code, kind)
     select business_id, warehouse_id, zone_id, $3, kind from warehouse_bin where business_id = $1 and id = $2 returning id`,
    [business.id, await id("bin"), randomUUID().slice(0, 8).toUpperCase()],
  );
  return row?.id ?? 0;
}

export const samples = defineSamples({
  shared_texts: ["bin_code", "lot", "package_code", "sku", "warehouse_code", "zone_code"],
  own_texts: ["barcodes", "from_bin_code", "holder_type", "to_bin_code"],
  worded_codes: { "pages/execution/warehouse-mobile#floor.statuses": PACKAGE_STATUSES },
  records: {
    // With pieces in stock, so that reading it shows something.
    article: async ({ people, unique_word: mark, id }) => {
      const { article_id } = await people.client_admin.call(createArticle, {
        sku: `${mark}-${randomUUID().slice(0, 8)}`,
        name: mark,
        barcodes: [randomUUID().slice(0, 13)],
        customer_id: await id("customer"),
      });
      await people.client_admin.call(adjustStock, {
        bin_id: await id("bin"),
        article_id,
        change: 50,
        reason: "found",
      });
      return article_id;
    },
    stock_line: async (fixture) => {
      const { people } = fixture;
      const article_id = await fixture.another("article");
      const { inventory } = await people.client_admin.call(queryInventory, { article_id });
      return inventory[0]?.line_id ?? 0;
    },
    stock_package: async (fixture) => {
      const { service, business, people, unique_word: mark } = fixture;
      const row = await service.system.row<{ id: number }>(
        `insert into stock_package (business_id, code, status, received_at, left_at)
         values ($1, $2, 'lost', now(), now()) returning id`,
        [business.id, `${mark.toUpperCase()}-${randomUUID().slice(0, 8).toUpperCase()}`],
      );
      const package_id = row?.id ?? 0;
      const bin_id = await fixture.id("bin");
      await people.client_admin.call(adjustStock, { bin_id, package_id, change: 1, reason: "found" });
      return package_id;
    },
    empty_bin: createEmptyBin,
  },
  operations: {
    articles: { needs: ["article"] },
    inventory: { needs: ["article", "stock_package"] },
    stockMovements: { needs: ["article"] },
    articleCreate: {
      inputs: [
        () => ({ sku: "NEW", name: "New", barcodes: ["4006381333931"] }),
        (i) => ({ sku: "NEW-2", name: "New", customer_id: i.customer }),
      ],
    },
    stockAdjust: {
      inputs: [
        (i) => ({ article_id: i.article, change: 2, reason: "found" }),
        (i) => ({ package_id: i.stock_package, change: -1, reason: "lost" }),
      ],
    },
    stockMove: {
      inputs: [
        (i) => ({ to_bin_id: i.empty_bin, items: [{ line_id: i.stock_line, qty: 1 }] }),
        (i) => ({ to_bin_id: i.empty_bin, items: [{ package_id: i.stock_package }] }),
        (i) => ({ to_bin_id: i.empty_bin, from_bin_id: i.bin }),
      ],
      bulk_members: "moves all that is named, or nothing",
      needs: ["stock_line"],
    },
  },
});
