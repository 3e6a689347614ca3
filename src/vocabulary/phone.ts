/** Telephone numbers as people write them, and in E.164. */
import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js";

/** Undefined if it is not a number; a number without a country prefix is read as one of the business's country. */
export function parseE164(phone: string, country: string): string | undefined {
  const home = isSupportedCountry(country) ? (country as CountryCode) : undefined;
  const number = parsePhoneNumberFromString(phone, home);
  return number?.isValid() ? number.number : undefined;
}
