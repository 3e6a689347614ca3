/** Change a product. What buyers hold already keeps its price. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { answerProduct } from "../present.ts";
import { lockOwnProduct, ProductRecord } from "../records/product.ts";
import { ProductAnswer, productMembers } from "../shapes.ts";

export const updateProduct = defineOperation({
  name: "shopProductUpdate",
  summary: "Update a product of a merchant",
  access: { roles: ["client_admin", "employee", "customer"], scopes: ["lockers:use"] },
  rest: { method: "PATCH", path: "/api/v1/locker-shop/products/{product_id}" },
  localised: true,
  input: Type.Object({
    product_id: Ref("shop_product"),
    ...Type.Partial(Type.Object({ ...productMembers, status: StringEnum(["ACTIVE", "RETIRED"]) })).properties,
  }),
  output: ProductAnswer,

  async run(context, { product_id, temperature_max_c, ...members }) {
    const row = await lockOwnProduct(context, product_id);
    context.expectVersion(row.version);
    const after = await ProductRecord.change(context, row, {
      ...members,
      ...(temperature_max_c === undefined
        ? {}
        : { temperature_max_c: temperature_max_c === null ? null : temperature_max_c.toFixed(1) }),
    });
    context.emit({
      subject: { type: "shop_product", id: product_id },
      kind: "shop.product_changed",
      payload: { members: Object.keys(members) },
      before: { price_minor: row.price_minor, status: row.status },
      after: { price_minor: after.price_minor, status: after.status },
    });
    return answerProduct(after);
  },
});
