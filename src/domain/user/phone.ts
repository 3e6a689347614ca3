/** Telephone numbers as people write them, kept in E.164. */
import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js";

/** Undefined when it is no number; one without a country prefix is read as one of the business's country. */
export function e164Of(phone: string, country: string): string | undefined {
  const home = isSupportedCountry(country) ? (country as CountryCode) : undefined;
  const number = parsePhoneNumberFromString(phone, home);
  return number?.isValid() ? number.number : undefined;
}
