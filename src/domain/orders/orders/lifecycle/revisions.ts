/**
 * Members of an order that contain personal data or free text, and their former values.
 *
 * Events never contain these values, because events cannot be erased. The event of a change names the members that it
 * replaced; their former values are a row of `order_revision`, which can be erased.
 */
import type { Db } from "#platform/db/db.ts";
import type { OrderRow } from "../tables.ts";

const PERSONAL = ["pickup", "dropoff", "delivery_instruction", "note", "return_reason"] as const;
export type PersonalMember = (typeof PERSONAL)[number];

type PersonalMembers = Partial<Pick<OrderRow, PersonalMember>>;

/** Members that a change replaced: `empty` when the former value was empty, `kept` when it is in `order_revision`. */
export type Replaced = Partial<Record<PersonalMember, "empty" | "kept">>;

export function findReplacedMembers(order: OrderRow, set: Partial<OrderRow>): Replaced {
  const replaced: Replaced = {};
  for (const member of PERSONAL) {
    if (!(member in set) || JSON.stringify(set[member]) === JSON.stringify(order[member])) continue;
    replaced[member] = isEmpty(order, member) ? "empty" : "kept";
  }
  return replaced;
}

/** Code and version of a return reason are in the events; only its note is personal data. */
function isEmpty(order: OrderRow, member: PersonalMember): boolean {
  const former = member === "return_reason" ? order.return_reason?.note : order[member];
  return (former ?? "") === "";
}

/** Store the former values of members that these changes replace. */
export async function storeRevisions(
  { db, business_id }: { db: Db; business_id: number },
  changes: readonly { order: OrderRow; replaced: Replaced }[],
): Promise<void> {
  const rows = changes.flatMap(({ order, replaced }) => {
    const stored = PERSONAL.filter((member) => replaced[member] === "kept");
    if (stored.length === 0) return [];
    const members = Object.fromEntries(stored.map((member) => [member, order[member]]));
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

export interface Revision {
  version: number;
  members: PersonalMembers;
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
 * The personal members at an earlier version. `replacements` are those of the later changes, the earliest first, each
 * with the version that it replaced; `erased` are members whose former value has been deleted.
 */
export function restoreMembers(
  order: OrderRow,
  replacements: readonly { version: number; replaced: Replaced }[],
  revisions: readonly Revision[],
): { members: Pick<OrderRow, PersonalMember>; erased: PersonalMember[] } {
  const { pickup, dropoff, delivery_instruction, note, return_reason } = order;
  const members = { pickup, dropoff, delivery_instruction, note, return_reason };
  const erased: PersonalMember[] = [];
  const empty = { pickup: null, dropoff: null, delivery_instruction: "", note: "", return_reason: null };
  for (const member of PERSONAL) {
    const first = replacements.find(({ replaced }) => replaced[member] !== undefined);
    if (first === undefined) continue;
    const revision = revisions.find(({ version }) => version === first.version);
    const is_known = first.replaced[member] === "empty" || revision?.members[member] !== undefined;
    if (!is_known) erased.push(member);
    Object.assign(members, { [member]: revision?.members[member] ?? empty[member] });
  }
  return { members, erased };
}
