/** What registration through an app asks for, with defaults for what the client said nothing of. */
import { isSupportedCountry } from "libphonenumber-js";
import type { AppRow } from "./tables.ts";

export const CODE_LENGTH = 6;
export const CHALLENGE_LIFE_S = 300;
export const RESEND_AFTER_S = 60;

export interface RegistrationRules {
  phone_verification_required: boolean;
  default_phone_region: string;
  requires_approval: boolean;
}

/** Our choice: numbers are verified unless the client says not; the region is that of the business. */
export function registrationRules({ registration, country }: AppRow): RegistrationRules {
  const region = registration.default_phone_region ?? country;
  return {
    phone_verification_required: registration.phone_verification_required ?? true,
    default_phone_region: isSupportedCountry(region) ? region : "",
    requires_approval: registration.requires_approval ?? false,
  };
}
