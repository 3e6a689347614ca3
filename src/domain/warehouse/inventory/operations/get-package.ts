/** One package, where it is, and what is in it. */
import Type from "typebox";
import { listReach } from "#domain/warehouse/warehouses/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { listInventory } from "../inventory.ts";
import { messages } from "../messages.ts";
import { PACKAGE_COLUMNS } from "../records/stock-package.ts";
import { InventoryLine, Package, type PackageView } from "../shapes.ts";

/** The most lines of one package in a response. */
const CONTENT_MAX = 200;

export const getPackage = defineOperation({
  name: "stockPackage",
  summary: "Get a package",
  access: { scopes: ["wms:read"] },
  rest: { method: "GET", path: "/api/v1/wms/packages/{package_id}" },
  input: Type.Object({ package_id: Ref("stock_package") }),
  output: Type.Object({
    result: Type.Boolean(),
    version: Type.Integer(),
    package: Package,
    inventory: Type.Array(InventoryLine, {
      description: "The package and what is in it; empty when it left.",
    }),
  }),

  async run(context, { package_id }) {
    const { db, business_id, refuse } = context;
    // Known to those who work where it is or was.
    const stock_package = await db.row<PackageView>(
      `select ${PACKAGE_COLUMNS} from stock_package p where business_id = $1 and id = $2
         and ($3::bigint[] is null or exists (select from stock_line l
           where l.business_id = $1 and l.package_id = p.id and l.warehouse_id = any($3)))`,
      [business_id, package_id, listReach(context)],
    );
    if (stock_package === undefined) throw refuse("not_found", { message: messages.unknown_package });
    const inventory = await listInventory(
      context,
      { package_id },
      { sort: "bin", limit: CONTENT_MAX, offset: 0 },
    );
    return { result: true, version: stock_package.version, package: stock_package, inventory };
  },
});
