/** Change a product. What buyers hold already keeps its price. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { attachPhoto, expectOwnImage, PHOTO_REFUSALS } from "../photo.ts";
import { answerProduct } from "../present.ts";
import { lockOwnProduct, ProductRecord } from "../records/product.ts";
import { PhotoFile, ProductAnswer, productMembers } from "../shapes.ts";

export const updateProduct = defineOperation({
  name: "shopProductUpdate",
  summary: "Update a product of a merchant",
  access: { roles: ["client_admin", "employee", "customer"], scopes: ["lockers:use"] },
  rest: { method: "PATCH", path: "/api/v1/locker-shop/products/{product_id}" },
  localised: true,
  input: Type.Object({
    product_id: Ref("shop_product"),
    ...Type.Partial(Type.Object({ ...productMembers, status: StringEnum(["ACTIVE", "RETIRED"]) })).properties,
    photo_file_id: Type.Optional(PhotoFile),
  }),
  output: ProductAnswer,
  refusals: PHOTO_REFUSALS,

  async run(context, { product_id, temperature_max_c, ...members }) {
    const row = await lockOwnProduct(context, product_id);
    context.expectVersion(row.version);
    const { photo_file_id = null } = members;
    const is_new_photo = photo_file_id !== null && photo_file_id !== row.photo_file_id;
    if (is_new_photo) {
      await expectOwnImage(context, photo_file_id);
      await attachPhoto(context, product_id, photo_file_id);
    }
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
