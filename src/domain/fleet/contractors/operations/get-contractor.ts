/** Get one contractor with its rules; a contractor's account sees only its own. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { messages } from "../messages.ts";
import { readContractorView } from "../records/contractor.ts";
import { Contractor } from "../shapes.ts";

export const getContractor = defineOperation({
  name: "clientContractor",
  summary: "Get a contractor and its rules",
  access: { roles: [...BUSINESS_ROLES, "broker_employee"], scopes: ["orders:read", "drivers:read"] },
  rest: { method: "GET", path: "/api/v1/client/contractors/{contractor_id}" },
  input: Type.Object({ contractor_id: Ref("contractor") }),
  output: Type.Object({ result: Type.Boolean(), version: Type.Integer(), contractor: Contractor }),

  async run(context, { contractor_id }) {
    const { actor, refuse } = context;
    const is_own = actor.role !== "broker_employee" || actor.contractor_id === contractor_id;
    const contractor = is_own ? await readContractorView(context, contractor_id) : undefined;
    if (contractor === undefined) throw refuse("not_found", { message: messages.unknown_contractor });
    return { result: true, version: contractor.version, contractor };
  },
});
