/**
 * Change a contractor's name, rules or status, add another account that signs in for it, or invite the person of one again.
 *
 * The rules that are sent replace the existing ones. Disabling a contractor disables its accounts, whose tokens stop
 * working at once, and revokes their assignments, except for orders on a route: these stay assigned until
 * they are removed from the route or completed. Enabling it reactivates accounts with a password. Source: our choice.
 */

import Type from "typebox";
import {
  createOwnedAccount,
  hashSignInPassword,
  InvitationMember,
  inviteAgain,
  setOwnedAccountsStatus,
} from "#domain/identity/accounts/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Id, StringEnum } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import {
  ContractorRecord,
  getLockedContractor,
  pickAuditedMembers,
  readContractorView,
} from "../records/contractor.ts";
import { revokeContractorAssignments } from "../revoke-assignments.ts";
import { findRuleErrors } from "../rules.ts";
import {
  CONTRACTOR_STATES,
  Contractor,
  ContractorName,
  ContractorRules,
  ContractorSignIn,
} from "../shapes.ts";

export const updateContractor = defineOperation({
  name: "clientContractorUpdate",
  summary: "Update a contractor and its rules",
  access: { roles: ["client_admin"], scopes: ["settings:write"] },
  rest: { method: "PATCH", path: "/api/v1/client/contractors/{contractor_id}" },
  needs_sign_in: ["sign_in", "invite_account_id"],
  secret_answer: "if_signed_in",
  unpredicted: ["invitation.link"],
  input: Type.Object({
    contractor_id: Ref("contractor"),
    name: Type.Optional(ContractorName),
    rules: Type.Optional(ContractorRules),
    status: Type.Optional(StringEnum(CONTRACTOR_STATES)),
    sign_in: Type.Optional(ContractorSignIn),
    invite_account_id: Type.Optional(
      Ref("broker", {
        ...Id,
        description: "An account of it without a password, whose person is invited again; earlier links end.",
      }),
    ),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    version: Type.Integer(),
    contractor: Contractor,
    invitation: InvitationMember,
    taken_back: Type.Integer({
      description: "Orders whose assignments were revoked because the contractor was disabled.",
    }),
    left_on_routes: Type.Integer({ description: "Orders that stay assigned because they are on a route." }),
  }),
  refusals: { email_taken: "conflict", not_invited: "conflict" },

  prepare: async (_context, { sign_in }) => ({ password_hash: await hashSignInPassword(sign_in) }),

  async run(context, { contractor_id, sign_in, ...input }, { password_hash }) {
    const { refuse, expectVersion, emit, clearCallerCache } = context;
    const old = await getLockedContractor(context, contractor_id);
    expectVersion(old.version);
    const faults = findRuleErrors(input.rules ?? []);
    if (faults.length > 0)
      throw refuse("invalid_request", { message: messages.rules_not_valid, errors: faults });

    const next = {
      name: input.name?.trim() ?? old.name,
      rules: input.rules ?? old.rules,
      status: input.status ?? old.status,
    };
    await ContractorRecord.change(context, old, next);
    let moved = { taken_back: 0, left_on_routes: 0 };
    if (next.status !== old.status) {
      await setOwnedAccountsStatus(context, { contractor_id }, next.status);
      if (next.status === "disabled") moved = await revokeContractorAssignments(context, contractor_id);
    }
    emit({
      subject: { type: "contractor", id: contractor_id },
      kind: "contractor.updated",
      payload: { members: Object.keys(input), ...moved },
      before: pickAuditedMembers(old),
      after: pickAuditedMembers(next),
    });
    const owner = { role: "broker_employee", contractor_id, name: next.name } as const;
    let invitation: Type.Static<typeof InvitationMember> = null;
    if (sign_in !== undefined) invitation = await createOwnedAccount(context, owner, sign_in, password_hash);
    if (input.invite_account_id !== undefined)
      invitation = await inviteAgain(context, { contractor_id }, input.invite_account_id);
    clearCallerCache();
    const contractor = await readContractorView(context, contractor_id);
    if (contractor === undefined) throw new Error("A locked contractor was gone.");
    return { result: true, version: contractor.version, contractor, invitation, ...moved };
  },
});
