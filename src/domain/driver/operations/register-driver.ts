/**
 * Register as a driver of a business. The account waits for the business to approve it before it can sign in.
 *
 * Source: docs/contract/rest.md, "Driver"; the body and the refusals are our choice.
 */
import Type from "typebox";
import { Email, e164Of, Locale, Name, NewPassword, Phone } from "#domain/user/public.ts";
import { defineOperation } from "#operation/define.ts";
import { hashPassword } from "#platform/auth/secrets.ts";
import { Id } from "#vocabulary/basics.ts";
import { insertDriver } from "../accounts.ts";
import { messages } from "../messages.ts";

/** Registrations of a business that wait for an answer, within the hour. */
const PENDING_PER_HOUR = 100;

export const registerDriver = defineOperation({
  name: "driverRegister",
  summary: "Register as a driver",
  effect: "write",
  access: { public: true, ignores_token: true },
  rest: { method: "POST", path: "/api/v1/driver/register", status: 201 },
  localised: true,
  input: Type.Object({
    business: Type.String({ minLength: 1, maxLength: 40, description: "Code of the business to drive for." }),
    name: Name,
    email: Email,
    password: NewPassword,
    phone: Type.Optional(Phone),
    languages: Type.Optional(Type.Array(Locale, { maxItems: 10 })),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    driver_id: Id,
    status: Type.Literal("pending", { description: "Until the business approves." }),
  }),
  refusals: { email_taken: "conflict", invalid_phone: "invalid" },
  tenant: (doors, { business }) => doors.businessOfCode(business),

  async prepare({ db, business_id, now, refuse }, { password }) {
    const waiting = await db.row<{ n: number }>(
      "select count(*) as n from driver where business_id = $1 and status = 'pending' and created_at > $2",
      [business_id, new Date(now.getTime() - 3_600_000)],
    );
    if ((waiting?.n ?? 0) >= PENDING_PER_HOUR) {
      throw refuse("too_many_requests", {
        message: messages.too_many_registrations,
        headers: { "retry-after": "3600" },
      });
    }
    return hashPassword(password);
  },

  async run(context, { name, email, phone, languages }, password_hash) {
    const { db, business_id, refuse } = context;
    const business = await db.row<{ country: string }>("select country from business where id = $1", [
      business_id,
    ]);
    const phone_e164 =
      phone === undefined || phone.trim() === "" ? null : e164Of(phone, business?.country ?? "");
    if (phone_e164 === undefined) {
      throw refuse("invalid_phone", {
        message: messages.invalid_phone,
        errors: [{ field: "phone", message: context.say(messages.invalid_phone) }],
      });
    }
    const made = await insertDriver(context, {
      name: name.trim(),
      email: email.trim(),
      password_hash,
      account_status: "pending_review",
      phone_e164,
      languages: languages ?? [],
      status: "pending",
      source: "registration",
    });
    if (made === undefined) {
      throw refuse("email_taken", {
        message: messages.email_taken,
        errors: [{ field: "email", message: context.say(messages.email_taken) }],
      });
    }
    return { result: true, driver_id: made.driver_id, status: "pending" as const };
  },
});
