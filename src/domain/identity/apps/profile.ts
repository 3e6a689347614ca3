/** The person who registers through an app: validates and parses the input. */

import type { Context } from "#operation/define/context.ts";
import type { RefusalDetail } from "#operation/define/refusal.ts";
import { parseLanguageRanges } from "#operation/response/language.ts";
import { parseE164 } from "#vocabulary/phone.ts";
import { type ChallengeRefusal, verifyChallenge } from "./challenge.ts";
import { parseCountry } from "./country.ts";
import type { AppRow } from "./records/app-assignment.ts";
import { registrationMessages as messages } from "./registration-messages.ts";
import { getRegistrationRules } from "./registration-settings.ts";

/** The data stored of a person who waits for a decision. */
export interface Profile {
  name: string;
  email: string;
  phone_e164: string;
  address: string;
  city: string;
  postcode: string;
  country: string;
}

interface RegistrationInput {
  name: string;
  email: string;
  password: string;
  password_confirmation: string;
  address: string;
  city: string;
  postcode: string;
  country: string;
  phone?: string | null;
  challenge_id?: string | null;
  code?: string | null;
}

const WORDS = ["name", "address", "city", "postcode", "country"] as const;

/** Faults that the schema cannot check; at most one for each member. */
function findProfileFaults(registration: RegistrationInput): RefusalDetail[] {
  const faults: RefusalDetail[] = WORDS.filter((member) => registration[member].trim() === "").map(
    (field) => ({
      field,
      message: messages.required,
    }),
  );
  if (registration.password !== registration.password_confirmation)
    faults.push({ field: "password_confirmation", message: messages.passwords_differ });
  if (((registration.challenge_id ?? null) === null) !== ((registration.code ?? null) === null)) {
    const missing = (registration.code ?? null) === null ? "code" : "challenge_id";
    faults.push({ field: missing, message: messages.go_together });
  }
  return faults;
}

/** The country's code, by the languages of the person and of the business. */
function readCountry(
  { request }: Pick<Context, "request">,
  country: string,
  business_locale: string,
): string | RefusalDetail {
  const languages = [...parseLanguageRanges(request.language), business_locale.toLowerCase()].filter(
    (range) => /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/.test(range),
  );
  return parseCountry(country, languages) ?? { field: "country", message: messages.unknown_country };
}

/** The number sent, in E.164. */
function readPhone(phone: string, region: string): string | RefusalDetail {
  return parseE164(phone, region) ?? { field: "phone", message: messages.invalid_phone };
}

/**
 * The person's profile, and whether the number is verified. A try at the code is only used if everything else is valid.
 */
export async function readProfile(
  context: Context<ChallengeRefusal | "challenge_required">,
  app: AppRow,
  registration: RegistrationInput,
): Promise<{ profile: Profile; phone_verified: boolean }> {
  const { refuse } = context;
  const rules = getRegistrationRules(app);
  const faults: RefusalDetail[] = findProfileFaults(registration);
  const country = readCountry(context, registration.country, app.business_locale);
  if (typeof country !== "string" && registration.country.trim() !== "") faults.push(country);
  const { challenge_id, code } = registration;
  const is_proven = Boolean(challenge_id && code);
  const sent_phone = registration.phone?.trim() ?? "";
  const phone = sent_phone === "" ? null : readPhone(sent_phone, rules.default_phone_region);
  if (phone !== null && typeof phone !== "string") faults.push(phone);
  if (!is_proven && rules.phone_verification_required) {
    const errors = ["challenge_id", "code"].map((field) => ({
      field,
      message: messages.challenge_required,
    }));
    if (faults.length === 0)
      throw refuse("challenge_required", { message: messages.challenge_required, errors });
    // If one of the two was sent, an error for the missing one was reported above.
    if (!challenge_id && !code) faults.push(...errors);
  } else if (!is_proven && phone === null) {
    faults.push({ field: "phone", message: messages.required });
  }
  if (faults.length > 0 || typeof country !== "string")
    throw refuse("invalid_request", { message: messages.invalid_registration, errors: faults });

  const proven = challenge_id && code ? await verifyChallenge(context, app, { challenge_id, code }) : null;
  if (proven !== null && phone !== null && phone !== proven) {
    throw refuse("challenge_invalid", {
      message: messages.challenge_invalid,
      errors: [{ field: "phone", message: messages.challenge_invalid }],
    });
  }
  const profile = {
    name: registration.name.trim(),
    email: registration.email,
    phone_e164: proven ?? (phone as string),
    address: registration.address.trim(),
    city: registration.city.trim(),
    postcode: registration.postcode.trim(),
    country,
  };
  return { profile, phone_verified: proven !== null };
}
