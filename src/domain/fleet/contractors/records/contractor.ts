/** Contractors: what one is, how it is locked and stored, and how it is shown with its accounts and counts of its orders. */
import type Type from "typebox";
import type { Context } from "#operation/define/context.ts";
import { defineRecord, type Row } from "#operation/define/record.ts";
import type { OrderRule } from "../rules.ts";
import type { CONTRACTOR_STATES, Contractor } from "../shapes.ts";

interface ContractorRow extends Row<"contractor"> {
  rules: OrderRule[];
  status: (typeof CONTRACTOR_STATES)[number];
}

export const ContractorRecord = defineRecord<"contractor", ContractorRow>("contractor");

export type ContractorView = Type.Static<typeof Contractor>;

const FINAL_STATUSES = "('DELIVERED', 'RETURNED', 'REJECTED', 'CANCELLED')";

/** Condition on orders `o`: assigned and not completed. Written exactly as in their partial index. */
export const OPEN_ASSIGNMENT = `o.assignment_id is not null and o.status not in ${FINAL_STATUSES}`;

/** Closed routes keep their orders; only open orders on open routes are counted. */
const VIEW = `select c.id, c.name, c.status, c.rules, c.version, c.created_at,
    (select coalesce(json_agg(json_build_object('broker_id', a.id, 'name', a.name, 'email', a.email, 'status', a.status) order by a.id), '[]')
       from account a where a.business_id = c.business_id and a.role = 'broker_employee' and a.contractor_id = c.id) as people,
    (select count(*) from driver d where d.business_id = c.business_id and d.contractor_id = c.id and d.status = 'active') as drivers,
    (select count(*) from account a join delivery_order o on o.business_id = a.business_id and o.contractor_account_id = a.id
      where a.business_id = c.business_id and a.role = 'broker_employee' and a.contractor_id = c.id
        and ${OPEN_ASSIGNMENT}) as orders_in_hand,
    (select count(*) from route r join delivery_order o on o.business_id = r.business_id and o.route_id = r.id
      where r.business_id = c.business_id and r.contractor_id = c.id and r.status not in ('COMPLETED', 'CLOSED', 'CANCELLED')
        and o.status not in ${FINAL_STATUSES}) as orders_on_routes
  from contractor c where c.business_id = $1`;

export async function readContractorViews(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  ids: readonly number[],
): Promise<ContractorView[]> {
  return db.rows<ContractorView>(`${VIEW} and c.id = any($2::bigint[]) order by c.name, c.id`, [
    business_id,
    [...ids],
  ]);
}

/** The contractor as returned by operations. */
export async function readContractorView(
  context: Pick<Context, "db" | "business_id">,
  id: number,
): Promise<ContractorView | undefined> {
  return (await readContractorViews(context, [id]))[0];
}

/** Its key stays free: orders and accounts may refer to it meanwhile. */
export function lockContractor(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  id: number,
): Promise<ContractorRow | undefined> {
  return db.row<ContractorRow>(
    "select * from contractor where business_id = $1 and id = $2 for no key update",
    [business_id, id],
  );
}

/** The members of a contractor that events contain: no name. */
export function pickAuditedMembers({ rules, status }: Pick<ContractorRow, "rules" | "status">) {
  return { rules, status };
}
