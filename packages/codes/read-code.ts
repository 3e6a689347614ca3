/**
 * Reads a code as the field delivers it: scanned with what the scanner puts around it, typed, pasted, printed by us or by a
 * carrier. Answers what it is, and every key under which it may be stored. Pure, and of use in a browser.
 */
import { type CarrierNumber, readCarrierNumber, readMessage, readMessageNumbers } from "./carriers.ts";
import { hasMod10 } from "./check-digits.ts";
import { cleanCode, foldCode, normalizeCode, SEPARATOR } from "./clean.ts";
import { type Elements, readBracketed, readDigitalLink, readElements, readUrn } from "./gs1.ts";
import { listGtinForms, readGtin } from "./gtin.ts";

export { foldCode } from "./clean.ts";

export type CodeKind =
  /** A transport unit: pallet, cage, parcel. 18 digits. */
  | "sscc"
  /** A class of articles, with or without lot and serial. 14 digits. */
  | "gtin"
  /** A consignment or shipment of GS1 (GINC, GSIN), an order number on a logistic label. */
  | "shipment"
  /** A returnable or individual asset (GRAI, GIAI). */
  | "asset"
  /** A number in the form of a carrier. */
  | "carrier_number"
  /** Anything else, ours too. */
  | "text";

export interface ScannedCode {
  kind: CodeKind;
  /** The identifier without what was around it: what is stored. An article number keeps the length in which it was sent. */
  text: string;
  /** Code of the carrier in whose form it is; null where the form does not tell. */
  carrier: string | null;
  sscc: string | null;
  gtin: string | null;
  /** What else a GS1 code says: `10` lot, `17` expiry, `21` serial, by application identifier. */
  elements: Elements;
  /** Every key under which it may be stored, the likeliest first; in capital letters, but for the text itself. */
  keys: readonly string[];
}

/** The form in which codes of packages, bins and receipts are stored: what the label means, without what is around it. */
export function buildCodeKey(raw: string): string {
  return normalizeCode(readCode(raw).text) || normalizeCode(raw);
}

/** The key of an article's barcode: its number in 14 digits, else the code. */
export function buildArticleKey(barcode: string): string {
  return readCode(barcode).gtin ?? buildCodeKey(barcode);
}

/** Whether what was read is a code that is stored somewhere. */
export function isCode({ keys }: ScannedCode, stored_code: string): boolean {
  return (
    keys.includes(stored_code) ||
    keys.includes(normalizeCode(stored_code)) ||
    keys.includes(foldCode(stored_code))
  );
}

const NO_ELEMENTS: Elements = new Map();
/** What is longer is no code. */
const LENGTH_MAX = 2048;

export function readCode(raw: string): ScannedCode {
  const { text, symbol, is_gs1 } = cleanCode(raw.slice(0, LENGTH_MAX));
  const keys = new Set<string>();
  const read =
    readAddress(text) ?? readCarrierMessage(text) ?? readGs1(text, is_gs1) ?? readPlain(text, symbol);
  for (const key of read.keys) addKeyVariants(keys, key);
  // As it was scanned: a barcode may have been registered so.
  addKeyVariants(keys, text);
  if (text.includes(SEPARATOR)) addKeyVariants(keys, text.replaceAll(SEPARATOR, ""));
  keys.delete("");
  return { ...read, keys: [...keys] };
}

function addKeyVariants(keys: Set<string>, key: string): void {
  keys.add(key).add(normalizeCode(key)).add(foldCode(key));
}

type CodeParts = Omit<ScannedCode, "keys"> & { keys: string[] };

const TEXT: CodeParts = {
  kind: "text",
  text: "",
  carrier: null,
  sscc: null,
  gtin: null,
  elements: NO_ELEMENTS,
  keys: [],
};

/** Names of the parameters in which addresses of tracking pages have their number. */
const NUMBER_PARAMETER =
  /^(?:(?:tracking|track|trk|shipment|parcel|consignment|awb|piece|order)[_-]?(?:number|numbers|num|nums|nbr|no|id|code|ref|label)?s?|tlabels|qtc_tlabels1|tracknums?|inquirynumber1?|idc|identcode|piececode|barcode|number|numbers|code|nr|n|match|query|q|id)$/i;

/**
 * An address as browsers show and copy it, without its scheme. A host needs a point or a port, because a reference may have a
 * slash too; one without either is known by the path of our tracking page.
 */
const WITHOUT_SCHEME =
  /^(?:www\.|(?:[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::\d+)?|(?:[a-z0-9-]+|\[[0-9a-f:.]+\]):\d+)\/|[a-z0-9-]+\/(?:\S+\/)?track\/)\S+$/i;

/** A page of ours, a Digital Link, a tracking page of a carrier, an EPC URN; undefined for what is no address. */
function readAddress(text: string): CodeParts | undefined {
  const urn = readUrn(text);
  if (urn !== undefined) return readFromElements(urn);
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text) && !WITHOUT_SCHEME.test(text)) return undefined;
  let url: URL;
  try {
    url = new URL(/:\/\//.test(text) ? text : `https://${text}`);
  } catch {
    return undefined;
  }
  const link = readDigitalLink(url);
  if (link !== undefined) return readFromElements(link);
  const number_values = [...url.searchParams]
    .filter(([name]) => NUMBER_PARAMETER.test(name))
    .map(([, value]) => value);
  const hash =
    url.hash
      .slice(1)
      .split(/[/?&=]/)
      .at(-1) ?? "";
  const segments = url.pathname.split("/").filter(Boolean);
  const candidates = [...number_values, segments.at(-1) ?? "", hash].flatMap((one) => {
    const value = decode(one).trim();
    return /^[0-9A-Za-z][0-9A-Za-z ._%+-]{2,63}$/.test(value) ? [value] : [];
  });
  const [first, ...others] = candidates;
  if (first === undefined) return { ...TEXT, text, keys: [text] };
  const read = readPlain(first, null);
  return { ...read, keys: [...read.keys, ...others] };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function readCarrierMessage(text: string): CodeParts | undefined {
  const message = readMessage(text);
  if (message === undefined) return undefined;
  if (message.format.startsWith("05")) {
    const elements = readElements(message.fields.join(SEPARATOR));
    if (elements !== undefined) return readFromElements(elements);
  }
  const message_number = readMessageNumbers(message);
  return message_number === undefined ? undefined : ofCarrier(message_number);
}

const ofCarrier = ({ numbers, carrier }: CarrierNumber): CodeParts => ({
  ...TEXT,
  kind: "carrier_number",
  text: numbers[0] ?? "",
  carrier,
  keys: numbers,
});

function readGs1(text: string, is_marked: boolean): CodeParts | undefined {
  const bracketed = readBracketed(text);
  if (bracketed !== undefined) return readFromElements(bracketed);
  const compact = text.replaceAll(" ", "");
  // A label of USPS is marked as GS1 too, and its ZIP code ends without a separator on many.
  if (/^420\d/.test(compact)) {
    const carrier_number = readCarrierNumber(compact.replaceAll(SEPARATOR, ""));
    if (carrier_number !== undefined) return ofCarrier(carrier_number);
  }
  const is_element_string =
    is_marked || text.includes(SEPARATOR) || /^(?:00\d{18}|01\d{14}(?:$|1[0-7]|21|3[0-7]))/.test(compact);
  if (!is_element_string) return undefined;
  const elements = readElements(compact);
  return elements === undefined ? undefined : readFromElements(elements);
}

/** Of several identifiers of one code the one that names the transport unit, then its shipment, then the goods. */
function readFromElements(elements: Elements): CodeParts {
  const get = (...ais: string[]) => ais.flatMap((ai) => elements.get(ai) ?? []);
  const [sscc = null] = get("00");
  const shipments = get("401", "402", "400", "403");
  const [goods] = sscc === null ? get("01", "02") : [];
  const gtin = goods === undefined ? null : goods;
  const assets = get("8003", "8004");
  // What USPS and others print as 91 to 95 is a number together with its identifier.
  const own_numbers = [...elements].flatMap(([ai, value]) =>
    /^9\d$/.test(ai) ? (value.length >= 18 ? [`${ai}${value}`, value] : [value]) : [],
  );
  const [serial] = get("21", "250");
  const others = [...own_numbers, ...get("241", "240", "8006"), ...(goods === undefined ? get("21") : [])];
  const keys = [
    ...(sscc === null ? [] : [sscc, `00${sscc}`]),
    ...shipments,
    ...(gtin === null ? [] : [...(serial === undefined ? [] : [`${gtin}${serial}`]), ...listGtinForms(gtin)]),
    ...assets,
    ...others,
  ];
  const carrier_number = own_numbers.map(readCarrierNumber).find((one) => one?.is_certain === true);
  const kind: CodeKind =
    sscc !== null
      ? "sscc"
      : carrier_number !== undefined
        ? "carrier_number"
        : shipments.length > 0
          ? "shipment"
          : gtin !== null
            ? "gtin"
            : assets.length > 0
              ? "asset"
              : "text";
  const text =
    kind === "carrier_number"
      ? (carrier_number?.numbers[0] ?? "")
      : kind === "gtin"
        ? (gtin ?? "")
        : (keys[0] ?? "");
  return {
    ...TEXT,
    kind,
    text: text === "" ? ([...elements.values()][0] ?? "") : text,
    carrier: carrier_number?.carrier ?? null,
    sscc,
    gtin,
    elements,
    keys,
  };
}

/** A code without an envelope. `symbol` is what the scanner says that it read. */
function readPlain(text: string, symbol: string | null): CodeParts {
  const code = foldCode(text);
  const symbology = symbol?.[0] ?? "";
  if (/^\d{18}$/.test(code) && hasMod10(code))
    return { ...TEXT, kind: "sscc", text: code, sscc: code, keys: [code, `00${code}`] };
  const carrier_number = readCarrierNumber(code);
  if (carrier_number?.is_certain === true) return ofCarrier(carrier_number);
  const more: string[] = carrier_number?.numbers ?? [];
  const digits = /^\d+$/.test(code) ? code : "";
  // An add-on of two or five digits follows the number of a magazine or book.
  const main = symbol === "E3" && digits.length > 13 ? digits.slice(0, 13) : digits;
  const gtin =
    readGtin(main) ?? (symbology === "E" && /^\d{6,7}$/.test(digits) ? findUpcE(digits) : undefined);
  if (gtin !== undefined) {
    // Eight digits may be a GTIN-8 as well as a UPC-E.
    const also = main.length === 8 && hasMod10(main) ? [main.padStart(14, "0")] : [];
    return {
      ...TEXT,
      kind: "gtin",
      text: digits,
      gtin,
      keys: [...listGtinForms(gtin), main, ...also, ...more],
    };
  }
  // Code 39 with its check character, and Codabar with its start and stop letters, as some scanners send them.
  if (symbol === "A1") more.push(text.slice(0, -1));
  const between = /^[A-D]([0-9][0-9$:/.+-]*)[A-D]$/i.exec(text)?.[1];
  if (between !== undefined && (symbology === "F" || symbology === "")) more.push(between);
  // ITF has an even number of digits: a zero stands before an odd one.
  if (symbology === "I" && digits.startsWith("0")) more.push(digits.slice(1));
  return {
    ...TEXT,
    kind: carrier_number === undefined ? "text" : "carrier_number",
    text,
    carrier: carrier_number?.carrier ?? null,
    keys: [text, ...more],
  };
}

/** UPC-E without its number system, or without both it and its check digit. */
function findUpcE(digits: string): string | undefined {
  if (digits.length === 7) return readGtin(`0${digits}`);
  for (let check = 0; check < 10; check++) {
    const gtin = readGtin(`0${digits}${check}`);
    if (gtin !== undefined) return gtin;
  }
  return undefined;
}
