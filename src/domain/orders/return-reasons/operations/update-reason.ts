/**
 * Change a return reason: creates the next version of its code. Orders keep the version that they were given.
 *
 * The first change of a built-in reason creates the business's own. Labels that are sent replace all labels.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import type { Labels } from "../reasons.ts";
import { findReasonFaults, ReasonCode, ReturnReason, reasonMembers } from "../shapes.ts";
import { buildReasonAnswer } from "../show.ts";
import { getLockedReason, insertReasonVersion } from "../write.ts";

export const updateReason = defineOperation({
  name: "returnReasonUpdate",
  summary: "Update a return reason",
  access: { roles: ["client_admin"], scopes: ["settings:write"] },
  rest: { method: "PATCH", path: "/api/v1/return-reasons/{code}" },
  localised: true,
  input: Type.Object({
    code: Ref("return_reason", ReasonCode),
    labels: Type.Optional(reasonMembers.labels),
    applies_to: Type.Optional(reasonMembers.applies_to),
    requires: Type.Optional(reasonMembers.requires),
    next_action: Type.Optional(reasonMembers.next_action),
    fault: Type.Optional(reasonMembers.fault),
    incident_reason: Type.Optional(reasonMembers.incident_reason),
    active: Type.Optional(Type.Boolean()),
  }),
  output: Type.Object({ result: Type.Boolean(), version: Type.Integer(), reason: ReturnReason }),

  async run(context, { code, ...change }) {
    const { refuse, expectVersion } = context;
    const old = await getLockedReason(context, code);
    expectVersion(old.version);
    const faults = findReasonFaults(change);
    if (faults.length > 0)
      throw refuse("invalid_request", { message: messages.reason_not_valid, errors: faults });
    const { labels, ...rest } = change;
    const reason = await insertReasonVersion(
      context,
      old,
      { ...old, ...rest, ...(labels === undefined ? {} : { labels: labels as Labels }) },
      "changed",
    );
    return { result: true, version: reason.version, reason: buildReasonAnswer(context, reason) };
  },
});
