/** Formats quantities for people, in the locale of the texts. */
import { getLocale } from "../language/language.ts";
import { text } from "../language/text.ts";

/** Countries whose roads are measured in miles, and whose goods are weighed in pounds. */
const MILES = new Set(["US", "GB", "LR", "MM"]);
const POUNDS = new Set(["US", "LR", "MM"]);

/** Units follow the business, so that all who work there read the same ones. */
let country: string | undefined;

export function setUnits(locale: string | undefined): void {
  country = locale === undefined ? undefined : new Intl.Locale(locale).region;
}

function unit(value: number, name: string, digits: number): string {
  return new Intl.NumberFormat(getLocale(), {
    style: "unit",
    unit: name,
    unitDisplay: "short",
    minimumFractionDigits: name === "kilometer" || name === "mile" ? digits : 0,
    maximumFractionDigits: digits,
  }).format(value);
}

export function kilometres(metres: number): string {
  const miles = country !== undefined && MILES.has(country);
  const value = metres / (miles ? 1609.344 : 1000);
  return unit(value, miles ? "mile" : "kilometer", value < 10 ? 1 : 0);
}

export function duration(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return text.times.minutes({ n: number(minutes) });
  return text.times.hours({ h: number(Math.floor(minutes / 60)), m: String(minutes % 60).padStart(2, "0") });
}

export function kilograms(grams: number): string {
  const pounds = country !== undefined && POUNDS.has(country);
  const value = grams / (pounds ? 453.592_37 : 1000);
  return unit(value, pounds ? "pound" : "kilogram", value < 10 ? 2 : 0);
}

export function number(value: number, options?: Intl.NumberFormatOptions): string {
  return value.toLocaleString(getLocale(), options);
}

/** Minor units per major unit: 100 for BRL, 1 for JPY. */
/** Digits after the decimal point of an amount: 2 for EUR, 0 for JPY. */
function countDecimals(currency: string): number {
  const { maximumFractionDigits } = new Intl.NumberFormat("en", {
    style: "currency",
    currency,
  }).resolvedOptions();
  return maximumFractionDigits ?? 2;
}

/** Minor units in one unit of the currency: 100 for EUR, 1 for JPY. */
export function minorUnits(currency: string): number {
  return 10 ** countDecimals(currency);
}

/** An amount that somebody entered, in minor units. */
export function toMinor(amount: number | string, currency: string): number {
  return Math.round(Number(amount) * minorUnits(currency));
}

export function money(minor: number | null | undefined, currency: string | undefined): string {
  if (minor === null || minor === undefined || currency === undefined) return "–";
  return new Intl.NumberFormat(getLocale(), { style: "currency", currency }).format(
    minor / minorUnits(currency),
  );
}
