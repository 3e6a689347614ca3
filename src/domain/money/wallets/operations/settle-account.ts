/**
 * Record a payment of a customer's settlement account, which has the charges of families with hidden prices.
 *
 * More than is due stays on the account for the next charges.
 */
import { defineOperation } from "#operation/define/define.ts";
import { book } from "../booking.ts";
import { RECORDED_PAYMENT } from "../recorded-payment.ts";

export const settleAccount = defineOperation({
  name: "clientWalletSettle",
  summary: "Record a payment of a settlement account",
  ...RECORDED_PAYMENT,
  rest: { method: "POST", path: "/api/v1/client/wallets/{customer_id}/settle", status: 201 },

  run: (context, input) => book(context, { kind: "settlement", ...input }),
});
