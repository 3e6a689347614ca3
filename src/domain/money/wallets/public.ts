/** Payment by customers, for the families that sell, and what card payments do to a wallet. */
export { creditCardPayment, endCardRefund, holdCardRefund } from "./card-payments.ts";
export {
  captureHold,
  chargeCustomer,
  holdAmount,
  refundPurchase,
  releaseHold,
} from "./purchases.ts";
export { listPurchases } from "./records/ledger-transaction.ts";
