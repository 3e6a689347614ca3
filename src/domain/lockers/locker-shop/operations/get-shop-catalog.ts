/** What is on sale at a locker now, for anybody who stands before it. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { expectRecord } from "#operation/define/get.ts";
import { Currency, Nullable } from "#vocabulary/basics.ts";
import { OwnMoney } from "#vocabulary/price.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { buildPhotoUrl } from "../photo.ts";
import { buildCells, type CellView } from "../records/cell.ts";
import { refusalToSell } from "../rules.ts";
import { BasisPoints, Money } from "../shapes.ts";

export const getShopCatalog = defineOperation({
  name: "shopCatalog",
  summary: "Get what is on sale at a locker",
  access: { public: true, ignores_token: true },
  rest: { method: "GET", path: "/api/v1/locker-shop/public/{locker_id}/catalog" },
  localised: true,
  limit: { name: "shop_catalog", per_s: 2, burst: 60 },
  input: Type.Object({ locker_id: Ref("locker_device") }),
  output: Type.Object({
    result: Type.Boolean(),
    locker_name: Type.String(),
    business_name: Type.String(),
    products: Type.Array(
      Type.Object(
        {
          product_id: Ref("shop_product"),
          sku: Type.String(),
          name: Type.String(),
          description: Nullable(Type.String()),
          photo_url: Nullable(Type.String({ description: "Opens the photo for an hour at most." })),
          price_minor: Money,
          tax_bp: BasisPoints,
          currency: OwnMoney(Currency),
          age_limit: Nullable(Type.Integer()),
          available: Type.Integer(),
          merchant_name: Type.String(),
          terms: Nullable(Type.String()),
        },
        { $id: "ShopOffer" },
      ),
    ),
  }),
  tenant: (system_queries, { locker_id }) => system_queries.findBusinessOfLocker(locker_id),

  async run(context, { locker_id }) {
    const { db, business, business_id, now } = context;
    const [device, cells] = await Promise.all([
      db.row<{ name: string }>(
        "select name from locker_device where business_id = $1 and id = $2 and status <> 'RETIRED'",
        [business_id, locker_id],
      ),
      db.rows<CellView & { description: string | null; photo_file_id: number | null; terms: string | null }>(
        `select v.*, p.description, p.photo_file_id, m.terms from (${buildCells("$3")}) v
           join shop_product p on p.business_id = v.business_id and p.id = v.product_id
           join shop_merchant m on m.business_id = v.business_id and m.id = v.merchant_id
          where v.business_id = $1 and v.device_id = $2 and p.status = 'ACTIVE' and m.status = 'ACTIVE'
          order by p.name, v.product_id, v.id`,
        [business_id, locker_id, now],
      ),
    ]);
    const { name } = expectRecord(device, messages.no_locker);
    const by_product = Map.groupBy(cells, ({ product_id }) => product_id);
    const products = [...by_product.values()].flatMap(([first, ...others]) => {
      if (first === undefined) return [];
      const available = [first, ...others]
        .filter((cell) => refusalToSell(cell, now) === null)
        .reduce((sum, cell) => sum + cell.qty - cell.held, 0);
      const { product_id, sku, product_name, price_minor, tax_bp, currency, age_limit, merchant_name } =
        first;
      const { description, photo_file_id, terms } = first;
      return [
        {
          product_id,
          sku,
          name: product_name,
          description,
          photo_url: buildPhotoUrl(context, photo_file_id),
          price_minor,
          tax_bp,
          currency,
          age_limit,
          available,
          merchant_name,
          terms,
        },
      ];
    });
    return { result: true, locker_name: name, business_name: business.name, products };
  },
});
