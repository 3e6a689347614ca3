/** Create a surcharge. It applies to prices from now on; what was quoted before keeps its lines. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { SurchargeRecord, toSurcharge } from "../records/surcharge.ts";
import { findSurchargeFaults } from "../rules.ts";
import { Surcharge, SurchargeCode, surchargeMembers } from "../shapes.ts";

export const createSurcharge = defineOperation({
  name: "clientSurchargeCreate",
  summary: "Create a surcharge",
  access: { roles: ["client_admin"], scopes: ["settings:write"] },
  rest: { method: "POST", path: "/api/v1/client/surcharges" },
  input: Type.Object({ code: SurchargeCode, ...surchargeMembers }),
  output: Type.Object({
    result: Type.Boolean(),
    surcharge_id: Ref("surcharge"),
    version: Type.Integer(),
    surcharge: Surcharge,
  }),
  refusals: { code_taken: "conflict" },

  async run(context, input) {
    const { business, refuse, emit } = context;
    const surcharge = {
      minimum_minor: 0,
      conditions: {},
      taxable: true,
      is_optional: false,
      amount_minor: null,
      percent: null,
      currency: business.currency,
      ...input,
    };
    const faults = findSurchargeFaults(surcharge);
    if (faults.length > 0)
      throw refuse("invalid_request", { message: messages.invalid_surcharge, errors: faults });
    const stored_surcharge = await SurchargeRecord.insertIfAbsent(context, {
      ...surcharge,
      name: surcharge.name.trim(),
    });
    if (stored_surcharge === undefined)
      throw refuse("code_taken", {
        message: messages.code_taken,
        errors: [{ field: "code", message: messages.other_surcharge }],
      });
    const row = toSurcharge(stored_surcharge);
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
