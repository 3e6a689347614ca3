/** What staff can decide about an order, with the next sensible decision first. Pure: the service says what is possible. */
import type { CustomerOrder } from "../queries.ts";

const DECISIONS = [
  "quote",
  "confirm",
  "receive",
  "measure",
  "reprice",
  "process",
  "ship",
  "complete",
  "resolve",
  "settle",
  "refund",
  "exception",
  "cancel",
] as const;
export type Decision = (typeof DECISIONS)[number];

/** The member of an order that says whether a decision is possible. */
const MEMBERS = {
  quote: "can_quote",
  confirm: "can_confirm",
  receive: "can_receive",
  measure: "can_measure",
  reprice: "can_reprice",
  process: "can_process",
  ship: "can_ship",
  complete: "can_complete",
  resolve: "can_resolve",
  settle: "can_settle",
  refund: "can_refund",
  exception: "can_report_exception",
  cancel: "can_cancel",
} as const satisfies Record<Decision, keyof CustomerOrder>;

type Possible = Pick<
  CustomerOrder,
  | (typeof MEMBERS)[Decision]
  | "status"
  | "is_priced"
  | "packages"
  | "prices_hidden_from_customer"
  | "remaining_minor"
>;

export function listDecisions(order: Possible): Decision[] {
  return DECISIONS.filter((decision) => order[MEMBERS[decision]] === true);
}

/** `price_changes`: a dry run has shown that the measures change the price. */
export function findNextDecision(order: Possible, price_changes: boolean): Decision | null {
  const possible = new Set(listDecisions(order));
  const is_unmeasured = order.packages.some(
    ({ received_at, measured_at }) => received_at !== null && measured_at === null,
  );
  // A customer who sees the price confirms by paying; staff may do it before.
  const waits_for_payment = !order.prices_hidden_from_customer && (order.remaining_minor ?? 0) > 0;
  const sensible: [Decision, boolean][] = [
    ["resolve", true],
    ["quote", !order.is_priced],
    ["confirm", !waits_for_payment],
    ["receive", true],
    ["measure", is_unmeasured],
    ["reprice", price_changes],
    ["process", true],
    ["settle", true],
    ["ship", true],
    ["complete", true],
  ];
  return sensible.find(([decision, is_wanted]) => is_wanted && possible.has(decision))?.[0] ?? null;
}
