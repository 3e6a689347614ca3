/**
 * What other families may do with tracking: write OTEP events in their own transaction, issue numbers, read
 * timelines and the public answer.
 */
export { TrackingAnswer, trackingAnswer } from "./answer.ts";
export { newTrackingNumber } from "./numbers.ts";
export { OperationEvent, operationEvents } from "./operation-events.ts";
export {
  eventsOfNumber,
  eventsOfNumbers,
  lastStatusBefore,
  PROVIDER,
  rowOf,
  storeTrackingEvents,
  type TrackedOrder,
  type TrackingFields,
  timelineOf,
  timelineOfEvents,
  trackingEvent,
} from "./timeline.ts";
