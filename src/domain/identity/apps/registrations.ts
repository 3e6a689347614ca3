/** Registrations through an app, as the client's people see them. */
import Type from "typebox";
import type { Context } from "#operation/define/context.ts";
import { Id, Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { DEVICE_PLATFORMS } from "./capabilities.ts";
import type { Profile } from "./profile.ts";

export const REGISTRATION_STATES = ["pending", "approved", "declined", "completed"] as const;

export const AppRegistration = Type.Object(
  {
    id: Id,
    app_code: Type.String(),
    app_name: Type.String(),
    state: StringEnum(REGISTRATION_STATES, { description: "`completed`: no approval was required." }),
    account_id: Nullable(Id),
    customer_id: Nullable(Id),
    person: Nullable(
      Type.Object({
        name: Type.String(),
        email: Type.String(),
        phone_e164: Type.String(),
        address: Type.String(),
        city: Type.String(),
        postcode: Type.String(),
        country: Type.String(),
      }),
    ),
    phone_verified: Type.Boolean(),
    device_platform: StringEnum(DEVICE_PLATFORMS),
    created_at: Timestamp,
    decided_at: Nullable(Timestamp),
    reason: Type.String(),
  },
  { $id: "AppRegistration" },
);
export type AppRegistration = Type.Static<typeof AppRegistration>;

export const REGISTRATION_COLUMNS = `r.id, p.code as app_code, p.name as app_name, r.state, r.account_id, r.customer_id,
  r.profile as person, r.phone_verified, r.device_platform, r.created_at, r.decided_at, r.reason`;
export const REGISTRATION_FROM = `app_registration r join app_assignment g on g.business_id = r.business_id and g.id = r.assignment_id
  join platform_app p on p.id = g.app_id`;

export interface PendingRow {
  account_id: number;
  profile: Profile;
  customer_template_id: number | null;
}

/** Locks the row; refuses an unknown registration, or one that is decided. */
export async function lockPending(
  { db, business_id, refuse }: Context<"already_decided">,
  registration_id: number,
): Promise<PendingRow> {
  const row = await db.row<PendingRow & { state: string }>(
    `select r.state, r.account_id, r.profile, g.customer_template_id
       from app_registration r join app_assignment g on g.business_id = r.business_id and g.id = r.assignment_id
      where r.business_id = $1 and r.id = $2 for update of r`,
    [business_id, registration_id],
  );
  if (row === undefined) throw refuse("not_found", { message: "There is no such registration." });
  if (row.state !== "pending")
    throw refuse("already_decided", {
      message: `The registration is ${row.state}.`,
      extra: { state: row.state },
    });
  return row;
}

/** The person's profile is deleted once the registration is decided. */
export async function recordDecision(
  { db, business_id, actor, now }: Context<never>,
  registration_id: number,
  state: "approved" | "declined",
  { customer_id = null, reason = "" }: { customer_id?: number | null; reason?: string },
): Promise<void> {
  await db.execute(
    `update app_registration set state = $3, profile = null, customer_id = $4, reason = $5, decided_at = $6, decided_by = $7
      where business_id = $1 and id = $2`,
    [business_id, registration_id, state, customer_id, reason, now, actor.account_id],
  );
}
