/** Labels for the families that sell them beside other services. */
export { performCancellation, recordCancellation } from "./cancellation/perform.ts";
export { cancelRefusals, startCancellation } from "./cancellation/start.ts";
export { downloadLabels, downloadRefusals, LabelFileAnswer } from "./download.ts";
export {
  buyMembers,
  performPurchase,
  purchaseRefusals,
  requirePayable,
  settlePurchase,
  toPurchase,
} from "./purchase/buy.ts";
export { buyAgain, buyAgainRefusals } from "./purchase/buy-again.ts";
export { recordPurchase } from "./purchase/record.ts";
export { startPurchase } from "./purchase/start.ts";
export type { QuotedLabel } from "./rating/price-rates.ts";
export {
  answerRates,
  customerMember,
  LabelRateFault,
  rateMembers,
  rateRefusals as labelRateRefusals,
  rateShipment,
  resolveCustomer,
} from "./rating/rate-shipment.ts";
export { hashShipment } from "./rating/shipment.ts";
export { findLabel, lockLabel } from "./records/label.ts";
export type { State as LabelState } from "./rules.ts";
export { PriceLines } from "./shapes.ts";
export { concludeTrack, trackLabel } from "./track.ts";
