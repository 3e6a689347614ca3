/** Ends the assignments of orders that are unassigned, cancelled or rerouted. */
import { assignmentsEnd } from "#domain/orders/orders/public.ts";
import { subscribe } from "#operation/define/topic.ts";
import { endAssignments } from "../records/assignment.ts";

export const endOrderAssignments = subscribe(assignmentsEnd, async (context, { assignment_ids, end }) => {
  await endAssignments(context, assignment_ids, end);
});
