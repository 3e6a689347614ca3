/** What a guest says of itself, checked: contact, and the answers to the form of the bookable. */
import { type FormFields, findAnswerFaults } from "#domain/customer/services/public.ts";
import type { Context } from "#operation/define/context.ts";
import { chooseLanguage, LANGUAGES } from "#operation/response/language.ts";
import { isEmailAddress } from "#vocabulary/email.ts";
import { parseE164 } from "#vocabulary/phone.ts";
import { messages } from "./messages.ts";
import type { VerifiedContact } from "./rules.ts";

export const GUEST_REFUSALS = { invalid_contact: "invalid", invalid_form: "invalid" } as const;

export interface GuestInput {
  guest_name?: string;
  guest_email?: string;
  guest_phone?: string;
  guest_language?: string;
  guest_note?: string;
  form?: Record<string, unknown>;
}

export interface Guest {
  guest_name: string;
  guest_email: string | null;
  guest_phone: string | null;
  guest_language: string;
  guest_note: string | null;
  form: Record<string, unknown>;
}

interface GuestRule {
  form_fields: FormFields;
  /** `any`: an e-mail address or a telephone number; `none`: the desk asks for neither. */
  contact: VerifiedContact | "any";
}

type Reader = Pick<Context<keyof typeof GUEST_REFUSALS>, "refuse" | "business" | "request">;

export const chooseGuestLanguage = (
  { business, request }: Pick<Reader, "business" | "request">,
  language?: string,
) => chooseLanguage(language ?? (request.language || business.locale), LANGUAGES);

export function readGuest(context: Reader, input: GuestInput, { form_fields, contact }: GuestRule): Guest {
  const { refuse, business } = context;
  const fail = (
    field: string,
    message: (typeof messages)["contact_needed" | "invalid_email" | "invalid_phone"],
  ) => refuse("invalid_contact", { message, errors: [{ field, message }] });
  const guest_email = input.guest_email?.trim().toLowerCase() || null;
  const phone = input.guest_phone?.trim() || null;
  if (guest_email !== null && !isEmailAddress(guest_email)) throw fail("guest_email", messages.invalid_email);
  const guest_phone = phone === null ? null : parseE164(phone, business.country);
  if (guest_phone === undefined) throw fail("guest_phone", messages.invalid_phone);
  const is_missing =
    (contact === "email" && guest_email === null) ||
    (contact === "phone" && guest_phone === null) ||
    (contact === "any" && guest_email === null && guest_phone === null);
  if (is_missing) throw fail(contact === "phone" ? "guest_phone" : "guest_email", messages.contact_needed);
  if (input.guest_name === undefined) {
    const message = messages.name_needed;
    throw refuse("invalid_contact", { message, errors: [{ field: "guest_name", message }] });
  }
  const form = { ...input.form };
  const errors = findAnswerFaults(form_fields, form);
  if (errors.length > 0) throw refuse("invalid_form", { message: messages.invalid_form, errors });
  return {
    guest_name: input.guest_name.trim(),
    guest_email,
    guest_phone,
    guest_language: chooseGuestLanguage(context, input.guest_language),
    guest_note: input.guest_note?.trim() || null,
    form: Object.fromEntries(Object.entries(form).filter(([, value]) => value !== null)),
  };
}
