/** Reads and locks alliances of the caller's business, and shows them. */
import type { Context } from "#operation/define/context.ts";
import type { Refusal } from "#operation/define/refusal.ts";
import type { Db } from "#platform/db/db.ts";
import { messages } from "./messages.ts";
import { computeGrantState, expandMask, isLimited } from "./rules.ts";
import type { AllianceMember, GrantBetween, OwnAlliance } from "./tables.ts";

type Reader = Pick<Context<never>, "db" | "refuse">;

export async function getAlliance({ db, refuse }: Reader, id: number): Promise<OwnAlliance> {
  const alliance = await db.row<OwnAlliance>("select * from my_alliances() where id = $1", [id]);
  if (alliance === undefined) throw refuse("not_found", { message: messages.unknown_alliance });
  return alliance;
}

/** The alliance, locked: decisions about it are taken one after another. */
export async function getLockedAlliance(context: Reader, id: number): Promise<OwnAlliance> {
  await context.db.execute("select lock_alliance($1)", [id]);
  return getAlliance(context, id);
}

type ActiveContext = Pick<Context<"alliance_closed" | "not_active">, "db" | "refuse">;

/** The same, when it is open and the caller's business is an active member. */
export async function getActiveAlliance(context: ActiveContext, id: number): Promise<OwnAlliance> {
  const alliance = await getLockedAlliance(context as Reader, id);
  const { refuse } = context;
  if (alliance.status === "closed") throw refuse("alliance_closed", { message: messages.alliance_closed });
  if (alliance.state !== "active")
    throw refuse("not_active", { message: messages.not_active, values: { state: alliance.state } });
  return alliance;
}

export function listMembers(db: Db, alliance_id: number): Promise<AllianceMember[]> {
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
  const members = await listMembers(context.db, alliance_id);
  const member = members.find(({ code }) => code === client_code);
  if (member === undefined) throw refuseMember(context, client_code);
  return member;
}

function refuseMember({ refuse }: Pick<Context<"unknown_member">, "refuse">, client_code: string): Refusal {
  return refuse("unknown_member", {
    message: messages.unknown_member,
    values: { client_code },
    errors: [{ field: "client_code", message: "is no member" }],
  });
}

export function mustSign({ status, state, signed_version, terms_version }: OwnAlliance): boolean {
  return status === "active" && state === "active" && signed_version !== terms_version;
}

export function showAlliance(alliance: OwnAlliance) {
  const {
    owner_id: _owner_id,
    owner_code,
    owner_name,
    reason,
    suspended_at: _at,
    signed_at: _signed_at,
    ...rest
  } = alliance;
  const is_out = alliance.state === "left" || alliance.state === "declined";
  return {
    ...rest,
    owner: { client_code: owner_code, name: owner_name },
    terms: is_out ? "" : alliance.terms,
    suspension_reason: alliance.state === "suspended" ? (reason ?? "") : null,
    must_sign: mustSign(alliance),
  };
}

export async function answerAlliance(context: Reader, id: number) {
  return { result: true, alliance: showAlliance(await getAlliance(context, id)) };
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

/** A grant as the side sees it that asks: its filters are shown to the business that gives it. */
export function showGrant(grant: GrantBetween, side: "grantor" | "grantee", now: Date) {
  return {
    client_code: side === "grantor" ? grant.grantee_code : grant.grantor_code,
    name: side === "grantor" ? grant.grantee_name : grant.grantor_name,
    scopes: grant.scopes,
    filters: side === "grantor" ? grant.filters : null,
    is_limited: isLimited(grant.filters),
    fields_masked: side === "grantor" ? grant.fields_masked : expandMask(grant.fields_masked),
    valid_until: grant.valid_until,
    state: computeGrantState(grant, now),
    changed_at: grant.changed_at,
    version: grant.version,
  };
}

/** Writes what the caller's business decided about its own membership. */
export async function writeConsent(
  { db, business_id, actor, now }: Context<never>,
  alliance_id: number,
  decision: "accepted" | "declined" | "left",
  terms_version: number | null,
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
  role: string,
): Promise<void> {
  await db.execute(
    `insert into alliance_decision (business_id, alliance_id, member_business_id, role, invited_step, invited_at)
     values ($1, $2, $3, $4, nextval('alliance_step'), $5)
     on conflict (business_id, alliance_id, member_business_id) do update set role = excluded.role,
       invited_step = excluded.invited_step, invited_at = excluded.invited_at`,
    [business_id, alliance_id, member_business_id, role, now],
  );
}
