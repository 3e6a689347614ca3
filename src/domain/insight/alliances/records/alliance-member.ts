/**
 * Members of alliances: what one is, how it is found and shown, and how its state is written. The state follows from the last step
 * of two rows: what the alliance's managers decided about a business (`alliance_decision`), and what the business decided itself
 * (`alliance_consent`). Each is written by its own side.
 */
import type { Context } from "#operation/define/context.ts";
import { defineRecord, type Row } from "#operation/define/record.ts";
import type { Refusal } from "#operation/define/refusal.ts";
import type { Db } from "#platform/db/db.ts";
import { messages } from "../messages.ts";
import type { MEMBER_STATES, ROLES } from "../shapes.ts";

type MemberRole = (typeof ROLES)[number];
export type MemberState = (typeof MEMBER_STATES)[number];

interface DecisionRow extends Row<"alliance_decision"> {
  role: MemberRole | null;
}

interface ConsentRow extends Row<"alliance_consent"> {
  decision: "accepted" | "declined" | "left";
}

const DecisionRecord = defineRecord<"alliance_decision", DecisionRow>("alliance_decision");

export interface Membership {
  role: MemberRole;
  state: MemberState;
  invited_at: string;
  suspended_at: string | null;
  /** Why it was suspended last. */
  reason: string | null;
  signed_version: number | null;
  signed_at: string | null;
}

/** Of `alliance_members()`. */
export interface AllianceMember extends Membership {
  member_id: number;
  code: string;
  name: string;
}

export function loadMembers(db: Db, alliance_id: number): Promise<AllianceMember[]> {
  return db.rows<AllianceMember>(
    "select * from alliance_members($1) order by case role when 'owner' then 0 else 1 end, name, code",
    [alliance_id],
  );
}

/** The member with this code; refuses when the alliance has none. */
export async function getMember(
  context: Pick<Context<"unknown_member">, "db" | "refuse">,
  alliance_id: number,
  client_code: string,
): Promise<AllianceMember> {
  const members = await loadMembers(context.db, alliance_id);
  const member = members.find(({ code }) => code === client_code);
  if (member === undefined) throw refuseMember(context, client_code);
  return member;
}

function refuseMember({ refuse }: Pick<Context<"unknown_member">, "refuse">, client_code: string): Refusal {
  return refuse("unknown_member", {
    message: messages.unknown_member,
    values: { client_code },
    errors: [{ field: "client_code", message: messages.no_member }],
  });
}

export function showMember(member: AllianceMember, own_business_id: number) {
  return {
    client_code: member.code,
    name: member.name,
    role: member.role,
    state: member.state,
    is_self: member.member_id === own_business_id,
    signed_version: member.signed_version,
    signed_at: member.signed_at,
    invited_at: member.invited_at,
    suspension_reason: member.state === "suspended" ? (member.reason ?? "") : null,
  };
}

/** Writes what the caller's business decided about its own membership. */
export async function writeConsent(
  { db, business_id, actor, now }: Context<never>,
  alliance_id: number,
  decision: ConsentRow["decision"],
  terms_version: ConsentRow["terms_version"],
): Promise<void> {
  await db.execute(
    `insert into alliance_consent (business_id, alliance_id, decision, step, terms_version, decided_at, decided_by)
     values ($1, $2, $3, nextval('alliance_step'), $4, $5, $6)
     on conflict (business_id, alliance_id) do update set decision = excluded.decision, step = excluded.step,
       terms_version = coalesce(excluded.terms_version, alliance_consent.terms_version), decided_at = excluded.decided_at,
       decided_by = excluded.decided_by`,
    [business_id, alliance_id, decision, terms_version, now, actor.account_id],
  );
}

/** Writes that the caller's business, as owner or admin, invited a business. */
export async function writeInvitation(
  { db, business_id, now }: Context<never>,
  alliance_id: number,
  member_business_id: number,
  role: MemberRole,
): Promise<void> {
  await db.execute(
    `insert into alliance_decision (business_id, alliance_id, member_business_id, role, invited_step, invited_at)
     values ($1, $2, $3, $4, nextval('alliance_step'), $5)
     on conflict (business_id, alliance_id, member_business_id) do update set role = excluded.role,
       invited_step = excluded.invited_step, invited_at = excluded.invited_at`,
    [business_id, alliance_id, member_business_id, role, now],
  );
}

type Decided = Pick<DecisionRow, "alliance_id" | "member_business_id">;

/** Writes that the caller's business, as owner or admin, suspended a member. */
export async function writeSuspension(
  context: Context<never>,
  decided: Decided,
  reason: string,
): Promise<void> {
  const { db, business_id, now } = context;
  await DecisionRecord.insertIfAbsent(context, { ...decided });
  await db.execute(
    `update alliance_decision set suspended_step = nextval('alliance_step'), suspended_at = $4, reason = $5
      where business_id = $1 and alliance_id = $2 and member_business_id = $3`,
    [business_id, decided.alliance_id, decided.member_business_id, now, reason],
  );
}

export async function writeResumption(context: Context<never>, decided: Decided): Promise<void> {
  const { db, business_id } = context;
  await DecisionRecord.insertIfAbsent(context, { ...decided });
  await db.execute(
    `update alliance_decision set resumed_step = nextval('alliance_step')
      where business_id = $1 and alliance_id = $2 and member_business_id = $3`,
    [business_id, decided.alliance_id, decided.member_business_id],
  );
}
