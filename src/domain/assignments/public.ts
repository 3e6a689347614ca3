/**
 * What other families may do with assignments: end those of orders that are cancelled, and show who holds an order.
 *
 * It imports no family, so that orders may import it.
 */
export { endAssignments } from "./end.ts";
export { Assignment, assignmentView, findHolding } from "./shapes.ts";
