/**
 * Members of an order that the state of an event does not contain, and their former values: personal data, free text, and
 * what was agreed about the goods.
 *
 * Events never contain personal values, because events cannot be erased. The event of a change names the members that it
 * replaced; their former values are a row of `order_revision`, which can be erased.
 */
import type { Db } from "#platform/db/db.ts";
import type { OrderRow, Requirements } from "../records/order.ts";
import type { ParcelMeasures } from "./merge-order.ts";

const COLUMNS = [
  "pickup",
  "dropoff",
  "delivery_instruction",
  "note",
  "recipient_preferences",
  "return_reason",
  "customer_id",
  "ref",
  "weight_g",
  "volume_cm3",
  "requirements",
  "cod_minor",
  "insured_value_minor",
] as const;
type RevisedColumn = (typeof COLUMNS)[number];

/** `parcels`: the measures and contents of all of them. */
const MEMBERS = [...COLUMNS, "parcels"] as const;
export type RevisedMember = (typeof MEMBERS)[number];

type RevisedColumns = Pick<OrderRow, RevisedColumn>;
type RevisedMembers = Partial<RevisedColumns> & { parcels?: readonly ParcelMeasures[] };

/** Members that a change replaced: `empty` when the former value was empty, `kept` when it is in `order_revision`. */
export type Replaced = Partial<Record<RevisedMember, "empty" | "kept">>;

export function findReplacedMembers(
  order: OrderRow,
  set: Partial<OrderRow>,
  parcels?: readonly ParcelMeasures[],
): Replaced {
  const replaced: Replaced = parcels === undefined ? {} : { parcels: "kept" };
  for (const member of COLUMNS) {
    if (!(member in set) || JSON.stringify(set[member]) === JSON.stringify(order[member])) continue;
    replaced[member] = isEmpty(order, member) ? "empty" : "kept";
  }
  return replaced;
}

/** Code and version of a return reason are in the events; only its note is personal data. */
function isEmpty(order: OrderRow, member: RevisedColumn): boolean {
  const former = member === "return_reason" ? order.return_reason?.note : order[member];
  return (former ?? "") === "";
}

/** Store the former values of members that these changes replace. */
export async function storeRevisions(
  { db, business_id }: { db: Db; business_id: number },
  changes: readonly {
    order: OrderRow;
    replaced: Replaced;
    parcels?: readonly ParcelMeasures[] | undefined;
  }[],
): Promise<void> {
  const rows = changes.flatMap(({ order, replaced, parcels }) => {
    const kept_members = MEMBERS.filter((member) => replaced[member] === "kept");
    if (kept_members.length === 0) return [];
    const former: RevisedMembers = {
      ...order,
      requirements: withoutPin(order.requirements),
      ...(parcels === undefined ? {} : { parcels }),
    };
    const members = Object.fromEntries(kept_members.map((member) => [member, former[member]]));
    return [{ order_id: order.id, version: order.version, members }];
  });
  if (rows.length === 0) return;
  await db.execute(
    `insert into order_revision (business_id, order_id, version, members)
     select $1, r.order_id, r.version, r.members
       from json_to_recordset($2::json) as r(order_id bigint, version int, members jsonb)`,
    [business_id, JSON.stringify(rows)],
  );
}

/** No response shows the hash of a PIN, so a former one is not kept. */
function withoutPin({ pin_hash: _pin_hash, ...requirements }: Requirements): Requirements {
  return requirements;
}

export interface Revision {
  version: number;
  members: RevisedMembers;
}

/** Former values replaced at a version or later, the earliest first. */
export async function loadRevisionsSince(
  { db, business_id }: { db: Db; business_id: number },
  order_id: number,
  version: number,
): Promise<Revision[]> {
  return db.rows<Revision>(
    `select version, members from order_revision where business_id = $1 and order_id = $2 and version >= $3 order by version`,
    [business_id, order_id, version],
  );
}

/**
 * The members at an earlier version. `replacements` are those of the later changes, the earliest first, each with the
 * version that it replaced; `erased` are members whose former value has been deleted.
 */
export function restoreMembers(
  order: OrderRow,
  replacements: readonly { version: number; replaced: Replaced }[],
  revisions: readonly Revision[],
): { members: RevisedColumns; parcels: readonly ParcelMeasures[] | null; erased: RevisedMember[] } {
  const members = Object.fromEntries(COLUMNS.map((column) => [column, order[column]]));
  let parcels: readonly ParcelMeasures[] | null = null;
  const erased: RevisedMember[] = [];
  for (const member of MEMBERS) {
    const first = replacements.find(({ replaced }) => replaced[member] !== undefined);
    if (first === undefined) continue;
    const former = revisions.find(({ version }) => version === first.version)?.members;
    if (first.replaced[member] === "kept" && former?.[member] === undefined) erased.push(member);
    if (member === "parcels") parcels = former?.parcels ?? [];
    else members[member] = former?.[member] ?? EMPTY[member];
  }
  return { members: members as RevisedColumns, parcels, erased };
}

const EMPTY: RevisedColumns = {
  pickup: null,
  dropoff: null,
  delivery_instruction: "",
  note: "",
  recipient_preferences: null,
  return_reason: null,
  customer_id: null,
  ref: null,
  weight_g: 0,
  volume_cm3: 0,
  requirements: {},
  cod_minor: 0,
  insured_value_minor: 0,
};
