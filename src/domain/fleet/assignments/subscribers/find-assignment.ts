/** Tells orders the assignment that they show. */
import {
  type AssignmentWithOrderRow,
  assignmentRequested,
  buildAssignmentQuery,
} from "#domain/orders/orders/public.ts";
import { subscribe } from "#operation/define/topic.ts";

const ONE = buildAssignmentQuery("select * from assignment where business_id = $1 and id = $2");

export const findAssignmentOfOrder = subscribe(
  assignmentRequested,
  ({ db, business_id }, { assignment_id }) =>
    db.row<AssignmentWithOrderRow>(ONE, [business_id, assignment_id]),
);
