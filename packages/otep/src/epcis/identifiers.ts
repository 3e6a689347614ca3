/**
 * GS1 identifiers as EPC URNs and as Digital Links, read to subjects of ours.
 *
 * Both spellings of one identifier become one subject. Keys that have a scheme here (SSCC, GRAI, GIAI, BIC) take
 * it; other keys (GTIN with serial or lot, GDTI, GSRN, …) become a Digital Link of scheme `uri`.
 * Sources: GS1 EPC Tag Data Standard 2.0 (URNs), GS1 Digital Link 1.2, General Specifications (check digits).
 */
import type { SubjectReference, SubjectScheme } from "../event.ts";
import { SUBJECT_SCHEMES } from "../event.ts";
import { findIdentifierFault, hasGs1CheckDigit, isGln, isTrackingNumber } from "../identifiers.ts";
import { NAMESPACE, segment } from "../projections/parts/uri.ts";

export interface IdentifierOptions {
  namespace?: string;
  /** Base address of public tracking: the part after it is a tracking number. */
  tracking_url?: string;
}

/** Longer URIs are neither subjects nor places. */
const URI_LENGTH = 512;

const schemes = new Set<string>(SUBJECT_SCHEMES);

/** The subject that a URI identifies, or the reason why it identifies none, as the end of a sentence. */
export function readIdentifier(uri: unknown, options: IdentifierOptions): SubjectReference | string {
  if (typeof uri !== "string") return "must be a URI";
  if (uri.length > URI_LENGTH) return `must have at most ${URI_LENGTH} characters`;
  const { tracking_url } = options;
  if (tracking_url !== undefined && uri.startsWith(tracking_url)) {
    const id = decoded(uri.slice(tracking_url.length));
    if (id !== undefined && isTrackingNumber(id)) return { id, scheme: "tracking_number" };
  }
  if (uri.startsWith("urn:epc:id:")) return readUrn(uri.slice(11)) ?? ofScheme("uri", uri);
  if (uri.startsWith("urn:epc:class:lgtin:")) {
    const [company = "", item = "", ...lot] = uri.slice(20).split(".");
    const name = decoded(lot.join("."));
    if (name === undefined) return "has an escape that cannot be read";
    return link("01", buildGtin(company, item), "10", name) ?? ofScheme("uri", uri);
  }
  const own_subject = readOwnIdentifier(uri, options);
  if (own_subject !== undefined) return own_subject;
  return (/^https?:/i.test(uri) ? readDigitalLink(uri) : undefined) ?? ofScheme("uri", uri);
}

function ofScheme(scheme: SubjectScheme, id: string): SubjectReference | string {
  const why = findIdentifierFault(scheme, id);
  return why === null ? { id, scheme } : why;
}

/** `https://otep.dev/ns/subject/order_id/…`: subjects that have no URI elsewhere. */
function readOwnIdentifier(uri: string, options: IdentifierOptions): SubjectReference | undefined {
  for (const namespace of [options.namespace ?? NAMESPACE, NAMESPACE]) {
    if (!uri.startsWith(`${namespace}subject/`)) continue;
    const [scheme = "", id = ""] = uri.slice(namespace.length + 8).split("/");
    const name = decoded(id);
    if (name === undefined || !schemes.has(scheme)) return undefined;
    return findIdentifierFault(scheme as SubjectScheme, name) === null
      ? { id: name, scheme: scheme as SubjectScheme }
      : undefined;
  }
  return undefined;
}

/** An EPC URN after `urn:epc:id:`; undefined for kinds that stay unchanged as URNs. */
function readUrn(rest: string): SubjectReference | string | undefined {
  const colon = rest.indexOf(":");
  const kind = rest.slice(0, colon);
  const [company = "", second = "", ...others] = rest.slice(colon + 1).split(".");
  const tail = decoded(others.join("."));
  if (tail === undefined) return "has an escape that cannot be read";
  switch (kind) {
    case "sscc":
      return checked("sscc", second.slice(0, 1) + company + second.slice(1), 17);
    case "grai": {
      const key = checked("grai", `0${company}${second}`, 13);
      return typeof key === "string" || tail === "" ? key : ofScheme("grai", key.id + tail);
    }
    case "giai": {
      // The asset reference may itself contain dots.
      const asset = decoded([second, ...others].join("."));
      return asset === undefined || asset === ""
        ? "must have an asset reference"
        : ofScheme("giai", company + asset);
    }
    case "bic":
      return ofScheme("container", company);
    case "sgtin":
      return link("01", buildGtin(company, second), "21", tail) ?? "must be a GTIN with a serial number";
    case "gdti":
      return (
        link("253", withCheckDigit(company + second, 12), tail) ?? "must be a document type with a serial"
      );
    case "gsrn":
      return link("8018", withCheckDigit(company + second, 17));
    case "gsrnp":
      return link("8017", withCheckDigit(company + second, 17));
    case "sgcn":
      return link("255", withCheckDigit(company + second, 12), tail);
    case "gsin":
      return link("402", withCheckDigit(company + second, 16));
    case "ginc":
      return link("401", company + second);
    default:
      return undefined;
  }
}

/** Digits that lack their check digit, as an identifier of a scheme. */
function checked(scheme: SubjectScheme, digits: string, length: number): SubjectReference | string {
  const id = withCheckDigit(digits, length);
  return id === undefined ? `must have ${length} digits before its check digit` : { id, scheme };
}

/** A Digital Link on any host: the last of the keys in its path. */
function readDigitalLink(uri: string): SubjectReference | undefined {
  const end = uri.search(/[?#]/);
  const parts = (end < 0 ? uri : uri.slice(0, end)).split("/").slice(3);
  for (let index = parts.length - 2; index >= 0; index--) {
    const value = decoded(parts[index + 1]!);
    const known_subject =
      value === undefined
        ? undefined
        : readApplicationIdentifier(parts[index]!, value, parts.slice(index + 2));
    if (known_subject !== undefined) return known_subject;
  }
  return undefined;
}

function readApplicationIdentifier(
  key: string,
  value: string,
  rest: readonly string[],
): SubjectReference | undefined {
  switch (key) {
    case "00":
      return findIdentifierFault("sscc", value) === null ? { id: value, scheme: "sscc" } : undefined;
    case "8003":
      return findIdentifierFault("grai", value) === null ? { id: value, scheme: "grai" } : undefined;
    case "8004":
      return findIdentifierFault("giai", value) === null ? { id: value, scheme: "giai" } : undefined;
    case "01": {
      if (!/^\d{14}$/.test(value) || !hasGs1CheckDigit(value)) return undefined;
      // Serial or lot; without either it is the class of the goods.
      const of = rest.indexOf("21") >= 0 ? "21" : "10";
      const serial = rest[rest.indexOf(of) + 1];
      const serial_value = rest.includes(of) && serial !== undefined ? decoded(serial) : undefined;
      return serial_value === undefined ? link("01", value) : link("01", value, of, serial_value);
    }
    default:
      return undefined;
  }
}

/** A key of GS1 as a Digital Link on the host of GS1; undefined when a part is missing. */
function link(key: string, value: string | undefined, ...rest: string[]): SubjectReference | undefined {
  if (value === undefined || value === "") return undefined;
  const qualifier = rest.length === 2 ? `/${rest[0]}/${segment(rest[1]!)}` : "";
  const serial = rest.length === 1 ? segment(rest[0]!) : "";
  if (rest.length === 2 && rest[1] === "") return undefined;
  const id = `https://id.gs1.org/${key}/${value}${serial}${qualifier}`;
  return findIdentifierFault("uri", id) === null ? { id, scheme: "uri" } : undefined;
}

/** The indicator digit comes first in the number; in the URN it follows the company prefix. */
function buildGtin(company: string, item: string): string | undefined {
  return withCheckDigit(item.slice(0, 1) + company + item.slice(1), 13);
}

/** Digits of a known length with their check digit; undefined for anything else. */
function withCheckDigit(digits: string, length: number): string | undefined {
  if (digits.length !== length || !/^\d+$/.test(digits)) return undefined;
  for (let digit = 0; digit < 10; digit++) {
    if (hasGs1CheckDigit(`${digits}${digit}`)) return `${digits}${digit}`;
  }
  return undefined;
}

/** The global location number of a place URI, with what qualifies it; undefined for other places. */
export function readGln(uri: string): { gln: string; exact: boolean } | undefined {
  if (uri.length > URI_LENGTH) return undefined;
  if (uri.startsWith("urn:epc:id:sgln:")) {
    const [company = "", place = "", ...extension] = uri.slice(16).split(".");
    const gln = withCheckDigit(company + place, 12);
    return gln === undefined ? undefined : { gln, exact: extension.join(".") === "0" };
  }
  if (uri.startsWith("urn:epc:id:pgln:")) {
    const gln = withCheckDigit(uri.slice(16).replace(".", ""), 12);
    return gln === undefined ? undefined : { gln, exact: true };
  }
  const match = /^https?:\/\/[^?#]*\/(?:414|417)\/(\d{13})((?:\/[^?#]*)?)$/i.exec(uri);
  if (match === null || !isGln(match[1]!)) return undefined;
  return { gln: match[1]!, exact: match[2] === "" && uri.startsWith("https://id.gs1.org/") };
}

/** Percent escapes resolved; undefined when they cannot be. */
export function decoded(text: string): string | undefined {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
