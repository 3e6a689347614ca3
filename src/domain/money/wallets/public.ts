/** Payment by customers, for the families that sell, and what card payments do to a wallet. */
export { type CardPayment, creditCardPayment, endCardRefund, holdCardRefund } from "./card-payments.ts";
export {
  captureHold,
  chargeCustomer,
  holdAmount,
  type Purchase,
  refundPurchase,
  releaseHold,
} from "./purchases.ts";
