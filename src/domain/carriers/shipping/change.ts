/** Changes a locked label: its row, its packages, what is returned of its price, and its events. */
import { refundPurchase } from "#domain/money/wallets/public.ts";
import type { Context } from "#operation/define/context.ts";
import type { PackageState } from "#providers/carriers/port.ts";
import { loadPackages } from "./rows.ts";
import { deriveState, isReturned, type State } from "./rules.ts";
import type { LabelOrderRow, LabelPackageRow } from "./tables.ts";
import { trackChange } from "./timeline.ts";

/** A due task: ask the carrier how what is pending ended. */
export const RECONCILE = "shipping.reconcile";
/** A due task: look whether the carrier carried out a purchase after we had given it up. */
export const CHECK_LATE = "shipping.check_late";

/** Pauses between questions to a carrier: a minute, doubled up to six hours. */
export function getNextQuestion(now: Date, attempts: number): Date {
  return new Date(now.getTime() + Math.min(60_000 * 2 ** Math.min(attempts, 10), 6 * 3_600_000));
}

type Columns = Partial<
  Pick<
    LabelOrderRow,
    | "carrier"
    | "service"
    | "service_name"
    | "carrier_account_id"
    | "reference"
    | "shipment"
    | "lines"
    | "offers"
    | "price_minor"
    | "currency"
    | "returned_minor"
    | "quoted_charge_minor"
    | "carrier_charge_minor"
    | "carrier_currency"
    | "hold_id"
    | "carrier_reference"
    | "tracking_number"
    | "label_format"
    | "failure"
    | "failure_code"
    | "failure_text"
    | "is_sync_pending"
    | "sync_attempts"
    | "manifest_id"
  >
> &
  Partial<
    Record<
      "purchased_at" | "submitted_at" | "cancel_requested_at" | "asked_at" | "closed_at",
      Date | string | null
    >
  >;

const JSON_COLUMNS: ReadonlySet<string> = new Set(["shipment", "lines", "offers"]);

/** Stores a change of a locked label and returns it. */
export async function updateLabel(
  { db, business_id, now }: Pick<Context<never>, "db" | "business_id" | "now">,
  order: LabelOrderRow,
  { state = order.state, ...columns }: Columns & { state?: State },
): Promise<LabelOrderRow> {
  const values: unknown[] = [business_id, order.id, state, state !== order.state, now];
  const assignments = Object.entries(columns).map(
    ([column, value]) =>
      `, ${column} = $${values.push(JSON_COLUMNS.has(column) ? JSON.stringify(value) : value)}`,
  );
  const changed = await db.row<LabelOrderRow>(
    `update label_order set state = $3, state_since = case when $4 then $5 else state_since end, version = version + 1
       ${assignments.join("")} where business_id = $1 and id = $2 returning *`,
    values,
  );
  if (changed === undefined) throw new Error("A locked label was gone.");
  return changed;
}

export const labelFacts = ({ customer_id, carrier, service, tracking_number }: LabelOrderRow) => ({
  customer_id,
  carrier,
  service,
  tracking_number,
});

interface PackageChanges {
  /** By the sequence number of the package. */
  packages?: ReadonlyMap<number, PackageState>;
  columns?: Columns;
  failure?: string | null;
}

/**
 * What became of packages of a bought label, or of the label as a whole: what is voided or refunded is returned to the
 * customer's account that paid it, once.
 */
export async function changeBoughtLabel(
  context: Context<never>,
  order: LabelOrderRow,
  { packages: changes = new Map(), columns = {}, failure = null }: PackageChanges,
): Promise<LabelOrderRow> {
  const { db, business_id, emit } = context;
  const before = await loadPackages(context, order.id);
  const packages = before.map(
    (one): LabelPackageRow => ({ ...one, state: changes.get(one.seq) ?? one.state }),
  );
  const changed = packages.filter(
    ({ seq, state }, index) => changes.has(seq) && state !== before[index]?.state,
  );
  for (const { id, state } of changed)
    await db.execute("update label_package set state = $3 where business_id = $1 and id = $2", [
      business_id,
      id,
      state,
    ]);
  const returned_minor = changed
    .filter(({ state }) => isReturned(state))
    .reduce((sum, { price_minor }) => sum + price_minor, 0);
  if (returned_minor > 0 && order.customer_id !== null)
    await refundPurchase(context, {
      customer_id: order.customer_id,
      subject: { type: "label", id: order.id },
      amount_minor: returned_minor,
    });
  const manifest_id = columns.manifest_id === undefined ? order.manifest_id : columns.manifest_id;
  const submitted_at = columns.submitted_at === undefined ? order.submitted_at : columns.submitted_at;
  const closed_at = columns.closed_at === undefined ? order.closed_at : columns.closed_at;
  const state = deriveState(
    {
      is_submitted: submitted_at !== null,
      is_manifested: await isManifested(context, manifest_id),
      is_closed: closed_at !== null,
    },
    packages.map((one) => one.state),
  );
  const next = await updateLabel(context, order, {
    ...columns,
    state,
    returned_minor: order.returned_minor + returned_minor,
  });
  await trackChange(context, order, order.state, state);
  if (changed.length > 0 || state !== order.state || failure !== null)
    emit({
      subject: { type: "label", id: order.id },
      kind: "label.state_changed",
      payload: {
        ...labelFacts(order),
        state_before: order.state,
        state,
        packages: changed.map((one) => ({ tracking_number: one.tracking_number, state: one.state })),
        returned_minor,
        currency: order.currency,
        failure,
      },
    });
  return next;
}

/** A manifest that the carrier has not confirmed is none yet. */
export async function isManifested(
  { db, business_id }: Pick<Context<never>, "db" | "business_id">,
  manifest_id: number | null,
): Promise<boolean> {
  if (manifest_id === null) return false;
  const row = await db.row<{ state: string }>(
    "select state from label_manifest where business_id = $1 and id = $2",
    [business_id, manifest_id],
  );
  return row?.state === "created";
}
