/**
 * Record a payment that the business received for a customer's wallet: cash, a bank transfer, a card terminal.
 *
 * With a reference it is recorded once: the same transfer is refused the second time.
 */
import { defineOperation } from "#operation/define/define.ts";
import { book } from "../booking.ts";
import { RECORDED_PAYMENT } from "../recorded-payment.ts";

export const topUpWallet = defineOperation({
  name: "clientWalletTopup",
  summary: "Record a top-up of a wallet",
  ...RECORDED_PAYMENT,
  rest: { method: "POST", path: "/api/v1/client/wallets/{customer_id}/topup", status: 201 },

  run: (context, input) => book(context, { kind: "topup", ...input }),
});
