/**
 * Create a contractor, optionally with an account that signs in for it.
 *
 * The account is active when a password is given; otherwise an invitation is sent by e-mail. Source:
 * our choice.
 */
import Type from "typebox";
import {
  createOwnedAccount,
  hashSignInPassword,
  InvitationMember,
} from "#domain/identity/accounts/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { ContractorRecord, pickAuditedMembers, readContractorView } from "../records/contractor.ts";
import { findRuleErrors } from "../rules.ts";
import { Contractor, ContractorName, ContractorRules, ContractorSignIn } from "../shapes.ts";

export const createContractor = defineOperation({
  name: "clientContractorCreate",
  summary: "Create a contractor",
  access: { roles: ["client_admin"], scopes: ["settings:write"] },
  rest: { method: "POST", path: "/api/v1/client/contractors", status: 201 },
  needs_sign_in: ["sign_in"],
  secret_answer: "if_signed_in",
  unpredicted: ["invitation.link"],
  input: Type.Object({
    name: ContractorName,
    rules: Type.Optional(ContractorRules),
    sign_in: Type.Optional(ContractorSignIn),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    contractor_id: Ref("contractor"),
    version: Type.Integer(),
    contractor: Contractor,
    invitation: InvitationMember,
  }),
  refusals: { email_taken: "conflict" },

  prepare: async (_context, { sign_in }) => ({ password_hash: await hashSignInPassword(sign_in) }),

  async run(context, { name, rules = [], sign_in }, { password_hash }) {
    const { refuse, emit } = context;
    const faults = findRuleErrors(rules);
    if (faults.length > 0)
      throw refuse("invalid_request", { message: messages.rules_not_valid, errors: faults });
    const created_contractor = await ContractorRecord.insert(context, { name: name.trim(), rules });
    emit({
      subject: { type: "contractor", id: created_contractor.id, is_new: true },
      kind: "contractor.created",
      payload: { rules: rules.length },
      before: null,
      after: pickAuditedMembers({ rules, status: "active" }),
    });
    const owner = {
      role: "broker_employee",
      contractor_id: created_contractor.id,
      name: name.trim(),
    } as const;
    const invitation =
      sign_in === undefined ? null : await createOwnedAccount(context, owner, sign_in, password_hash);
    const contractor = await readContractorView(context, created_contractor.id);
    if (contractor === undefined) throw new Error("A contractor that was inserted has a row.");
    return {
      result: true,
      contractor_id: created_contractor.id,
      version: contractor.version,
      contractor,
      invitation,
    };
  },
});
