/**
 * What other families may do with orders: read and lock rows, change them with event and tracking event, move
 * custody, record physical facts, open attention items.
 *
 * It imports no family that plans or drives, so that those may import it.
 */
export { type Attention, openAttention } from "./attention.ts";
export { changeOrders, moveCustodies, moveCustody, type OrderChange, stateOf } from "./change.ts";
export type { OrderFact } from "./decide-fact.ts";
export { faultsOfDraft, OrderDraft } from "./draft.ts";
export { type FactOutcome, recordFact, recordFacts } from "./facts.ts";
export { takeFromContractors } from "./hands.ts";
export { depotOf, hashPin, type InsertedOrder, insertOrders, type NewOrder, pinFits } from "./insert.ts";
export { findOrder, lockOrders, ORDER_COLUMNS, parcelsOf } from "./rows.ts";
export { searchOrders } from "./search.ts";
export { foldQuery } from "./search-text.ts";
export {
  detailOf,
  ORDER_TYPES,
  OrderDetail,
  OrderError,
  OrderSummary,
  oneLine,
  Parcel,
  ParcelInput,
  stopPlace,
  summaryOf,
} from "./shapes.ts";
export {
  IN_CUSTODY,
  isTerminal,
  next,
  ORDER_STATUS_IDS,
  ORDER_STATUSES,
  type OrderCommand,
  type OrderStatus,
  OTEP_CODE_OF,
} from "./status.ts";
export type { Custody, Hold, OrderRow, ParcelRow, Requirements, ReturnReasonUse } from "./tables.ts";
export { followTold, type Told } from "./told.ts";
export { isWithin, type Reach, reachOf } from "./who.ts";
