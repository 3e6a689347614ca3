/**
 * What customers order of a service. Shipping orders, storage orders and ship-outs are one kind of record: stored with a
 * tracking number and a bill, shown by tracking when their status changes, and told by the events `created` and `changed`.
 */
export {
  defineBilling,
  expectPaid,
  getSoldPricing,
  paymentMembers,
  priceAsSold,
  quoteMembers,
  quoteRefusals,
  refundMembers,
  repricedMembers,
  repriceMembers,
} from "./billing.ts";
export { handOver } from "./carrier.ts";
export { buildEstimateMembers, estimateRequest } from "./estimate.ts";
export {
  buildChangedMembers,
  buildMeasured,
  buildStatusChanged,
  createdMembers,
  tracking_updated,
} from "./event-members.ts";
export { defineServiceOrderKind } from "./order-kind.ts";
export { buildPackageCheck, measureMembers, NAMED_MAX, Side, storeMeasures, Weight } from "./packages.ts";
export {
  buildListFilters,
  getOwner,
  getReach,
  is_unpaid,
  JOIN_CUSTOMER,
  JOIN_SERVICE,
  JOIN_VERSION,
  joinBill,
  LISTED,
  type Listed,
} from "./reading.ts";
export { defineServiceOrder, type NewServiceOrder, showStatus } from "./record.ts";
export { canBePaid, defineMoves, hasOtherMeasures, type Move, toMeasuredPiece } from "./rules.ts";
export {
  askedMembers,
  buildIdentityMembers,
  buildRouteMembers,
  CanBePaid,
  CanSettle,
  customerMembers,
  declaredMembers,
  describeTimeframe,
  isPriceHidden,
  loadServiceOrderDetail,
  measuredMembers,
  RateId,
  ServiceCode,
  wordMembers,
} from "./shapes.ts";
