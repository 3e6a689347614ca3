/** Create a surcharge. It applies to prices from now on; what was quoted before keeps its lines. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Id } from "#vocabulary/basics.ts";
import { messages } from "../messages.ts";
import { findSurchargeFaults } from "../rules.ts";
import {
  SURCHARGE_COLUMNS,
  Surcharge,
  SurchargeCode,
  type SurchargeRow,
  surchargeMembers,
} from "../shapes.ts";

export const createSurcharge = defineOperation({
  name: "clientSurchargeCreate",
  summary: "Create a surcharge",
  effect: "write",
  access: { roles: ["client_admin"], scopes: ["settings:write"] },
  rest: { method: "POST", path: "/api/v1/client/surcharges" },
  input: Type.Object({ code: SurchargeCode, ...surchargeMembers }),
  output: Type.Object({
    result: Type.Boolean(),
    surcharge_id: Id,
    version: Type.Integer(),
    surcharge: Surcharge,
  }),
  refusals: { code_taken: "conflict" },

  async run(context, input) {
    const { db, business_id, actor, now, refuse, emit } = context;
    const surcharge = {
      minimum_minor: 0,
      conditions: {},
      taxable: true,
      is_optional: false,
      amount_minor: null,
      percent: null,
      currency: actor.business?.currency ?? "EUR",
      ...input,
    };
    const faults = findSurchargeFaults(surcharge);
    if (faults.length > 0)
      throw refuse("invalid_request", { message: messages.invalid_surcharge, errors: faults });
    const row = await db.row<SurchargeRow>(
      `insert into surcharge (business_id, code, name, kind, trigger, currency, amount_minor, percent, minimum_minor, conditions,
         taxable, families, is_optional, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
       on conflict do nothing returning ${SURCHARGE_COLUMNS}`,
      [
        business_id,
        surcharge.code,
        surcharge.name.trim(),
        surcharge.kind,
        surcharge.trigger,
        surcharge.currency,
        surcharge.amount_minor,
        surcharge.percent,
        surcharge.minimum_minor,
        JSON.stringify(surcharge.conditions),
        surcharge.taxable,
        surcharge.families,
        surcharge.is_optional,
        now,
      ],
    );
    if (row === undefined)
      throw refuse("code_taken", {
        message: messages.code_taken,
        errors: [{ field: "code", message: "belongs to another surcharge" }],
      });
    emit({
      subject: { type: "surcharge", id: row.id, is_new: true },
      kind: "surcharge.created",
      payload: { code: row.code },
      before: null,
      after: { ...row },
    });
    return { result: true, surcharge_id: row.id, version: row.version, surcharge: row };
  },
});
