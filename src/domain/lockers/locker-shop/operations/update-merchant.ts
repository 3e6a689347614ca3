/** Change a merchant: its name, terms and fee, who keeps the shop, and whether it sells. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { NoRef, Ref } from "#vocabulary/ref.ts";
import { setMembers } from "../members.ts";
import { answerMerchant } from "../present.ts";
import { MerchantRecord } from "../records/merchant.ts";
import { BasisPoints, MerchantAnswer, Name, Terms } from "../shapes.ts";

export const updateMerchant = defineOperation({
  name: "shopMerchantUpdate",
  summary: "Update a merchant of lockers",
  access: { roles: ["client_admin"], scopes: ["lockers:write"] },
  rest: { method: "PATCH", path: "/api/v1/locker-shop/merchants/{merchant_id}" },
  localised: true,
  input: Type.Object({
    merchant_id: Ref("shop_merchant"),
    name: Type.Optional(Name),
    terms: Type.Optional(Terms),
    fee_bp: Type.Optional(BasisPoints),
    status: Type.Optional(StringEnum(["ACTIVE", "PAUSED"])),
    member_account_ids: Type.Optional(
      Type.Array(NoRef("an account of the merchant's customer"), { maxItems: 50, uniqueItems: true }),
    ),
  }),
  output: MerchantAnswer,
  refusals: { unknown_member: "invalid" },

  async run(context, { merchant_id, member_account_ids, ...changes }) {
    const row = await MerchantRecord.getLocked(context, merchant_id);
    context.expectVersion(row.version);
    const after = await MerchantRecord.change(context, row, changes);
    if (member_account_ids !== undefined) await setMembers(context, row, member_account_ids);
    context.emit({
      subject: { type: "shop_merchant", id: merchant_id },
      kind: "shop.merchant_changed",
      payload: {
        members: [
          ...Object.keys(changes),
          ...(member_account_ids === undefined ? [] : ["member_account_ids"]),
        ],
      },
      before: { status: row.status, fee_bp: row.fee_bp },
      after: { status: after.status, fee_bp: after.fee_bp },
    });
    return answerMerchant(context, after);
  },
});
