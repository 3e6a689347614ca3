/** Accept an invitation by signing the terms, or sign their new version. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { answerAlliance, getLockedAlliance } from "../records/alliance.ts";
import { writeConsent } from "../records/alliance-member.ts";
import { AllianceAnswer } from "../shapes.ts";

export const acceptInvitation = defineOperation({
  name: "allianceAccept",
  summary: "Sign the terms of an alliance",
  description:
    "Answers an invitation, and signs a new version of the terms as a member. `terms_version` is the one that was read: with another one it is " +
    "refused with 409 `TERMS_CHANGED`. Joining grants nothing.",
  access: { roles: ["client_admin"], scopes: ["alliance:write"] },
  rest: { method: "POST", path: "/api/v1/alliances/{alliance_id}/accept" },
  input: Type.Object({
    alliance_id: Ref("alliance"),
    terms_version: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
  }),
  output: AllianceAnswer,
  refusals: {
    alliance_closed: "conflict",
    not_invited: "conflict",
    already_signed: "conflict",
    terms_changed: "conflict",
  },

  async run(context, { alliance_id, terms_version: version }) {
    const { refuse, emit } = context;
    const { status, state, terms_version, signed_version } = await getLockedAlliance(context, alliance_id);
    if (status === "closed") throw refuse("alliance_closed", { message: messages.alliance_closed });
    if (state === "left" || state === "declined")
      throw refuse("not_invited", { message: messages.not_invited, values: { state } });
    if (signed_version === terms_version)
      throw refuse("already_signed", {
        message: messages.already_signed,
        values: { version: terms_version },
      });
    if (version !== terms_version)
      throw refuse("terms_changed", {
        message: messages.terms_changed,
        values: { version: terms_version },
        extra: { terms_version },
      });
    await writeConsent(context, alliance_id, "accepted", version);
    emit({
      subject: { type: "alliance", id: alliance_id },
      kind: "alliance.joined",
      payload: { terms_version: version },
    });
    return answerAlliance(context, alliance_id);
  },
});
