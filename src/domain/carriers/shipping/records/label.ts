/** Labels: what one is, how it is found, locked and changed, with what is returned of its price. */
import type { OfferAtPurchase } from "#domain/carriers/shipping-rules/public.ts";
import { refundPurchase } from "#domain/money/wallets/public.ts";
import type { Context } from "#operation/define/context.ts";
import { type Changes, defineRecord, type Row } from "#operation/define/record.ts";
import type { LabelFormat, PackageState, Shipment } from "#providers/carriers/port.ts";
import { byId } from "#vocabulary/cursor-page.ts";
import { messages } from "../messages.ts";
import { deriveState, isReturned, OPEN_STATES, type State } from "../rules.ts";
import { trackChange } from "../timeline.ts";
import { LabelPackageRecord, type LabelPackageRow, loadPackages } from "./label-package.ts";

export interface Line {
  code: string;
  label: string;
  amount_minor: number;
}

export interface LabelOrderRow extends Row<"label_order"> {
  state: State;
  shipment: Shipment;
  label_format: LabelFormat;
  lines: Line[];
  offers: OfferAtPurchase[] | null;
}

export const LabelRecord = defineRecord<"label_order", LabelOrderRow>("label_order");

type Reader = Pick<Context<never>, "db" | "business_id" | "actor">;

/** A label with what responses show of its account, customer and manifest. */
export interface ListedLabel extends LabelOrderRow {
  carrier_account: string;
  customer_name: string | null;
  is_manifested: boolean;
  /** By which the public tracks it. */
  public_number: string | null;
}

const FROM = `label_order o
  join carrier_account a on a.business_id = o.business_id and a.id = o.carrier_account_id
  left join customer c on c.business_id = o.business_id and c.id = o.customer_id
  left join label_manifest m on m.business_id = o.business_id and m.id = o.manifest_id`;
const LABELS = `select o.*, a.code as carrier_account, c.name as customer_name, coalesce(m.state = 'created', false) as is_manifested,
  (select min(n.number) from tracking_number n where n.business_id = o.business_id and n.subject_type = 'label' and n.subject_id = o.id)
    as public_number from ${FROM}`;

/** Newest first. */
export const LABEL_LIST = { from: FROM, select: LABELS, order: byId("o.id") };

/** Customers see their own labels alone; null for the business. */
export function getOwner({ actor }: Pick<Reader, "actor">): number | null {
  return actor.role === "customer" ? (actor.customer_id ?? 0) : null;
}

export function findLabel(context: Reader, id: number): Promise<ListedLabel | undefined> {
  const { db, business_id } = context;
  return db.row<ListedLabel>(
    `${LABELS} where o.business_id = $1 and o.id = $2 and ($3::bigint is null or o.customer_id = $3)`,
    [business_id, id, getOwner(context)],
  );
}

export async function getLabel(
  context: Reader & Pick<Context<never>, "refuse">,
  id: number,
): Promise<ListedLabel> {
  const order = await findLabel(context, id);
  if (order === undefined) throw context.refuse("not_found", { message: messages.unknown_label });
  return order;
}

/** For callers that may see the label: every decision about a label, its packages and its money waits for this lock. */
export const lockLabel = LabelRecord.lock;

/** The label that the caller may see, locked; 404 for another, whose lock it neither waits for nor takes. */
export async function getLockedLabel(context: Context<never>, id: number): Promise<LabelOrderRow> {
  const { db, business_id } = context;
  const order = await db.row<LabelOrderRow>(
    `select * from label_order where business_id = $1 and id = $2 and ($3::bigint is null or customer_id = $3) for update`,
    [business_id, id, getOwner(context)],
  );
  if (order === undefined) throw context.refuse("not_found", { message: messages.unknown_label });
  context.expectVersion(order.version);
  return order;
}

/** The newest label that has a package with this number. */
export async function findLabelByPackage(
  context: Reader,
  tracking_number: string,
): Promise<number | undefined> {
  const { db, business_id } = context;
  const row = await db.row<{ label_order_id: number }>(
    `select p.label_order_id from label_package p
       join label_order o on o.business_id = p.business_id and o.id = p.label_order_id
      where p.business_id = $1 and p.tracking_number = $2 and ($3::bigint is null or o.customer_id = $3)
      order by p.label_order_id desc limit 1`,
    [business_id, tracking_number, getOwner(context)],
  );
  return row?.label_order_id;
}

/** Locked: of two calls at once the second finds what the first made of them. */
export function lockLabels(
  { db, business_id }: Pick<Reader, "db" | "business_id">,
  ids: readonly number[],
): Promise<LabelOrderRow[]> {
  return db.rows<LabelOrderRow>(
    "select * from label_order where business_id = $1 and id = any($2::bigint[]) order by id for update",
    [business_id, ids],
  );
}

export function lockManifested(
  { db, business_id }: Pick<Reader, "db" | "business_id">,
  manifest_ids: readonly number[],
): Promise<LabelOrderRow[]> {
  return db.rows<LabelOrderRow>(
    "select * from label_order where business_id = $1 and manifest_id = any($2::bigint[]) order by id for update",
    [business_id, manifest_ids],
  );
}

/** Labels that are ready and whose packages are to be handed over here; the recipient posts those of a return. Locked: of two calls at once the second finds none. */
export function lockOpenLabels(
  { db, business_id }: Pick<Reader, "db" | "business_id">,
  { carrier_accounts, ship_date_until }: { carrier_accounts: readonly string[]; ship_date_until: string },
): Promise<LabelOrderRow[]> {
  return db.rows<LabelOrderRow>(
    `select o.* from label_order o
       join carrier_account a on a.business_id = o.business_id and a.id = o.carrier_account_id
      where o.business_id = $1 and o.state = any($4) and o.manifest_id is null
        and not (o.shipment->>'is_return')::boolean
        and (cardinality($2::text[]) = 0 or a.code = any($2)) and o.shipment->>'ship_date' <= $3
      order by o.id for update of o`,
    [business_id, carrier_accounts, ship_date_until, OPEN_STATES],
  );
}

/** Puts locked labels on a manifest, or into a pickup. */
export async function setManifestOrPickup(
  { db, business_id }: Pick<Reader, "db" | "business_id">,
  labels: readonly LabelOrderRow[],
  target: { manifest_id: number } | { pickup_id: number },
): Promise<void> {
  const [[column, id] = []] = Object.entries(target);
  await db.execute(
    `update label_order set ${column} = $3, version = version + 1 where business_id = $1 and id = any($2::bigint[])`,
    [business_id, labels.map((label) => label.id), id],
  );
}

/** Nobody comes for the labels of a pickup any more. */
export async function releaseFromPickup(
  { db, business_id }: Pick<Reader, "db" | "business_id">,
  pickup_id: number,
): Promise<void> {
  await db.rows(
    "select id from label_order where business_id = $1 and pickup_id = $2 order by id for update",
    [business_id, pickup_id],
  );
  await db.execute(
    "update label_order set pickup_id = null, version = version + 1 where business_id = $1 and pickup_id = $2",
    [business_id, pickup_id],
  );
}

/** With its order, so that the label keeps its first version. */
export async function setHold(
  { db, business_id }: Pick<Reader, "db" | "business_id">,
  id: number,
  hold_id: number,
): Promise<void> {
  await db.execute("update label_order set hold_id = $3 where business_id = $1 and id = $2", [
    business_id,
    id,
    hold_id,
  ]);
}

type Columns = Omit<Changes<"label_order", LabelOrderRow>, "state" | "state_since">;

/** Stores a change of a locked label and returns it. */
export function updateLabel(
  context: Pick<Context<never>, "db" | "business_id" | "now">,
  order: LabelOrderRow,
  { state = order.state, ...columns }: Columns & { state?: State },
): Promise<LabelOrderRow> {
  const state_since = state === order.state ? order.state_since : context.now.toISOString();
  return LabelRecord.change(context, order, { state, state_since, ...columns });
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
  const before = await loadPackages(context, order.id);
  const packages = before.map(
    (one): LabelPackageRow => ({ ...one, state: changes.get(one.seq) ?? one.state }),
  );
  const changed = packages.filter(
    ({ seq, state }, index) => changes.has(seq) && state !== before[index]?.state,
  );
  for (const one of changed) await LabelPackageRecord.change(context, one, { state: one.state });
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
    context.emit({
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
  { db, business_id }: Pick<Reader, "db" | "business_id">,
  manifest_id: number | null,
): Promise<boolean> {
  if (manifest_id === null) return false;
  const row = await db.row<{ state: string }>(
    "select state from label_manifest where business_id = $1 and id = $2",
    [business_id, manifest_id],
  );
  return row?.state === "created";
}
