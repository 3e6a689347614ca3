/**
 * What other families may do with tracking: write OTEP events in their own transaction, issue numbers, read
 * timelines and the public answer.
 */
export {
  type FoundNumber,
  PROOF_LINK_S,
  proofLink,
  resolveNumber,
  TrackingAnswer,
  trackingAnswer,
} from "./answer.ts";
export { isPlausibleNumber, newTrackingNumber } from "./numbers.ts";
export { OperationEvent, operationEvents } from "./operation-events.ts";
export {
  eventsOfNumbers,
  eventsOfTimeline,
  lastStatusBefore,
  PROVIDER,
  rowOf,
  statusEventOf,
  storeTrackingEvents,
  type TrackedOrder,
  type TrackingFields,
  timelineOf,
  timelineOfEvents,
  trackingEvent,
} from "./timeline.ts";
