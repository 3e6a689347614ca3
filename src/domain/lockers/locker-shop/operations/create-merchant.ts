/** Let a business customer sell goods in lockers. */
import { randomBytes } from "node:crypto";
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { addToDirectory } from "#operation/records/directory.ts";
import { hashToken } from "#platform/auth/secrets.ts";
import { NoRef, Ref } from "#vocabulary/ref.ts";
import { setMembers } from "../members.ts";
import { messages } from "../messages.ts";
import { answerMerchant } from "../present.ts";
import { MerchantRecord } from "../records/merchant.ts";
import { BasisPoints, MerchantAnswer, Name, Terms } from "../shapes.ts";

export const createMerchant = defineOperation({
  name: "shopMerchantCreate",
  summary: "Create a merchant of lockers",
  access: { roles: ["client_admin"], scopes: ["lockers:write"] },
  rest: { method: "POST", path: "/api/v1/locker-shop/merchants", status: 201 },
  localised: true,
  input: Type.Object({
    customer_id: Ref("customer"),
    name: Name,
    terms: Type.Optional(Terms),
    fee_bp: Type.Optional(BasisPoints),
    member_account_ids: Type.Optional(
      Type.Array(NoRef("an account of the merchant's customer"), { maxItems: 50, uniqueItems: true }),
    ),
  }),
  output: Type.Object({ ...MerchantAnswer.properties, merchant_id: Ref("shop_merchant") }),
  refusals: { unknown_customer: "invalid", unknown_member: "invalid", merchant_exists: "conflict" },

  async run(context, { customer_id, name, terms = null, fee_bp = 0, member_account_ids = [] }) {
    const { db, business_id, refuse, emit } = context;
    const customer = await db.row("select id from customer where business_id = $1 and id = $2", [
      business_id,
      customer_id,
    ]);
    if (customer === undefined)
      throw refuse("unknown_customer", {
        message: messages.unknown_customer,
        errors: [{ field: "customer_id", message: messages.unknown_customer }],
      });
    const endpoint_key = randomBytes(24).toString("base64url");
    const merchant = await MerchantRecord.insertIfAbsent(context, {
      customer_id,
      name: name.trim(),
      terms,
      fee_bp,
      endpoint_key,
    });
    if (merchant === undefined) throw refuse("merchant_exists", { message: messages.merchant_exists });
    await addToDirectory(context, "shop_merchant", hashToken(endpoint_key));
    await setMembers(context, merchant, member_account_ids);
    emit({
      subject: { type: "shop_merchant", id: merchant.id, is_new: true },
      kind: "shop.merchant_changed",
      payload: { members: ["name", "customer_id"] },
      before: null,
      after: { customer_id },
    });
    return { ...(await answerMerchant(context, merchant)), merchant_id: merchant.id };
  },
});
