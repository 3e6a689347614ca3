/**
 * What other families may do with assignments: end those of orders that are cancelled, show who holds an order, and
 * whether it may change hands.
 *
 * It imports no family, so that orders may import it.
 */
export { endAssignments } from "./end.ts";
export { whatHandsMay } from "./rules.ts";
export { Assignment, assignmentView, findHolding } from "./shapes.ts";
