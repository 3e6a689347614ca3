/**
 * Interface of orders for other families: read and lock rows, change them with event and tracking event, transfer
 * custody, record physical facts.
 *
 * It imports no family of planning or driving, so that those may import it.
 */

export { createFromDraft } from "./intake/create.ts";
export { type DeliveryQuoteDetails, hashDelivery, pickFacts } from "./intake/delivery-hash.ts";
export { type DeliveryService, hashQuotedDelivery, toDeliveryQuote } from "./intake/delivery-quote.ts";
export { findDraftFaults } from "./intake/draft.ts";
export {
  findDepot,
  findDepotWarehouse,
  isPinCorrect,
} from "./intake/insert.ts";
export { locatePlaces } from "./intake/locate.ts";
export { loadOrigins } from "./intake/origins.ts";
export {
  ASSIGNMENT_STATUSES,
  Assignment,
  type AssignmentRow,
  type AssignmentSnapshot,
  type AssignmentWithOrderRow,
  assignmentMembers,
  buildAssignmentQuery,
  toAssignmentView,
} from "./lifecycle/assignment.ts";
export {
  type AssignRefusal,
  refusalToAssign,
  refusalToRelease,
  refusalToRevoke,
} from "./lifecycle/assignment-rules.ts";
export { countFailedAttempts, IS_FIRST_ATTEMPT } from "./lifecycle/attempts.ts";
export { afterAnyChange } from "./lifecycle/attention.ts";
export { changeOrders, type OrderEventKind } from "./lifecycle/change.ts";
export {
  COMMAND_REFUSALS,
  type CommandRefusal,
  commandOne,
  commandOrders,
  REFUSAL_MESSAGES,
} from "./lifecycle/commands.ts";
export type { OrderFact } from "./lifecycle/decide-fact.ts";
export { type FactOutcome, loadHistories, recordFact, recordFacts } from "./lifecycle/facts.ts";
export { type MeasuredParcel, measureParcels } from "./lifecycle/measure-parcels.ts";
export { loadPinTries, PIN_TRIES_MAX, recordWrongPin } from "./lifecycle/pin-tries.ts";
export {
  findOutstandingDuties,
  listRequiredProofs,
  loadProofPolicies,
  PROOF_KINDS,
  type ProofKind,
  type ProofPolicy,
} from "./lifecycle/required-proofs.ts";
export { type CannotPlanReason, findCannotCarryReason, findCannotPlanReason } from "./lifecycle/rules.ts";
export {
  getNextStatus,
  isTerminal,
  ORDER_STATUS_IDS,
  ORDER_STATUSES,
  type OrderCommand,
  type OrderStatus,
} from "./lifecycle/status.ts";
export {
  computeStatusBefore,
  listRecordedFacts,
  type RecordedFact,
  type StepEvent,
} from "./lifecycle/status-history.ts";
export { unassignOrders } from "./lifecycle/unassign.ts";
export {
  findOrder,
  getLockedOrder,
  getOrderRow,
  isOnReleasedRoute,
  lockOrder,
  lockOrders,
  ORDER_COLUMNS,
  type OrderRow,
} from "./records/order.ts";
export { type Custody, loadParcels, moveCustody, type ParcelRow } from "./records/parcel.ts";
export { type Evidence, insertProofs } from "./records/proof.ts";
export {
  ChosenOrder,
  chooseScanned,
  type FoundParcel,
  findScannedParcels,
  listCandidates,
  ScanCandidate,
  SetAside,
} from "./scanning/find-scanned.ts";
export { findStopReason, isAmbiguous, narrowScan, type StopReason } from "./scanning/rules.ts";
export {
  getStopPlace,
  ORDER_TYPES,
  OrderSummary,
  ParcelInput,
  RecipientPreferences,
  toOrderSummary,
} from "./shapes.ts";
export {
  assignmentRequested,
  assignmentsEnd,
  attentionCountsRequested,
  type Courier,
  collectedCashRequested,
  courierRequested,
  type DropoffStop,
  daySummaryRequested,
  drivenPositionsRequested,
  dropoffStopRequested,
  instantOrdersCreated,
  orderDeposited,
  orderDetailsChanged,
  ordersLeaveRoutes,
  ordersOfDriverRequested,
  ordersWithAttentionRequested,
  orderWindowsChanged,
  type Position,
  routeDriversRequested,
  unreleasedRoutesRequested,
} from "./topics.ts";
export { getVisibility, isVisible } from "./visibility.ts";
