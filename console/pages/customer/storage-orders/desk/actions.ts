/** What staff can do with a storage order, with what usually comes next. Pure: the service says what is possible. */
import type { CustomerStorageOrder } from "../queries.ts";

/** The member of an order that says whether an action is possible. */
const MEMBERS = {
  quote: "can_quote",
  confirm: "can_confirm",
  process: "can_process",
  receive: "can_receive",
  measure: "can_measure",
  release: "can_release",
  reprice: "can_reprice",
  complete: "can_complete",
  settle: "can_settle",
  refund: "can_refund",
  cancel: "can_cancel",
} as const satisfies Record<string, keyof CustomerStorageOrder>;
export type Action = keyof typeof MEMBERS;

type Possible = Pick<
  CustomerStorageOrder,
  (typeof MEMBERS)[Action] | "is_priced" | "packages" | "prices_hidden_from_customer" | "remaining_minor"
>;

export function listActions(order: Pick<Possible, (typeof MEMBERS)[Action]>): Action[] {
  return (Object.keys(MEMBERS) as Action[]).filter((action) => order[MEMBERS[action]]);
}

/** Null where it is the customer's turn. */
export function findNextAction(order: Possible, possible: readonly Action[]): Action | null {
  const { is_priced, packages, prices_hidden_from_customer, remaining_minor } = order;
  const is_unmeasured = packages.some(
    ({ status, measured_at }) => status === "RECEIVED" && measured_at === null,
  );
  // A customer who sees the price confirms by paying; staff may do it before.
  const waits_for_payment = !prices_hidden_from_customer && (remaining_minor ?? 0) > 0;
  const sensible: [Action, boolean][] = [
    ["quote", !is_priced],
    ["confirm", !waits_for_payment],
    ["receive", true],
    ["measure", is_unmeasured],
    ["settle", true],
  ];
  return sensible.find(([action, is_wanted]) => is_wanted && possible.includes(action))?.[0] ?? null;
}
