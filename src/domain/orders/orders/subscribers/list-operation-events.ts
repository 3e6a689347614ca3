/** Gives tracking the audit trail of orders. */
import { operationEventsRequested } from "#domain/tracking/tracking/public.ts";
import { subscribe } from "#operation/define/topic.ts";
import { loadOperationEvents } from "../lifecycle/operation-events.ts";

export const listOperationEvents = subscribe(operationEventsRequested, loadOperationEvents);
