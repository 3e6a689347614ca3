/**
 * Interface of tracking for other families: write OTEP events in their own transaction, issue tracking numbers, read
 * timelines and the public tracking response.
 */
export { addAlias, GivenNumber } from "./aliases.ts";
export {
  buildProofLink,
  loadRecordAnswer,
  PROOF_LINK_S,
  TrackingAnswer,
} from "./answer.ts";
export { createTrackingNumbers } from "./number-ranges.ts";
export { buildNumberKey, Carrier, isPlausibleNumber, newTrackingNumber, normalizeNumber } from "./numbers.ts";
export { type EventFilter, OperationEvent, type OperationEventPage } from "./operation-events.ts";
export { buildEndNote, findFirstParcelEnd, isEndNote } from "./parcel-end.ts";
export {
  findNumbers,
  findPublicReferences,
  hideEventId,
  referenceKey,
  withPublicSubjects,
} from "./public-subjects.ts";
export {
  AMBIGUOUS_NUMBER,
  chooseHolders,
  type FoundNumber,
  findCandidates,
  findNumberBusiness,
  findPublicRecords,
  type NumberOwner,
  resolveNumber,
  takeAmbiguous,
} from "./resolve.ts";
export {
  buildTimeline,
  composeTrackingEvent,
  findLastStatusBefore,
  findStatusEvent,
  loadEventsByNumber,
  loadTimeline,
  loadTimelineEvents,
  OWN_PROVIDER,
  storeTrackingEvents,
  type TrackedOrder,
  type TrackingFields,
  toTrackingRow,
} from "./timeline.ts";
export { operationEventsRequested, type StuckOrder, stuckOrdersRequested } from "./topics.ts";
export {
  defineTrackedKind,
  getTrackedKind,
  listTrackedKinds,
  parseIds,
  type Target,
  type TimelineChange,
} from "./tracked-kind.ts";
export {
  giveCarrierNumbers,
  insertFreeTrackingNumbers,
  insertTrackingNumbers,
} from "./write-numbers.ts";
