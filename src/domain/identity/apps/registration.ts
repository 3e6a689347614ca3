/** Registration through an app: whether it is open, and the customer that it creates. */

import { findTemplate, insertCustomer } from "#domain/identity/customers/public.ts";
import type { Context } from "#operation/define/context.ts";
import { getNetworkPrefix } from "#operation/limits/enumeration-guard.ts";
import { buildSwitches } from "./app.ts";
import type { Profile } from "./profile.ts";
import type { AppRow } from "./records/app-assignment.ts";
import { registrationMessages as messages } from "./registration-messages.ts";
import { computeMethods } from "./rules.ts";
import { customerRegistered } from "./topics.ts";

export function refuseClosed(context: Context<"registration_disabled">, app: AppRow): void {
  if (computeMethods(buildSwitches(app, context)).registration) return;
  throw context.refuse("registration_disabled", { message: messages.registration_disabled });
}

/** Accounts per hour from one network. */
const REGISTRATIONS_PER_HOUR = 60;

export async function refuseTooManyRegistrations({
  db,
  business_id,
  now,
  request,
  refuse,
}: Context<"too_many_registrations">): Promise<void> {
  const counted = await db.row<{ n: number }>(
    "select count(*) as n from app_registration where business_id = $1 and address = $2 and created_at > $3",
    [business_id, getNetworkPrefix(request.address), new Date(now.getTime() - 3_600_000)],
  );
  if ((counted?.n ?? 0) < REGISTRATIONS_PER_HOUR) return;
  throw refuse("too_many_registrations", {
    message: messages.too_many_registrations,
    headers: { "retry-after": "3600" },
  });
}

/** Create the normal customer of a registered person, from the template that the client chose for the app. */
export async function createCustomerFromTemplate(
  context: Context<never>,
  template_id: number | null,
  profile: Profile,
): Promise<number> {
  const template = await findTemplate(context, template_id);
  const customer = await insertCustomer(context, {
    name: profile.name,
    email: profile.email,
    phone_e164: profile.phone_e164,
    tier: template?.tier,
    price_list_id: template?.price_list_id,
    hidden_price_families: template?.hidden_price_families,
    credit_limit_minor: template?.credit_limit_minor,
    required_proofs: template?.required_proofs,
  });
  if (customer === undefined) throw new Error("A customer's next number was taken.");
  await context.publish(customerRegistered, {
    customer_id: customer.id,
    place: {
      name: profile.name,
      phone: profile.phone_e164,
      email: profile.email,
      line1: profile.address,
      city: profile.city,
      postal_code: profile.postcode,
      country: profile.country,
    },
  });
  return customer.id;
}
