/**
 * Register as a driver of a business. The account waits for the business to approve it before it can sign in.
 *
 * The response is the same whether or not the address has an account, and does not wait for the check: a job creates
 * the driver, or mails the owner of the address.
 *
 * Source: docs/contract/rest.md, "Driver"; the body, the response and the refusals are our choice.
 */
import Type from "typebox";
import { Email, Locale, Name, NewPassword, Phone } from "#domain/identity/accounts/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { hashPassword } from "#platform/auth/secrets.ts";
import { parseE164 } from "#vocabulary/phone.ts";
import { messages } from "../messages.ts";
import { countRegistration, sealRegistration } from "../registration.ts";

export const registerDriver = defineOperation({
  name: "driverRegister",
  summary: "Register as a driver",
  access: { public: true, ignores_token: true },
  rest: { method: "POST", path: "/api/v1/driver/register", status: 201 },
  checks_idempotency_first: true,
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
    status: Type.Literal("pending", { description: "Until the business approves." }),
    message: Type.String(),
  }),
  refusals: { invalid_phone: "invalid", too_many_failures: "too_many" },
  tenant: (system_queries, { business }) => system_queries.findBusinessOfCode(business),

  async prepare(context, { email, password }) {
    await countRegistration(context, email.trim());
    return hashPassword(password);
  },

  async run(context, { name, email, phone, languages }, password_hash) {
    const { business_id, business, enqueue, refuse, settings, say } = context;
    const phone_e164 = phone === undefined || phone.trim() === "" ? null : parseE164(phone, business.country);
    if (phone_e164 === undefined) {
      throw refuse("invalid_phone", {
        message: messages.invalid_phone,
        errors: [{ field: "phone", message: messages.invalid_phone }],
      });
    }
    const registration = sealRegistration(settings, {
      name: name.trim(),
      email: email.trim(),
      password_hash,
      phone_e164,
      languages: languages ?? [],
    });
    enqueue({ name: "register-driver", data: { business_id, registration } });
    return { result: true, status: "pending" as const, message: say(messages.registration_received) };
  },
});
