/**
 * Change a surcharge, except its code. Members that are not sent stay unchanged; conditions that are sent replace all.
 *
 * Quotes and orders keep the lines they have.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { lockSurcharge, SurchargeRecord, toSurcharge } from "../records/surcharge.ts";
import { findSurchargeFaults } from "../rules.ts";
import { Surcharge, surchargeMembers } from "../shapes.ts";

export const updateSurcharge = defineOperation({
  name: "clientSurchargeUpdate",
  summary: "Update a surcharge",
  access: { roles: ["client_admin"], scopes: ["settings:write"] },
  rest: { method: "PATCH", path: "/api/v1/client/surcharges/{surcharge_id}" },
  input: Type.Object({
    ...surchargeMembers,
    surcharge_id: Ref("surcharge"),
    name: Type.Optional(surchargeMembers.name),
    kind: Type.Optional(surchargeMembers.kind),
    trigger: Type.Optional(surchargeMembers.trigger),
    families: Type.Optional(surchargeMembers.families),
  }),
  output: Type.Object({ result: Type.Boolean(), version: Type.Integer(), surcharge: Surcharge }),
  refusals: { surcharge_closed: "conflict" },

  async run(context, { surcharge_id, ...change }) {
    const { refuse, expectVersion, emit } = context;
    const old = await lockSurcharge(context, surcharge_id);
    expectVersion(old.version);
    if (old.closed_at !== null) throw refuse("surcharge_closed", { message: messages.surcharge_closed });
    const next = { ...old, ...change };
    const faults = findSurchargeFaults(next);
    if (faults.length > 0)
      throw refuse("invalid_request", { message: messages.invalid_surcharge, errors: faults });
    const changed = await SurchargeRecord.change(context, old, {
      name: next.name.trim(),
      kind: next.kind,
      trigger: next.trigger,
      currency: next.currency,
      amount_minor: next.amount_minor,
      percent: next.percent,
      minimum_minor: next.minimum_minor,
      conditions: next.conditions,
      taxable: next.taxable,
      families: next.families,
      is_optional: next.is_optional,
    });
    const row = toSurcharge(changed);
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
