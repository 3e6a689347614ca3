/** Alliances: what one is, and how the businesses in it read, lock and show it. */
import type { Context } from "#operation/define/context.ts";
import { defineRecord, type Row } from "#operation/define/record.ts";
import { messages } from "../messages.ts";
import type { Membership } from "./alliance-member.ts";

interface AllianceRow extends Row<"alliance"> {
  status: "active" | "closed";
}

/** Written by its owner, `business_id`. */
export const AllianceRecord = defineRecord<"alliance", AllianceRow>("alliance");

/** Of `my_alliances()`: an alliance and the caller's own membership. */
export interface OwnAlliance extends Omit<AllianceRow, "business_id">, Membership {
  owner_id: number;
  owner_code: string;
  owner_name: string;
  members: number;
}

type Reader = Pick<Context<never>, "db" | "refuse">;

export async function loadAlliance({ db, refuse }: Reader, id: number): Promise<OwnAlliance> {
  const alliance = await db.row<OwnAlliance>("select * from my_alliances() where id = $1", [id]);
  if (alliance === undefined) throw refuse("not_found", { message: messages.unknown_alliance });
  return alliance;
}

/** The alliance, locked: decisions about it are taken one after another. */
export async function getLockedAlliance(context: Reader, id: number): Promise<OwnAlliance> {
  await context.db.execute("select lock_alliance($1)", [id]);
  return loadAlliance(context, id);
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
  return { result: true, alliance: showAlliance(await loadAlliance(context, id)) };
}
