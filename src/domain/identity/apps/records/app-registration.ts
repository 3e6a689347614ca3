/** Registrations through an app: what one is, how it is decided, and how the client's people see it. */
import Type from "typebox";
import type { Context } from "#operation/define/context.ts";
import { defineRecord, type Row } from "#operation/define/record.ts";
import { Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { DEVICE_PLATFORMS, type DevicePlatform } from "../capabilities.ts";
import { messages } from "../messages.ts";
import type { Profile } from "../profile.ts";

export const REGISTRATION_STATES = ["pending", "approved", "declined", "completed"] as const;

interface RegistrationRow extends Row<"app_registration"> {
  state: (typeof REGISTRATION_STATES)[number];
  /** The person, until the registration is decided. */
  profile: Profile | null;
  device_platform: DevicePlatform;
  /** The network prefix. */
  address: string;
}

export const RegistrationRecord = defineRecord<"app_registration", RegistrationRow>("app_registration");

export const AppRegistration = Type.Object(
  {
    id: Ref("registration"),
    app_code: Type.String(),
    app_name: Type.String(),
    state: StringEnum(REGISTRATION_STATES, { description: "`completed`: no approval was required." }),
    account_id: Nullable(Ref("account")),
    customer_id: Nullable(Ref("customer")),
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
  if (row === undefined) throw refuse("not_found", { message: messages.no_registration });
  if (row.state !== "pending")
    throw refuse("already_decided", {
      message: messages.registration_state,
      values: { state: row.state },
      extra: { state: row.state },
    });
  return row;
}

/** The person's profile is deleted once the registration is decided. */
export async function recordDecision(
  context: Context<never>,
  registration_id: number,
  state: "approved" | "declined",
  { customer_id = null, reason = "" }: { customer_id?: number | null; reason?: string },
): Promise<void> {
  await RegistrationRecord.change(
    context,
    { id: registration_id },
    {
      state,
      profile: null,
      customer_id,
      reason,
      decided_at: context.now.toISOString(),
      decided_by: context.actor.account_id,
    },
  );
}
