/** Physical facts (scans, proofs, arrivals): never refused, ordered by when they happened. */
import type { Context } from "#operation/context.ts";
import type { TrackingFields } from "#domain/tracking/public.ts";
import type { OrderChange } from "./change.ts";
import type { OrderCommand } from "./status.ts";
import type { Custody, OrderRow } from "./tables.ts";

export interface OrderFact {
  /** The arrow it takes, one of the physical ones: `pick_up`, `load`, `receive`, `depart`, `arrive`, `complete`, `fail` … */
  on: OrderCommand;
  /** When it happened, ISO 8601; the moment of the call when absent. */
  occurred_at?: string;
  /** Event kind, `order.<fact>`; `order.status_changed` when absent. */
  kind?: string;
  /** No personal data. */
  payload?: Record<string, unknown>;
  /** How tracking tells it, where the family knows better than the status's own code. */
  tracking?: Omit<TrackingFields, "occurred_at">;
  /** Facets that change with it, when it moves the status: attempts, return_reason, route_id … */
  set?: OrderChange["set"];
  /** Who holds the goods afterwards. */
  custody?: { to: Custody; ref: string | null };
  /** Only these parcels of the order; all when absent. The status follows the slowest parcel. */
  parcel_ids?: readonly number[];
  batch_id?: number;
}

export interface FactOutcome {
  order: OrderRow;
  /** Whether the status is another one now. */
  moved: boolean;
  /** Kind of the attention item it opened, if any. */
  attention: "unlisted_fact" | "late_fact_conflict" | null;
}

/** Record a fact of a locked order. */
export async function recordFact(context: Context<never>, order: OrderRow, fact: OrderFact): Promise<FactOutcome> {
  const [outcome] = await recordFacts(context, [{ order, fact }]);
  if (outcome === undefined) throw new Error("A recorded fact has an outcome.");
  return outcome;
}

/** Record one fact of each of several locked orders, each order once. Outcomes in the order given. */
export async function recordFacts(
  _context: Context<never>,
  _facts: readonly { order: OrderRow; fact: OrderFact }[],
): Promise<FactOutcome[]> {
  throw new Error("Being written.");
}
