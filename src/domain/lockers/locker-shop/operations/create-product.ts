/** Create a product of a merchant. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { attachPhoto, expectOwnImage, PHOTO_REFUSALS } from "../photo.ts";
import { answerProduct } from "../present.ts";
import { lockOwnMerchant } from "../records/merchant.ts";
import { ProductRecord } from "../records/product.ts";
import { PhotoFile, ProductAnswer, productMembers } from "../shapes.ts";

const { name, price_minor, ...optional_members } = productMembers;

export const createProduct = defineOperation({
  name: "shopProductCreate",
  summary: "Create a product of a merchant",
  destructive: false,
  access: { roles: ["client_admin", "employee", "customer"], scopes: ["lockers:use"] },
  rest: { method: "POST", path: "/api/v1/locker-shop/products", status: 201 },
  localised: true,
  input: Type.Object({
    merchant_id: Ref("shop_merchant"),
    sku: Type.String({ minLength: 1, maxLength: 60, pattern: "\\S" }),
    name,
    price_minor,
    ...Type.Partial(Type.Object(optional_members)).properties,
    photo_file_id: Type.Optional(PhotoFile),
  }),
  output: Type.Object({ ...ProductAnswer.properties, product_id: Ref("shop_product") }),
  refusals: { ...PHOTO_REFUSALS, sku_taken: "conflict" },

  async run(context, { merchant_id, sku, temperature_max_c = null, photo_file_id = null, ...members }) {
    const { business, refuse, emit } = context;
    await lockOwnMerchant(context, merchant_id);
    if (photo_file_id !== null) await expectOwnImage(context, photo_file_id);
    const row = await ProductRecord.insertIfAbsent(context, {
      merchant_id,
      sku: sku.trim(),
      currency: business.currency,
      temperature_max_c: temperature_max_c === null ? null : temperature_max_c.toFixed(1),
      photo_file_id,
      ...members,
    });
    if (row === undefined) throw refuse("sku_taken", { message: messages.sku_taken });
    if (photo_file_id !== null) await attachPhoto(context, row.id, photo_file_id);
    emit({
      subject: { type: "shop_product", id: row.id, is_new: true },
      kind: "shop.product_changed",
      payload: { members: ["sku", "name", "price_minor"] },
      before: null,
      after: { sku: row.sku, price_minor: row.price_minor },
    });
    return { ...answerProduct(row), product_id: row.id };
  },
});
