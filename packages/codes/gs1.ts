/**
 * GS1 identifiers in their three spellings: element strings of barcodes, Digital Links, EPC URNs.
 * Sources: GS1 General Specifications (application identifiers), GS1 Digital Link 1.2, EPC Tag Data Standard 2.0.
 */
import { appendMod10, hasMod10 } from "./check-digits.ts";
import { SEPARATOR } from "./clean.ts";

/** Values by application identifier, in the order of the code. */
export type Elements = ReadonlyMap<string, string>;

/** Digits of values whose length is fixed; those need no separator. */
function findFixedLength(ai: string): number | undefined {
  if (ai === "00") return 18;
  if (/^0[123]$/.test(ai)) return 14;
  if (/^1[1-9]$/.test(ai)) return 6;
  if (ai === "20") return 2;
  if (/^3[1-6]/.test(ai)) return 6;
  if (/^41/.test(ai)) return 13;
  if (ai === "402") return 17;
  return undefined;
}

/** How many characters an application identifier has; undefined where none begins so. */
function findIdentifierLength(text: string): number | undefined {
  if (/^(?:0[0-3]|1[0-9]|2[0-2]|30|37|9[0-9])/.test(text)) return 2;
  if (/^(?:23|24|25|40|41|42|71)\d/.test(text)) return 3;
  if (/^(?:3[1-69]|43|7[02]|8[0-2])\d\d/.test(text)) return 4;
  return undefined;
}

const hasFault = (ai: string, value: string): boolean => {
  const length = findFixedLength(ai);
  if (value === "" || value.length > 90) return true;
  if (length !== undefined && (value.length !== length || !/^\d+$/.test(value))) return true;
  return /^(?:00|01|02|402|41\d)$/.test(ai) && !hasMod10(value);
};

/** An element string without its brackets; undefined where a part of it is none. */
export function readElements(text: string): Elements | undefined {
  const elements = new Map<string, string>();
  let rest = text;
  while (rest !== "") {
    if (rest.startsWith(SEPARATOR)) {
      rest = rest.slice(1);
      continue;
    }
    const length = findIdentifierLength(rest);
    if (length === undefined) return undefined;
    const ai = rest.slice(0, length);
    const body = rest.slice(length);
    const fixed = findFixedLength(ai);
    const end = fixed ?? (body.includes(SEPARATOR) ? body.indexOf(SEPARATOR) : body.length);
    const value = body.slice(0, end);
    if (hasFault(ai, value)) return undefined;
    elements.set(ai, value);
    rest = body.slice(end);
  }
  return elements.size === 0 ? undefined : elements;
}

/** As people read it under the bars: `(00) 3 4012345 000000001 8`. */
export function readBracketed(text: string): Elements | undefined {
  if (!/^\(\d{2,4}\)/.test(text)) return undefined;
  const parts = text.split(/\((\d{2,4})\)/).slice(1);
  const elements = new Map<string, string>();
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const ai = parts[at] ?? "";
    const value = (parts[at + 1] ?? "").replaceAll(SEPARATOR, "").replace(/\s/g, "");
    if (findIdentifierLength(ai) !== ai.length || hasFault(ai, value)) return undefined;
    elements.set(ai, value);
  }
  return elements.size === 0 ? undefined : elements;
}

const KEYS_OF_LINKS = /^(?:00|01|253|255|401|402|8003|8004|8006|8010)$/;
/** Words that the first edition of Digital Link has for its keys. */
const WORDS: Readonly<Record<string, string>> = {
  sscc: "00",
  gtin: "01",
  ginc: "401",
  gsin: "402",
  lot: "10",
  ser: "21",
};

/** A Digital Link on any host; undefined for other addresses. */
export function readDigitalLink(url: URL): Elements | undefined {
  const parts = url.pathname
    .split("/")
    .slice(1)
    .map((part) => decode(part));
  const at = parts.findIndex(
    (part, index) => KEYS_OF_LINKS.test(WORDS[part.toLowerCase()] ?? part) && parts[index + 1],
  );
  if (at < 0) return undefined;
  const elements = new Map<string, string>();
  const set = (word: string, value: string) => {
    const ai = WORDS[word.toLowerCase()] ?? word;
    if (findIdentifierLength(ai) !== ai.length) return true;
    const full = ai === "01" && /^\d{8,14}$/.test(value) ? value.padStart(14, "0") : value;
    if (hasFault(ai, full)) return false;
    elements.set(ai, full);
    return true;
  };
  for (let index = at; index + 1 < parts.length; index += 2)
    if (!set(parts[index] ?? "", parts[index + 1] ?? "")) return undefined;
  for (const [name, value] of url.searchParams) if (/^\d{2,4}$/.test(name)) set(name, value);
  return elements;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** `urn:epc:id:…`, and `urn:epc:tag:…` with the filter that RFID readers report; undefined for other kinds. */
export function readUrn(text: string): Elements | undefined {
  const [, form, kind, body] = /^urn:epc:(id|idpat|class|tag):([a-z]+)(?:-\d+)?:(.+)$/i.exec(text) ?? [];
  if (form === undefined || kind === undefined || body === undefined) return undefined;
  const fields = (form.toLowerCase() === "tag" ? body.replace(/^\d\./, "") : body).split(".");
  const [company = "", second = "", ...others] = fields;
  const tail = decode(others.join("."));
  if (!/^\d{4,14}$/.test(company)) return undefined;
  const digits = second.slice(0, 1) + company + second.slice(1);
  const build = (ai: string, value: string, length: number, more: readonly [string, string][] = []) =>
    new RegExp(`^\\d{${length}}$`).test(value)
      ? new Map([[ai, appendMod10(value)], ...more.filter(([, one]) => one !== "" && one !== "*")])
      : undefined;
  switch (kind.toLowerCase()) {
    case "sscc":
      return build("00", digits, 17);
    case "sgtin":
      return build("01", digits, 13, [["21", tail]]);
    case "lgtin":
      return build("01", digits, 13, [["10", tail]]);
    case "gsin":
      return build("402", `${company}${second}`, 16);
    case "ginc":
      return new Map([["401", `${company}${second}`]]);
    case "giai":
      return new Map([["8004", `${company}${decode([second, ...others].join("."))}`]]);
    case "grai": {
      const key = `0${company}${second}`;
      return /^\d{13}$/.test(key) ? new Map([["8003", `${appendMod10(key)}${tail}`]]) : undefined;
    }
    default:
      return undefined;
  }
}
