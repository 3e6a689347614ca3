/** Close a surcharge: no price from now on has it. Its code can be used again. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Id } from "#vocabulary/basics.ts";
import { lockSurcharge } from "../find.ts";
import { messages } from "../messages.ts";
import { SURCHARGE_COLUMNS, Surcharge, type SurchargeRow } from "../shapes.ts";

export const closeSurcharge = defineOperation({
  name: "clientSurchargeClose",
  summary: "Close a surcharge",
  effect: "write",
  access: { roles: ["client_admin"], scopes: ["settings:write"] },
  rest: { method: "POST", path: "/api/v1/client/surcharges/{surcharge_id}/close" },
  input: Type.Object({ surcharge_id: Id }),
  output: Type.Object({ result: Type.Boolean(), version: Type.Integer(), surcharge: Surcharge }),
  refusals: { surcharge_closed: "conflict" },

  async run(context, { surcharge_id }) {
    const { db, business_id, now, refuse, expectVersion, emit } = context;
    const old = await lockSurcharge(context, surcharge_id);
    expectVersion(old.version);
    if (old.closed_at !== null) throw refuse("surcharge_closed", { message: messages.surcharge_closed });
    const row = await db.row<SurchargeRow>(
      `update surcharge set closed_at = $3, version = version + 1 where business_id = $1 and id = $2
       returning ${SURCHARGE_COLUMNS}`,
      [business_id, surcharge_id, now],
    );
    if (row === undefined) throw new Error("A locked surcharge was gone.");
    emit({
      subject: { type: "surcharge", id: row.id },
      kind: "surcharge.closed",
      payload: { code: row.code },
      before: { closed_at: null },
      after: { closed_at: row.closed_at },
    });
    return { result: true, version: row.version, surcharge: row };
  },
});
