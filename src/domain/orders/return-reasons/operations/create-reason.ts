/**
 * Create a return reason, or one's own in place of a built-in one.
 *
 * A deleted reason is restored as the next version of its code.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { findIncidentReason } from "#otep/vocabulary.ts";
import { messages } from "../messages.ts";
import type { Labels } from "../reasons.ts";
import { findReasonFaults, ReasonCode, ReturnReason, reasonMembers } from "../shapes.ts";
import { buildReasonAnswer } from "../show.ts";
import { insertReasonVersion, lockReason } from "../write.ts";

export const createReason = defineOperation({
  name: "returnReasonCreate",
  summary: "Create a return reason",
  access: { roles: ["client_admin"], scopes: ["settings:write"] },
  rest: { method: "POST", path: "/api/v1/return-reasons" },
  localised: true,
  input: Type.Object({
    ...reasonMembers,
    code: ReasonCode,
    requires: Type.Optional(reasonMembers.requires),
    fault: Type.Optional(reasonMembers.fault),
    incident_reason: Type.Optional(reasonMembers.incident_reason),
  }),
  output: Type.Object({ result: Type.Boolean(), version: Type.Integer(), reason: ReturnReason }),
  refusals: { reason_exists: "conflict" },

  async run(context, input) {
    const { refuse } = context;
    const incident_reason = input.incident_reason ?? findIncidentReason(input.code)?.code ?? "other";
    const faults = findReasonFaults({ ...input, incident_reason });
    if (faults.length > 0)
      throw refuse("invalid_request", { message: messages.reason_not_valid, errors: faults });
    const old = await lockReason(context, input.code);
    if (old !== undefined && old.version > 0 && old.active) {
      throw refuse("reason_exists", {
        message: messages.code_taken,
        values: { code: input.code },
        errors: [{ field: "code", message: messages.other_reason }],
      });
    }
    const reason = await insertReasonVersion(
      context,
      old,
      {
        code: input.code,
        labels: input.labels as Labels,
        applies_to: input.applies_to,
        requires: input.requires ?? [],
        next_action: input.next_action,
        fault: input.fault ?? "none",
        incident_reason,
        active: true,
      },
      "created",
    );
    return { result: true, version: reason.version, reason: buildReasonAnswer(context, reason) };
  },
});
