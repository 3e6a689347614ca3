/** What suspending and resuming a member have in common. */
import type { Context } from "#operation/define/context.ts";
import { messages } from "./messages.ts";
import { getActiveAlliance } from "./records/alliance.ts";
import { getMember, showMember, writeResumption, writeSuspension } from "./records/alliance-member.ts";

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
  const { business_id, refuse, emit } = context;
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
  const decided = { alliance_id, member_business_id: member.member_id };
  if (of === "active") await writeSuspension(context, decided, reason);
  else await writeResumption(context, decided);
  emit({ subject: { type: "alliance", id: alliance_id }, kind, payload: { client_code } });
  return {
    result: true,
    member: showMember(await getMember(context, alliance_id, client_code), business_id),
  };
}
