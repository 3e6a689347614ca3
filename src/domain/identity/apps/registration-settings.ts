/** The requirements of registration through an app, with defaults for settings that the client has not set. */
import { isSupportedCountry } from "libphonenumber-js";
import type { AppRow } from "./records/app-assignment.ts";

export const CODE_LENGTH = 6;
export const CHALLENGE_TTL_S = 300;
export const RESEND_AFTER_S = 60;

export interface RegistrationRules {
  phone_verification_required: boolean;
  default_phone_region: string;
  requires_approval: boolean;
}

/** Our choice: numbers are verified unless the client turns it off; the default region is that of the business. */
export function getRegistrationRules({ registration, country }: AppRow): RegistrationRules {
  const region = registration.default_phone_region ?? country;
  return {
    phone_verification_required: registration.phone_verification_required ?? true,
    default_phone_region: isSupportedCountry(region) ? region : "",
    requires_approval: registration.requires_approval ?? false,
  };
}
