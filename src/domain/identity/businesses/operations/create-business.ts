/**
 * Create a business, with its first administrator: with a password they sign in at once, without one they are invited
 * by e-mail, or by its creator where no e-mail is sent. Code and currency cannot be changed. Source: our choice.
 */

import Type from "typebox";
import {
  createAccount,
  Email,
  InvitationMember,
  Locale,
  Name,
  NewPassword,
  sendInvitation,
} from "#domain/identity/accounts/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { fields } from "#operation/response/platform-messages.ts";
import { hashPassword } from "#platform/auth/secrets.ts";
import { BusinessId, Currency, isCurrency, StringEnum } from "#vocabulary/basics.ts";
import { MODULES } from "#vocabulary/features.ts";
import { Ref } from "#vocabulary/ref.ts";
import { Business, Country, checkTimeZone, getBusinessRow, TimeZone } from "../business.ts";
import { messages } from "../messages.ts";

/** Parts of public addresses that stand where the code of a business stands in others. */
const RESERVED_CODES: ReadonlySet<string> = new Set(["manage", "offers", "waitlist", "feeds"]);

export const createBusiness = defineOperation({
  name: "platformBusinessCreate",
  summary: "Create a business",
  access: { roles: ["platform_admin"], scopes: ["platform:admin"] },
  rest: { method: "POST", path: "/api/v1/platform/businesses", status: 201 },
  secret_answer: "if_signed_in",
  unpredicted: ["invitation.link"],
  input: Type.Object({
    code: Type.String({
      pattern: "^[a-z][a-z0-9-]{1,39}$",
      description: "Lower-case letters, digits and hyphens.",
    }),
    name: Name,
    time_zone: TimeZone,
    currency: Currency,
    country: Type.Optional(Country),
    locale: Type.Optional(Locale),
    modules: Type.Optional(
      Type.Array(StringEnum(MODULES), { uniqueItems: true, description: "Licensed from the start." }),
    ),
    admin: Type.Object({ name: Name, email: Email, password: Type.Optional(NewPassword) }),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    business_id: Ref("business", BusinessId),
    admin_id: Ref("account"),
    invited: Type.Boolean(),
    invitation: InvitationMember,
    version: Type.Integer(),
    business: Business,
  }),
  refusals: { code_taken: "conflict" },

  async prepare(context, { time_zone, currency, admin }) {
    checkTimeZone(context, time_zone);
    if (!isCurrency(currency)) {
      throw context.refuse("invalid_request", {
        message: messages.not_valid,
        errors: [{ field: "currency", message: fields.no_currency }],
      });
    }
    return admin.password === undefined ? null : hashPassword(admin.password);
  },

  async run(context, input, password_hash) {
    const { db, now, emit, refuse } = context;
    if (RESERVED_CODES.has(input.code))
      throw refuse("code_taken", {
        message: messages.code_reserved,
        values: { code: input.code },
        errors: [{ field: "code", message: messages.reserved }],
      });
    const locale = input.locale ?? "en";
    const modules = Object.fromEntries((input.modules ?? []).map((module) => [module, true]));
    const inserted = await db.row<{ id: number }>(
      `insert into business (code, name, time_zone, currency, country, locale, modules, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (code) do nothing returning id`,
      [
        input.code,
        input.name.trim(),
        input.time_zone,
        input.currency,
        input.country ?? "",
        locale,
        JSON.stringify(modules),
        now,
      ],
    );
    if (inserted === undefined) {
      throw refuse("code_taken", {
        message: messages.code_taken,
        values: { code: input.code },
        errors: [{ field: "code", message: messages.other_business }],
      });
    }
    const business_id = inserted.id;
    const invited = password_hash === null;
    const admin_id = await createAccount(db, {
      business_id,
      role: "client_admin",
      name: input.admin.name.trim(),
      email: input.admin.email,
      password_hash,
      locale,
      created_at: now,
    });
    if (admin_id === undefined) throw new Error("A new business has an account already.");
    emit({
      subject: { type: "business", id: business_id, is_new: true },
      business_id,
      kind: "business.created",
      payload: {
        code: input.code,
        currency: input.currency,
        time_zone: input.time_zone,
        modules: input.modules ?? [],
      },
    });
    emit({
      subject: { type: "account", id: admin_id, is_new: true },
      business_id,
      kind: invited ? "account.invited" : "account.created",
      payload: { role: "client_admin" },
    });
    const invitation = invited
      ? await sendInvitation(context, {
          account_id: admin_id,
          business_id,
          business_name: input.name.trim(),
          email: input.admin.email,
          name: input.admin.name.trim(),
        })
      : null;
    const business = await getBusinessRow(context.db, business_id);
    return { result: true, business_id, admin_id, invited, invitation, version: business.version, business };
  },
});
