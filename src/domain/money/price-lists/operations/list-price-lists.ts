/** Price lists in their newest versions, or all versions of one list. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Id, StringEnum } from "#vocabulary/basics.ts";
import { PRICE_FAMILIES } from "#vocabulary/features.ts";
import { PageInput, PageOutput, readPaging } from "#vocabulary/page.ts";
import { Ref } from "#vocabulary/ref.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { PRICE_LIST_COLUMNS, type PriceListRow } from "../records/price-list.ts";
import { PriceList } from "../shapes.ts";

export const listPriceLists = defineOperation({
  name: "clientPriceLists",
  summary: "List price lists",
  effect: "read",
  access: { roles: BUSINESS_ROLES, scopes: ["settings:read"] },
  rest: { method: "GET", path: "/api/v1/client/price-lists" },
  input: Type.Object({
    ...PageInput,
    family: Type.Optional(StringEnum(PRICE_FAMILIES)),
    root_id: Type.Optional(
      Ref("price_list", { ...Id, description: "All versions of this list, newest first." }),
    ),
  }),
  output: Type.Object({ ...PageOutput, price_lists: Type.Array(PriceList) }),

  async run({ db, business_id }, input) {
    const { page, per_page, offset } = readPaging(input);
    const values: unknown[] = [business_id];
    const where = ["business_id = $1"];
    if (input.family !== undefined) where.push(`family = $${values.push(input.family)}`);
    if (input.root_id === undefined) {
      where.push(
        "not exists (select 1 from price_list n where n.business_id = l.business_id and n.replaces_id = l.id)",
      );
    } else {
      where.push(`coalesce(root_id, id) = $${values.push(input.root_id)}`);
    }
    const condition = where.join(" and ");
    const [price_lists, counted] = await Promise.all([
      db.rows<PriceListRow>(
        `select ${PRICE_LIST_COLUMNS} from price_list l where ${condition}
          order by is_default desc, id desc limit $${values.length + 1} offset $${values.length + 2}`,
        [...values, per_page, offset],
      ),
      db.row<{ n: number }>(`select count(*) as n from price_list l where ${condition}`, values),
    ]);
    return { result: true, total: counted?.n ?? 0, page, per_page, price_lists };
  },
});
