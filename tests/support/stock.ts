/** Warehouses with bins and goods, for tests of stock. */
import { adjustStock } from "#domain/warehouse/inventory/operations/adjust-stock.ts";
import { createArticle } from "#domain/warehouse/inventory/operations/create-article.ts";
import { queryInventory } from "#domain/warehouse/inventory/operations/query-inventory.ts";
import { createBin } from "#domain/warehouse/warehouses/operations/create-bin.ts";
import { createWarehouse } from "#domain/warehouse/warehouses/operations/create-warehouse.ts";
import { createZone } from "#domain/warehouse/warehouses/operations/create-zone.ts";
import type { TestBusiness } from "./service.ts";

export const HUB = { line1: "Rua Norte 1", city: "Brasília", country: "BR", lat: -15.7, lng: -47.9 };

/** A warehouse with a receiving bin `R-1` and storage bins `A-1` to `A-3` that have no limits. */
export async function openWarehouse(business: TestBusiness, code = "NORTH") {
  const admin = business.as("client_admin");
  const { warehouse_id } = await admin(createWarehouse, { code, name: code, place: HUB });
  const zone = async (kind: "receiving" | "storage", code: string) =>
    (await admin(createZone, { warehouse_id, code, name: kind, kind })).zone_id;
  const [receiving_id, storage_id] = [await zone("receiving", "R"), await zone("storage", "A")];
  let skus = 0;
  const built = {
    admin,
    warehouse_id,
    receiving_id,
    storage_id,
    bin: async (code: string, limits: Record<string, number> = {}, zone_id = storage_id) =>
      (await admin(createBin, { zone_id, code, kind: "shelf", ...limits })).bin_id,
    article: async (facts: Record<string, unknown> = {}) => {
      skus += 1;
      return (await admin(createArticle, { sku: `SKU-${code}-${skus}`, name: `Article ${skus}`, ...facts }))
        .article_id;
    },
    /** Pieces that lie in a bin, by SKU, package code or `package/SKU`. */
    readContent: async (bin_id: number, as_of?: string): Promise<Record<string, number>> => {
      const { inventory } = await admin(queryInventory, {
        bin_id,
        ...(as_of === undefined ? {} : { as_of }),
      });
      return Object.fromEntries(
        inventory.map((line) => [
          [line.package?.code, line.article?.sku, line.lot].filter(Boolean).join("/"),
          line.qty,
        ]),
      );
    },
    find: (bin_id: number, article_id: number, change: number, more: Record<string, unknown> = {}) =>
      admin(adjustStock, { bin_id, article_id, change, reason: "found", ...more }),
    readLine: async (bin_id: number, article_id: number) =>
      (await admin(queryInventory, { bin_id, article_id })).inventory[0]?.line_id ?? 0,
  };
  const bins = {
    r1: await built.bin("R-1", {}, receiving_id),
    a1: await built.bin("A-1"),
    a2: await built.bin("A-2"),
    a3: await built.bin("A-3"),
  };
  return { ...built, ...bins };
}
