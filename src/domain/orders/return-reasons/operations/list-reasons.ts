/**
 * Reasons for a failed delivery, each with the proofs it requires and the next action.
 *
 * Labels are in the language of `Accept-Language`. Built-in reasons that the business has not replaced are included.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { REASON_COLUMNS } from "../public.ts";
import { APPLIES_TO, DEFAULT_REASONS, type Reason } from "../reasons.ts";
import { ReturnReason } from "../shapes.ts";
import { buildReasonAnswer } from "../show.ts";

/** The most codes of a business in one response. */
const LISTED_MAX = 500;

export const listReasons = defineOperation({
  name: "returnReasons",
  summary: "List return reasons",
  access: { roles: [...BUSINESS_ROLES, "broker_employee", "driver"], scopes: ["orders:read"] },
  rest: { method: "GET", path: "/api/v1/return-reasons" },
  localised: true,
  input: Type.Object({
    applies_to: Type.Optional(StringEnum(APPLIES_TO)),
    inactive: Type.Optional(Type.Boolean({ description: "True includes those that are switched off." })),
  }),
  output: Type.Object({ result: Type.Boolean(), total: Type.Integer(), reasons: Type.Array(ReturnReason) }),

  async run(context, { applies_to, inactive }) {
    const { db, business_id } = context;
    const own_reasons = await db.rows<Reason>(
      `select ${REASON_COLUMNS} from return_reason where business_id = $1 and current order by code limit ${LISTED_MAX}`,
      [business_id],
    );
    const codes = new Set(own_reasons.map((reason) => reason.code));
    const reasons = [...DEFAULT_REASONS.filter((reason) => !codes.has(reason.code)), ...own_reasons]
      .filter((reason) => reason.active || inactive === true)
      .filter((reason) => applies_to === undefined || reason.applies_to.includes(applies_to))
      .map((reason) => buildReasonAnswer(context, reason));
    return { result: true, total: reasons.length, reasons };
  },
});
