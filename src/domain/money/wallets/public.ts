/** Payment by customers, for the families that sell. */
export {
  captureHold,
  chargeCustomer,
  holdAmount,
  type Purchase,
  refundPurchase,
  releaseHold,
} from "./purchases.ts";
