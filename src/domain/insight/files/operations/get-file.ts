/**
 * The bytes of a file. The business reads all of its own; everybody else reads what they uploaded themselves, and the
 * proofs of their own orders.
 */
import Type from "typebox";
import type { Context } from "#operation/define/context.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Id } from "#vocabulary/basics.ts";
import { TENANT_ROLES } from "#vocabulary/roles.ts";
import { messages } from "../messages.ts";
import { buildFileAnswer, FileAnswer, type FileRow, findFile } from "../read.ts";

export const getFile = defineOperation({
  name: "file",
  summary: "Read a file",
  effect: "read",
  access: { roles: TENANT_ROLES, scopes: ["orders:read"] },
  rest: { method: "GET", path: "/api/v1/files/{file_id}", bytes: "always" },
  input: Type.Object({ file_id: Id }),
  output: FileAnswer,

  async run(context, { file_id }) {
    const file = await findFile(context, file_id);
    if (file === undefined || !(await mayRead(context, file)))
      throw context.refuse("not_found", { message: messages.unknown_file });
    return buildFileAnswer(context, file);
  },
});

async function mayRead({ actor, db, business_id }: Context<never>, file: FileRow): Promise<boolean> {
  if (actor.role === "client_admin" || actor.role === "employee") return true;
  if (file.uploaded_by !== null && file.uploaded_by === actor.account_id) return true;
  const proof = await db.row(
    `select p.id from proof p join delivery_order o on o.business_id = p.business_id and o.id = p.order_id
       left join stop s on s.business_id = p.business_id and s.id = p.stop_id
       left join route r on r.business_id = s.business_id and r.id = s.route_id
      where p.business_id = $1 and p.file_id = $2
        and (o.customer_id = $3 or r.driver_id = $4 or o.contractor_account_id = $5) limit 1`,
    [
      business_id,
      file.id,
      actor.role === "customer" ? actor.customer_id : null,
      actor.role === "driver" ? actor.driver_id : null,
      actor.role === "broker_employee" ? actor.account_id : null,
    ],
  );
  return proof !== undefined;
}
