/**
 * Add a driver to the business. With a password the account is active at once; without one the driver is invited by e-mail
 * and the account is active once a password is chosen.
 */
import Type from "typebox";
import {
  Email,
  InvitationMember,
  Locale,
  Name,
  NewPassword,
  Phone,
  sendInvitation,
} from "#domain/identity/accounts/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { fields } from "#operation/response/platform-messages.ts";
import { hashPassword } from "#platform/auth/secrets.ts";
import { Nullable } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { insertDriver } from "../accounts.ts";
import { checkContractor, checkVehicle, parsePhone } from "../change-driver.ts";
import { messages } from "../messages.ts";
import { findDriver } from "../records/driver.ts";
import { DriverInfo } from "../shapes.ts";

export const createDriver = defineOperation({
  name: "clientDriverCreate",
  summary: "Add a driver",
  access: { scopes: ["drivers:write"] },
  rest: { method: "POST", path: "/api/v1/client/drivers", status: 201 },
  needs_sign_in: ["password"],
  secret_answer: "if_signed_in",
  unpredicted: ["invitation.link"],
  input: Type.Object({
    name: Name,
    email: Email,
    password: Type.Optional(NewPassword),
    phone: Type.Optional(Phone),
    languages: Type.Optional(Type.Array(Locale, { maxItems: 10, uniqueItems: true })),
    vehicle_id: Type.Optional(Nullable(Ref("vehicle"))),
    contractor_id: Type.Optional(Nullable(Ref("contractor"))),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    driver_id: Ref("driver"),
    invited: Type.Boolean({ description: "True without a password: the person chooses one." }),
    invitation: InvitationMember,
    version: Type.Integer(),
    driver: DriverInfo,
  }),
  refusals: {
    email_taken: "conflict",
    invalid_phone: "invalid",
    unknown_vehicle: "invalid",
    unknown_contractor: "invalid",
  },

  prepare: async (_context, { password }) => (password === undefined ? null : hashPassword(password)),

  async run(context, { name, email, phone, languages, vehicle_id, contractor_id }, password_hash) {
    const { db, business_id, business, refuse } = context;
    const phone_e164 = phone === undefined ? null : parsePhone(context, phone);
    await checkVehicle(context, vehicle_id);
    await checkContractor(context, contractor_id);
    const invited = password_hash === null;
    const created_driver = await insertDriver(context, {
      name: name.trim(),
      email: email.trim(),
      password_hash,
      account_status: invited ? "invited" : "active",
      phone_e164,
      languages: languages ?? [],
      status: "active",
      vehicle_id: vehicle_id ?? null,
      contractor_id: contractor_id ?? null,
      source: "business",
    });
    if (created_driver === undefined) {
      throw refuse("email_taken", {
        message: messages.email_taken,
        errors: [{ field: "email", message: fields.other_account }],
      });
    }
    const invitation = invited
      ? await sendInvitation(context, {
          account_id: created_driver.account_id,
          business_id,
          business_name: business.name,
          email: email.trim(),
          name: name.trim(),
        })
      : null;
    const driver = await findDriver(db, business_id, created_driver.driver_id);
    if (driver === undefined) throw new Error("A driver that was inserted is gone.");
    return { result: true, driver_id: driver.id, invited, invitation, version: driver.version, driver };
  },
});
