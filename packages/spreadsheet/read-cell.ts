/**
 * What a cell of a known column means, for the country and the currency of the reader's business. A value that could mean
 * something else is read as that country writes it, with a doubt, which a person settles before anything is saved. Pure.
 */

/** Where the rows come from: `today` is the day of the business, YYYY-MM-DD. */
export interface CellContext {
  /** ISO 3166-1 alpha-2; empty when it is not known. */
  country: string;
  /** ISO 4217. */
  currency: string;
  today: string;
}

type DoubtKind =
  /** An amount or number whose mark may separate thousands or decimals. */
  | "decimals_or_thousands"
  /** Day and month may be the other way round. */
  | "day_or_month"
  | "past_date"
  /** Digits that a spreadsheet took for a number: leading zeros are gone, or a decimal was added. */
  | "leading_zeros"
  | "added_decimal"
  /** 5.56199E+12: the last digits are gone. */
  | "lost_digits"
  | "postal_code_form"
  /** A day as the number by which spreadsheets count. */
  | "serial_date"
  /** What a spreadsheet would run. */
  | "formula"
  /** #N/A and the like. */
  | "cell_error";

/** `choices`: texts that say it without a doubt, the one that was read first. None: only a person knows. */
export interface Doubt {
  kind: DoubtKind;
  choices: string[];
}

export type CellFault = "not_a_number" | "not_an_amount" | "other_currency" | "not_a_date";

export type Reading<Value> = { value: Value; doubt: Doubt | null } | { fault: CellFault };

const sure = <Value>(value: Value): Reading<Value> => ({ value, doubt: null });
const doubtful = <Value>(value: Value, kind: DoubtKind, choices: string[]): Reading<Value> => ({
  value,
  doubt: { kind, choices: [...new Set(choices)] },
});

/** The language that most people of a country read, by CLDR. */
function toLocale(country: string): string {
  try {
    return `${new Intl.Locale(`und-${country}`).maximize().language}-${country}-u-nu-latn-ca-gregory`;
  } catch {
    return "en";
  }
}

const marks = new Map<string, "." | ",">();

/** With which a country writes decimals; the other one separates thousands. */
export function getDecimalMark(country: string): "." | "," {
  const decimal_mark = marks.get(country);
  if (decimal_mark !== undefined) return decimal_mark;
  const parts = new Intl.NumberFormat(toLocale(country)).formatToParts(1.5);
  const mark = parts.find(({ type }) => type === "decimal")?.value === "," ? "," : ".";
  marks.set(country, mark);
  return mark;
}

/** `="02111"` marks digits as text for a spreadsheet. */
export const unwrap = (text: string): string => /^="([^"]*)"$/.exec(text.trim())?.[1] ?? text.trim();

const SCIENTIFIC = /^[+-]?\d(?:[.,]\d+)?E\+?\d{1,3}$/i;
const ERRORS = /^#(?:N\/A|REF!|DIV\/0!|VALUE!|NAME\?|NULL!|NUM!|SPILL!|CALC!|GETTING_DATA)$/;
/** A function or a command (`=cmd|' /C calc'!A0`), a sum, or another cell. */
const FORMULA = /^(?:=|@\w+\(|[+-](?![\d\s().+-]*$)[^\s]*[(|!])/;

/** What is wrong with any cell, whatever its column. */
export function findTextDoubt(text: string): Doubt | null {
  const plain = unwrap(text);
  if (ERRORS.test(plain)) return { kind: "cell_error", choices: [""] };
  if (FORMULA.test(plain)) return { kind: "formula", choices: [""] };
  return null;
}

/** Of a column whose digits are a name: a reference, a code, a telephone number. */
export function findDigitsDoubt(text: string): Doubt | null {
  const plain = unwrap(text);
  if (SCIENTIFIC.test(plain)) return { kind: "lost_digits", choices: [] };
  const whole_digits = /^(\d+)[.,]0$/.exec(plain)?.[1];
  return whole_digits === undefined
    ? findTextDoubt(text)
    : { kind: "added_decimal", choices: [whole_digits] };
}

const SPACES = /[\s\u00a0\u202f'’]/g;

interface Digits {
  /** With a point for decimals. */
  plain: string;
  /** What it is with the mark read the other way; null when there is no other way. */
  other: string | null;
  /** The mark of the decimals is not that of the country. */
  is_foreign: boolean;
}

/** Digits with marks for thousands and decimals, as `decimal` says, or as they can only be meant. */
function readDigits(text: string, decimal: "." | ","): Digits | null {
  const sign = /^-/.test(text) ? "-" : "";
  const body = text.replace(/^[+-]/, "");
  if (!/^\d[\d.,]*$|^[.,]\d+$/.test(body)) return null;
  const kinds = new Set(body.replaceAll(/\d/g, ""));
  const form = (mark: string | null) => {
    const groups = mark === null ? [".", ","] : [mark === "." ? "," : "."];
    let plain = body;
    for (const group of groups) plain = plain.replaceAll(group, "");
    return sign + (mark === null ? plain : plain.replace(mark, "."));
  };
  // Thousands in threes, or in twos as in India: 1.234.567 and 12,34,567.
  const isGrouped = (part: string, mark: string) => {
    const groups = part.split(mark);
    const [first = ""] = groups;
    return (
      groups.length > 1 &&
      /^\d{1,3}$/.test(first) &&
      first !== "0" &&
      groups.at(-1)?.length === 3 &&
      groups.slice(1, -1).every((group) => group.length === 2 || group.length === 3)
    );
  };
  if (kinds.size === 0) return { plain: sign + body, other: null, is_foreign: false };
  if (kinds.size === 2) {
    const mark = body.lastIndexOf(",") > body.lastIndexOf(".") ? "," : ".";
    const [whole_part = "", ...more] = body.split(mark);
    if (more.length !== 1 || !isGrouped(whole_part, mark === "," ? "." : ",")) return null;
    return { plain: form(mark), other: null, is_foreign: mark !== decimal };
  }
  const mark = [...kinds][0] as "." | ",";
  if (body.split(mark).length > 2)
    return isGrouped(body, mark) ? { plain: form(null), other: null, is_foreign: false } : null;
  if (!isGrouped(body, mark)) return { plain: form(mark), other: null, is_foreign: mark !== decimal };
  return mark === decimal
    ? { plain: form(mark), other: form(null), is_foreign: false }
    : { plain: form(null), other: form(mark), is_foreign: false };
}

/** A measure. `1.500` is 1.5 or 1500 as the country writes it; a number of more digits than a double holds is a fault. */
export function readNumber(text: string, { country }: Pick<CellContext, "country">): Reading<number> {
  const digits = readDigits(unwrap(text).replaceAll(SPACES, ""), getDecimalMark(country));
  if (digits === null) return { fault: "not_a_number" };
  const value = Number(digits.plain);
  if (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value)))
    return { fault: "not_a_number" };
  return sure(value === 0 ? 0 : value);
}

/**
 * A weight or a length. Scales and other systems write 1.500 for one and a half in every country, and few parcels measure
 * thousands: a single mark that the country reads as one of thousands is in doubt.
 */
export function readMeasure(text: string, { country }: Pick<CellContext, "country">): Reading<number> {
  const reading = readNumber(text, { country });
  const mark = getDecimalMark(country);
  const digits = readDigits(unwrap(text).replaceAll(SPACES, ""), mark);
  if ("fault" in reading || digits === null || digits.other === null || digits.plain.includes("."))
    return reading;
  const choices = [digits.plain, digits.other.replace(/\.?0+$/, "").replace(".", mark)];
  return doubtful(reading.value, "decimals_or_thousands", choices);
}

/** Degrees, which have no thousands: any single mark is that of the decimals. */
export function readDegrees(text: string): Reading<number> {
  const plain = unwrap(text).replace(",", ".");
  return /^[+-]?\d{1,3}(?:\.\d+)?$/.test(plain) ? sure(Number(plain)) : { fault: "not_a_number" };
}

const SYMBOLS: [string, readonly string[]][] = [
  ["R$", ["BRL"]],
  ["US$", ["USD"]],
  ["€", ["EUR"]],
  ["£", ["GBP", "EGP", "LBP", "SYP", "FKP", "GIP", "SHP"]],
  ["¥", ["JPY", "CNY"]],
  ["₹", ["INR"]],
  ["zł", ["PLN"]],
  ["kr", ["SEK", "NOK", "DKK", "ISK"]],
];

/** The text without its currency; null when it is of another one. */
function dropCurrency(text: string, currency: string): string | null {
  const code = /^([A-Z]{3})(?=[\d\s.,+-])|(?<=[\d\s.,])([A-Z]{3})$/.exec(text)?.[0];
  if (code !== undefined) return code === currency ? text.replace(code, "") : null;
  const symbol = SYMBOLS.find(([mark]) => text.includes(mark));
  if (symbol !== undefined) return symbol[1].includes(currency) ? text.replace(symbol[0], "") : null;
  // The dollar and peso sign is that of many currencies.
  return text.replace("$", "");
}

const formats = new Map<string, number>();

function getDecimals(currency: string): number {
  const known_format = formats.get(currency);
  if (known_format !== undefined) return known_format;
  let decimals = 2;
  try {
    const format = new Intl.NumberFormat("en", { style: "currency", currency });
    decimals = format.resolvedOptions().maximumFractionDigits ?? 2;
  } catch {
    // A code that is none has hundredths.
  }
  formats.set(currency, decimals);
  return decimals;
}

/** An amount in minor units. Three digits after the country's own decimal mark are more likely thousands, or a slip. */
export function readMoney(
  text: string,
  { country, currency }: Pick<CellContext, "country" | "currency">,
): Reading<number> {
  const own_text = dropCurrency(unwrap(text), currency);
  if (own_text === null) return { fault: "other_currency" };
  const bare = own_text.replaceAll(SPACES, "");
  const negative = /^\((.*)\)$/.exec(bare)?.[1];
  const digits = readDigits(negative === undefined ? bare : `-${negative}`, getDecimalMark(country));
  if (digits === null) return { fault: "not_an_amount" };
  const decimals = getDecimals(currency);
  const toMinor = (plain: string): number | null => {
    const [whole_part = "", fraction = ""] = plain.split(".");
    const kept_digits = fraction.replace(/0+$/, "");
    if (kept_digits.length > decimals) return null;
    const minor = Number(`${whole_part}${kept_digits.padEnd(decimals, "0")}`);
    return Number.isSafeInteger(minor) ? minor : null;
  };
  const say = (minor: number) => formatMinor(minor, decimals, getDecimalMark(country));
  const [value, other] = [toMinor(digits.plain), digits.other === null ? null : toMinor(digits.other)];
  // Where one way gives no amount of this currency, only the other one is meant, and it is asked for.
  const read = value ?? other;
  if (read === null) return { fault: "not_an_amount" };
  const has_thousandths = digits.other !== null && digits.plain.includes(".") && decimals < 3;
  if (value === null || has_thousandths)
    return doubtful(read, "decimals_or_thousands", [read, ...(other === null ? [] : [other])].map(say));
  return sure(read === 0 ? 0 : read);
}

/** 150000 as 1500.00, or 1500,00: two decimals are no thousands. */
function formatMinor(minor: number, decimals: number, mark: string): string {
  if (decimals === 0) return String(minor);
  const digits = String(Math.abs(minor)).padStart(decimals + 1, "0");
  return `${minor < 0 ? "-" : ""}${digits.slice(0, -decimals)}${mark}${digits.slice(-decimals)}`;
}

export type DateOrder = "day_first" | "month_first" | "year_first";

/** In which order a country writes the parts of a date. */
function getDateOrder(country: string): DateOrder {
  const parts = new Intl.DateTimeFormat(toLocale(country)).formatToParts(Date.UTC(2026, 10, 24));
  const first = parts.find(({ type }) => ["day", "month", "year"].includes(type))?.type;
  return first === "year" ? "year_first" : first === "month" ? "month_first" : "day_first";
}

function toIso(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  const is_same =
    date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return is_same && year >= 1900 && year < 2200 ? date.toISOString().slice(0, 10) : null;
}

const NUMERIC_DATE = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4}|\d{2})(?:[ T]\d{1,2}:\d{2}.*)?$/;
const ISO_DATE = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[ T]\d{1,2}:\d{2}.*)?$/;

/** What the dates of one column show about their order: a 24 is no month. Null when they show nothing, or both. */
export function findColumnOrder(texts: Iterable<string>): DateOrder | null {
  let [days, months] = [0, 0];
  for (const text of texts) {
    const [, first, second] = NUMERIC_DATE.exec(unwrap(text)) ?? [];
    if (Number(first) > 12) days += 1;
    else if (Number(second) > 12) months += 1;
  }
  if (days > 0 === months > 0) return null;
  return days > 0 ? "day_first" : "month_first";
}

/**
 * A day, YYYY-MM-DD. `column`: what its column shows, or a person has chosen. A date that reads both ways is read by the column, else by the
 * country; it is in doubt where the two disagree, where the country is one of those that write the month first (others write
 * to them), and where only the other way gives a day to come.
 */
export function readDate(
  text: string,
  { country, today }: Pick<CellContext, "country" | "today">,
  column: DateOrder | null = null,
  is_chosen = false,
): Reading<string> {
  const plain = unwrap(text);
  const settle = (date: string): Reading<string> =>
    date < today ? doubtful(date, "past_date", []) : sure(date);
  const iso = ISO_DATE.exec(plain)?.slice(1).map(Number);
  if (iso !== undefined) {
    const [year = 0, month = 0, day = 0] = iso;
    const date = toIso(year, month, day);
    return date === null ? { fault: "not_a_date" } : settle(date);
  }
  if (/^[34]\d{4}$/.test(plain)) {
    const date = new Date(Date.UTC(1899, 11, 30 + Number(plain))).toISOString().slice(0, 10);
    return doubtful(date, "serial_date", [date]);
  }
  const parts = NUMERIC_DATE.exec(plain)?.slice(1);
  if (parts === undefined) return { fault: "not_a_date" };
  const [first = 0, second = 0] = parts.map(Number);
  const written = parts[2] ?? "";
  const year = Number(written) + (written.length === 2 ? 2000 : 0);
  const day_first = toIso(year, second, first);
  const month_first = toIso(year, first, second);
  if (day_first === null || month_first === null) {
    const date = day_first ?? month_first;
    return date === null ? { fault: "not_a_date" } : settle(date);
  }
  if (day_first === month_first) return settle(day_first);
  // Nobody writes points with the month first.
  if (/^\d+\.\d+\./.test(plain)) return settle(day_first);
  const home = getDateOrder(country);
  const order = column ?? home;
  const [read, other] = order === "month_first" ? [month_first, day_first] : [day_first, month_first];
  const is_proven = column !== null && (is_chosen || column === home || home === "year_first");
  const is_usual = column === null && home === "day_first";
  const is_past = read < today && other >= today && !is_chosen;
  if (!(is_proven || is_usual) || is_past) return doubtful(read, "day_or_month", [read, other]);
  return settle(read);
}

/**
 * Countries whose postal codes are digits: how many, and after how many a mark stands. Source: Universal Postal Union,
 * "Addressing systems"; the same forms as in the address data of libaddressinput.
 */
const POSTAL_DIGITS: Record<string, [digits: number, after?: number, mark?: string]> = {
  ...Object.fromEntries(
    "DE US FR ES IT MX FI EE LT HR RS UA TR TH ID MY KR MA DZ TN EG SA PE GT CU DO UY CR BA ME LK NP PK PR GU VI MC SM VA"
      .split(" ")
      .map((country) => [country, [5]]),
  ),
  ...Object.fromEntries(
    "AT BE CH DK NO HU BG SI LU LI CY GE AM AU NZ ZA PH BD PY".split(" ").map((country) => [country, [4]]),
  ),
  ...Object.fromEntries("IN CN SG RO CO EC RU KZ KG TJ UZ BY VN".split(" ").map((country) => [country, [6]])),
  BR: [8, 5, "-"],
  PT: [7, 4, "-"],
  JP: [7, 3, "-"],
  PL: [5, 2, "-"],
  SE: [5, 3, " "],
  CZ: [5, 3, " "],
  SK: [5, 3, " "],
  GR: [5, 3, " "],
  IL: [7],
  CL: [7],
  IS: [3],
  TW: [6],
};

/** A postal code as its country writes it. A spreadsheet takes 01067 for a number, and writes 1067 or 1067.0. */
export function readPostalCode(text: string, country: string): Reading<string> {
  const plain = unwrap(text);
  if (SCIENTIFIC.test(plain)) return doubtful(plain, "lost_digits", []);
  const error = findTextDoubt(text);
  if (error !== null) return { value: plain, doubt: error };
  const form = POSTAL_DIGITS[country];
  const whole_digits = /^(\d+)[.,]0$/.exec(plain)?.[1];
  const digits = (whole_digits ?? plain).replaceAll(/[\s-]/g, "");
  if (form === undefined || !/^\d+$/.test(digits))
    return whole_digits === undefined ? sure(plain) : doubtful(whole_digits, "added_decimal", [whole_digits]);
  const [count, after, mark = ""] = form;
  const write = (code: string) =>
    after === undefined ? code : `${code.slice(0, after)}${mark}${code.slice(after)}`;
  const is_marked = /[\s-]/.test(plain);
  // ZIP+4, and the three digits of Taiwan's old codes.
  if (country === "US" && digits.length === 9) return sure(`${digits.slice(0, 5)}-${digits.slice(5)}`);
  if (country === "TW" && [3, 5].includes(digits.length)) return sure(digits);
  if (digits.length === count)
    return whole_digits === undefined
      ? sure(write(digits))
      : doubtful(write(digits), "added_decimal", [write(digits)]);
  if (digits.length < count && digits.length >= count - 2 && !is_marked) {
    const full = write(digits.padStart(count, "0"));
    return doubtful(full, "leading_zeros", [full]);
  }
  return doubtful(plain, "postal_code_form", []);
}
