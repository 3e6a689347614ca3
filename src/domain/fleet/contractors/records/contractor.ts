/** Contractors: what one is, how it is locked and stored, and how it is shown with its accounts and counts of its orders. */
import type Type from "typebox";
import type { Context } from "#operation/define/context.ts";
import { defineGet } from "#operation/define/get.ts";
import { defineRecord, type Row } from "#operation/define/record.ts";
import { messages } from "../messages.ts";
import type { OrderRule } from "../rules.ts";
import type { CONTRACTOR_STATES, Contractor } from "../shapes.ts";
import { type ContractorWork, contractorWorkRequested } from "../topics.ts";

interface ContractorRow extends Row<"contractor"> {
  rules: OrderRule[];
  status: (typeof CONTRACTOR_STATES)[number];
}

export const ContractorRecord = defineRecord<"contractor", ContractorRow>("contractor");

export type ContractorView = Type.Static<typeof Contractor>;

const FINAL_STATUSES = "('DELIVERED', 'RETURNED', 'REJECTED', 'CANCELLED')";

/** Condition on orders `o`: assigned and not completed. Written exactly as in their partial index. */
export const OPEN_ASSIGNMENT = `o.assignment_id is not null and o.status not in ${FINAL_STATUSES}`;

const VIEW = `select c.id, c.name, c.status, c.rules, c.version, c.created_at,
    (select coalesce(json_agg(json_build_object('broker_id', a.id, 'name', a.name, 'email', a.email, 'status', a.status) order by a.id), '[]')
       from account a where a.business_id = c.business_id and a.role = 'broker_employee' and a.contractor_id = c.id) as people,
    (select count(*) from account a join delivery_order o on o.business_id = a.business_id and o.contractor_account_id = a.id
      where a.business_id = c.business_id and a.role = 'broker_employee' and a.contractor_id = c.id
        and ${OPEN_ASSIGNMENT}) as orders_in_hand
  from contractor c where c.business_id = $1`;

export async function readContractorViews(
  { db, business_id, publish }: Pick<Context, "db" | "business_id" | "publish">,
  ids: readonly number[],
): Promise<ContractorView[]> {
  const [rows, answers] = await Promise.all([
    db.rows<Omit<ContractorView, "drivers" | "orders_on_routes">>(
      `${VIEW} and c.id = any($2::bigint[]) order by c.name, c.id`,
      [business_id, [...ids]],
    ),
    publish(contractorWorkRequested, { contractor_ids: ids }),
  ]);
  const work = Map.groupBy(answers.flat(), ({ contractor_id }) => contractor_id);
  return rows.map((row) => {
    const none: Pick<ContractorWork, "drivers" | "orders_on_routes"> = { drivers: 0, orders_on_routes: 0 };
    const { drivers, orders_on_routes } = Object.assign(none, ...(work.get(row.id) ?? []));
    return { ...row, drivers, orders_on_routes };
  });
}

/** The contractor as returned by operations. */
export async function readContractorView(
  context: Pick<Context, "db" | "business_id" | "publish">,
  id: number,
): Promise<ContractorView | undefined> {
  return (await readContractorViews(context, [id]))[0];
}

/** Its key stays free: orders and accounts may refer to it meanwhile. */
function lockContractor(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  id: number,
): Promise<ContractorRow | undefined> {
  return db.row<ContractorRow>(
    "select * from contractor where business_id = $1 and id = $2 for no key update",
    [business_id, id],
  );
}

export const getLockedContractor = defineGet(lockContractor, messages.unknown_contractor);

/** The members of a contractor that events contain: no name. */
export function pickAuditedMembers({ rules, status }: Pick<ContractorRow, "rules" | "status">) {
  return { rules, status };
}
