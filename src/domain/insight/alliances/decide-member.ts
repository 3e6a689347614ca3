/** What suspending and resuming a member have in common. */
import type { Context } from "#operation/define/context.ts";
import { getActiveAlliance, getMember, showMember } from "./load.ts";
import { messages } from "./messages.ts";

export const DECISION_REFUSALS = {
  not_manager: "forbidden",
  not_above: "forbidden",
  alliance_closed: "conflict",
  not_active: "forbidden",
  unknown_member: "invalid",
  wrong_state: "conflict",
} as const;

interface MemberDecision {
  /** The state in which it can be decided. */
  of: "active" | "suspended";
  kind: "alliance.member_suspended" | "alliance.member_resumed";
  reason: string;
}

export async function decideMember(
  context: Context<keyof typeof DECISION_REFUSALS>,
  { alliance_id, client_code }: { alliance_id: number; client_code: string },
  { of, kind, reason }: MemberDecision,
) {
  const { db, business_id, now, refuse, emit } = context;
  const { role } = await getActiveAlliance(context, alliance_id);
  if (role === "member") throw refuse("not_manager", { message: messages.not_manager });
  const member = await getMember(context, alliance_id, client_code);
  if (member.role === "owner" || (member.role === "admin" && role !== "owner"))
    throw refuse("not_above", { message: messages.not_above });
  if (member.state !== of)
    throw refuse("wrong_state", {
      message: messages.wrong_state,
      values: { client_code, state: member.state },
      extra: { state: member.state },
    });
  const columns =
    of === "active"
      ? { step: "suspended_step", more: ", suspended_at = $4, reason = $5" }
      : { step: "resumed_step", more: "" };
  await db.execute(
    `insert into alliance_decision (business_id, alliance_id, member_business_id) values ($1, $2, $3)
     on conflict (business_id, alliance_id, member_business_id) do nothing`,
    [business_id, alliance_id, member.member_id],
  );
  await db.execute(
    `update alliance_decision set ${columns.step} = nextval('alliance_step')${columns.more}
      where business_id = $1 and alliance_id = $2 and member_business_id = $3`,
    [business_id, alliance_id, member.member_id, ...(of === "active" ? [now, reason] : [])],
  );
  emit({ subject: { type: "alliance", id: alliance_id }, kind, payload: { client_code } });
  return {
    result: true,
    member: showMember(await getMember(context, alliance_id, client_code), business_id),
  };
}
