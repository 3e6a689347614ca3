/**
 * Change a contractor's name, rules or status, or give it another account that signs in.
 *
 * The rules that are sent replace those before. Disabling a contractor disables its accounts, whose tokens stop
 * working at once, and takes back the orders in their hands, but for those on a route: these stay with it until
 * they come off the route or to their end. Enabling it lets accounts with a password in again. Source: our choice.
 */
import Type from "typebox";
import { hashOf, makeSignIn } from "#domain/user/public.ts";
import { defineOperation } from "#operation/define.ts";
import { Id, Words } from "#vocabulary/basics.ts";
import { messages } from "../messages.ts";
import { takeBackFrom } from "../retire.ts";
import { auditOf, lockContractor, shownContractor } from "../rows.ts";
import { faultsOfRules } from "../rules.ts";
import {
  CONTRACTOR_STATES,
  Contractor,
  ContractorName,
  ContractorRules,
  ContractorSignIn,
} from "../shapes.ts";

export const updateContractor = defineOperation({
  name: "clientContractorUpdate",
  summary: "Change a contractor and its rules",
  effect: "write",
  access: { roles: ["client_admin"], scopes: ["settings:write"] },
  rest: { method: "PATCH", path: "/api/v1/client/contractors/{contractor_id}" },
  input: Type.Object({
    contractor_id: Id,
    name: Type.Optional(ContractorName),
    rules: Type.Optional(ContractorRules),
    status: Type.Optional(Words(CONTRACTOR_STATES)),
    sign_in: Type.Optional(ContractorSignIn),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    version: Type.Integer(),
    contractor: Contractor,
    taken_back: Type.Integer({ description: "Orders that a disabled contractor's people no longer hold." }),
    left_on_routes: Type.Integer({ description: "Orders that stay with it, because they are on a route." }),
  }),
  refusals: { email_taken: "conflict" },

  prepare: async (_context, { sign_in }) => ({ password_hash: await hashOf(sign_in) }),

  async run(context, { contractor_id, sign_in, ...input }, { password_hash }) {
    const { db, business_id, refuse, expectVersion, emit, forgetCallers } = context;
    const old = await lockContractor(context, contractor_id);
    if (old === undefined) throw refuse("not_found", { message: messages.unknown_contractor });
    expectVersion(old.version);
    const faults = faultsOfRules(input.rules ?? []);
    if (faults.length > 0)
      throw refuse("invalid_request", { message: "The rules are not valid.", errors: faults });

    const next = {
      name: input.name?.trim() ?? old.name,
      rules: input.rules ?? old.rules,
      status: input.status ?? old.status,
    };
    await db.execute(
      "update contractor set name = $3, rules = $4, status = $5, version = version + 1 where business_id = $1 and id = $2",
      [business_id, contractor_id, next.name, JSON.stringify(next.rules), next.status],
    );
    let moved = { taken_back: 0, left_on_routes: 0 };
    if (next.status !== old.status) {
      await db.execute(
        `update account set status = case when $3 = 'disabled' then 'disabled' when password_hash is null then 'invited' else 'active' end,
           version = version + 1
          where business_id = $1 and contractor_id = $2 and role = 'broker_employee' and (status = 'disabled') <> ($3 = 'disabled')`,
        [business_id, contractor_id, next.status],
      );
      if (next.status === "disabled") moved = await takeBackFrom(context, contractor_id);
    }
    emit({
      subject: { type: "contractor", id: contractor_id },
      kind: "contractor.updated",
      payload: { members: Object.keys(input), ...moved },
      before: auditOf(old),
      after: auditOf(next),
    });
    const owner = { role: "broker_employee", contractor_id, name: next.name } as const;
    if (sign_in !== undefined) await makeSignIn(context, owner, sign_in, password_hash);
    forgetCallers();
    const contractor = await shownContractor(context, contractor_id);
    if (contractor === undefined) throw new Error("A locked contractor was gone.");
    return { result: true, version: contractor.version, contractor, ...moved };
  },
});
