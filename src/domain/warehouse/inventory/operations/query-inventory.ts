/** Lines of stock by filters, with totals, as they are or as of a past time. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { CalendarDate, Id, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { PageInput, PageOutput, readPaging } from "#vocabulary/page.ts";
import { Ref } from "#vocabulary/ref.ts";
import { countInventory, listInventory, SORTS } from "../inventory.ts";
import { GoodsCode, InventoryLine, Lot } from "../shapes.ts";

export const queryInventory = defineOperation({
  name: "inventory",
  summary: "List the inventory of warehouses",
  description:
    "Lines of stock (article or package, bin, quantity, lot, expiry, owner) at the warehouses where the caller works, by any combination of filters, with totals over all pages; as_of gives the stock at a past time.",
  effect: "read",
  access: { scopes: ["wms:read"] },
  rest: { method: "POST", path: "/api/v1/wms/inventory" },
  mcp: { user: "get_inventory" },
  input: Type.Object({
    ...PageInput,
    warehouse_id: Type.Optional(Ref("warehouse")),
    zone_id: Type.Optional(Ref("zone")),
    bin_id: Type.Optional(Ref("bin")),
    customer_id: Type.Optional(Ref("customer", { ...Id, description: "Stock of this customer." })),
    owner: Type.Optional(StringEnum(["business"], { description: "Stock of the business itself." })),
    article_id: Type.Optional(Ref("article")),
    sku: Type.Optional(Type.String({ minLength: 1, maxLength: 60 })),
    package_id: Type.Optional(Ref("stock_package", { ...Id, description: "A package and what is in it." })),
    code: Type.Optional(
      Type.String({ ...GoodsCode, description: "Code of a package, or barcode of an article." }),
    ),
    lot: Type.Optional(Lot),
    expires_until: Type.Optional(
      Type.String({ ...CalendarDate, description: "Expires on this day or before; YYYY-MM-DD." }),
    ),
    text: Type.Optional(
      Type.String({ maxLength: 100, description: "Part of a SKU, name, package code, lot or bin code." }),
    ),
    as_of: Type.Optional(
      Type.String({
        ...Timestamp,
        description: "Stock at this time; ISO 8601 with offset. Now when absent.",
      }),
    ),
    sort: Type.Optional(StringEnum(SORTS, { description: "`bin` by default." })),
  }),
  output: Type.Object({
    ...PageOutput,
    totals: Type.Object(
      {
        pieces: Type.Integer({ description: "Pieces of articles." }),
        packages: Type.Integer(),
        bins: Type.Integer({ description: "Bins with any of it." }),
      },
      { $id: "InventoryTotals" },
    ),
    inventory: Type.Array(InventoryLine),
  }),

  async run(context, { sort = "bin", ...input }) {
    const { page, per_page, offset } = readPaging(input);
    const [{ lines, ...totals }, inventory] = await Promise.all([
      countInventory(context, input),
      listInventory(context, input, { sort, limit: per_page, offset }),
    ]);
    return { result: true, total: lines, page, per_page, totals, inventory };
  },
});
