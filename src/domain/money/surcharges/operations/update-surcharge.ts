/**
 * Change a surcharge, except its code. Members that are not sent stay unchanged; conditions that are sent replace all.
 *
 * Quotes and orders keep the lines they have.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Id } from "#vocabulary/basics.ts";
import { lockSurcharge } from "../find.ts";
import { messages } from "../messages.ts";
import { findSurchargeFaults } from "../rules.ts";
import { SURCHARGE_COLUMNS, Surcharge, type SurchargeRow, surchargeMembers } from "../shapes.ts";

export const updateSurcharge = defineOperation({
  name: "clientSurchargeUpdate",
  summary: "Change a surcharge",
  effect: "write",
  access: { roles: ["client_admin"], scopes: ["settings:write"] },
  rest: { method: "PATCH", path: "/api/v1/client/surcharges/{surcharge_id}" },
  input: Type.Object({
    ...surchargeMembers,
    surcharge_id: Id,
    name: Type.Optional(surchargeMembers.name),
    kind: Type.Optional(surchargeMembers.kind),
    trigger: Type.Optional(surchargeMembers.trigger),
    families: Type.Optional(surchargeMembers.families),
  }),
  output: Type.Object({ result: Type.Boolean(), version: Type.Integer(), surcharge: Surcharge }),
  refusals: { surcharge_closed: "conflict" },

  async run(context, { surcharge_id, ...change }) {
    const { db, business_id, refuse, expectVersion, emit } = context;
    const old = await lockSurcharge(context, surcharge_id);
    expectVersion(old.version);
    if (old.closed_at !== null) throw refuse("surcharge_closed", { message: messages.surcharge_closed });
    const next = { ...old, ...change };
    const faults = findSurchargeFaults(next);
    if (faults.length > 0)
      throw refuse("invalid_request", { message: messages.invalid_surcharge, errors: faults });
    const row = await db.row<SurchargeRow>(
      `update surcharge set name = $3, kind = $4, trigger = $5, currency = $6, amount_minor = $7, percent = $8,
         minimum_minor = $9, conditions = $10, taxable = $11, families = $12, is_optional = $13, version = version + 1
        where business_id = $1 and id = $2 returning ${SURCHARGE_COLUMNS}`,
      [
        business_id,
        surcharge_id,
        next.name.trim(),
        next.kind,
        next.trigger,
        next.currency,
        next.amount_minor,
        next.percent,
        next.minimum_minor,
        JSON.stringify(next.conditions),
        next.taxable,
        next.families,
        next.is_optional,
      ],
    );
    if (row === undefined) throw new Error("A locked surcharge was gone.");
    emit({
      subject: { type: "surcharge", id: row.id },
      kind: "surcharge.updated",
      payload: { code: row.code, members: Object.keys(change) },
      before: { ...old },
      after: { ...row },
    });
    return { result: true, version: row.version, surcharge: row };
  },
});
