/** The number of a shipment in what carriers print: routing, service and country stand around it. */
import { hasMod10, hasMod37, isPostalItem } from "./check-digits.ts";
import { SEPARATOR } from "./clean.ts";

export interface CarrierNumber {
  /** The number, then other forms of it, the likeliest first. */
  numbers: string[];
  /** Code of the carrier; null where several print this form. */
  carrier: string | null;
  /** Whether it is certain: by its check digit, or by an envelope that nobody else prints. */
  is_certain: boolean;
}

const UPS = /^1Z[0-9A-Z]{15}\d$/;
const IMPB = /^9[1-5]\d{18}$|^9[1-5]\d{20}$|^9[1-5]\d{24}$/;

/** Of a code without spaces and hyphens, in capital letters. Undefined where it has none of these forms. */
export function readCarrierNumber(code: string): CarrierNumber | undefined {
  // Nobody else prints such a number, and UPS has samples with a wrong check digit.
  if (UPS.test(code)) return { numbers: [code], carrier: "ups", is_certain: true };
  if (isPostalItem(code)) return { numbers: [code], carrier: null, is_certain: true };
  return readUsps(code) ?? readFedex(code) ?? readDhl(code) ?? readDpd(code);
}

/** `420`, the ZIP code of five or nine digits, and the number of the Intelligent Mail package barcode. Source: USPS Publication 199. */
function readUsps(code: string): CarrierNumber | undefined {
  if (/^\d+$/.test(code) && IMPB.test(code) && hasMod10(code))
    return { numbers: [code], carrier: "usps", is_certain: true };
  if (!/^420\d{5,}$/.test(code)) return undefined;
  const numbers = [code.slice(8), code.slice(12)].filter((number) => IMPB.test(number));
  const [first = numbers[0]] = numbers.filter(hasMod10);
  if (first === undefined) return undefined;
  return {
    numbers: [first, ...numbers.filter((number) => number !== first)],
    // Carriers that hand over to USPS print the same form.
    carrier: "usps",
    is_certain: true,
  };
}

/**
 * FedEx: 34 digits of Express (`10…`) and Ground (`96…`) end with the number, 32 digits of the older Express label have it from
 * the 17th on, 22 digits of Ground (`96…`) end with fifteen.
 */
function readFedex(code: string): CarrierNumber | undefined {
  if (/^(?:10|96)\d{32}$/.test(code)) {
    const forms = [code.slice(-12), code.slice(-14), code.slice(-15)];
    // A number of twelve digits has two zeros before it; one of fifteen has a check digit as GS1.
    const is_long = !/^000?/.test(code.slice(-15)) && !code.slice(-14).startsWith("00");
    return { numbers: is_long ? forms.reverse() : forms, carrier: "fedex", is_certain: true };
  }
  if (/^\d{32}$/.test(code))
    return { numbers: [code.slice(16, 28), code.slice(-15)], carrier: "fedex", is_certain: false };
  if (/^96\d{20}$/.test(code)) return { numbers: [code.slice(-15)], carrier: "fedex", is_certain: true };
  return undefined;
}

/** DHL prints a licence plate (ISO 15459) with the data identifier `J` before `JD`. */
function readDhl(code: string): CarrierNumber | undefined {
  if (/^[1-6]?JJD[0-9A-Z]{8,33}$/.test(code)) {
    const plate = code.slice(code.indexOf("JD"));
    return { numbers: [plate, `J${plate}`], carrier: "dhl", is_certain: true };
  }
  if (/^JD[0-9A-Z]{8,33}$/.test(code))
    return { numbers: [code, `J${code}`], carrier: "dhl", is_certain: true };
  // A licence plate of another agency: the plate is what follows its data identifier.
  if (/^[1-6]J[A-Z]{2,3}[0-9A-Z]{6,33}$/.test(code))
    return { numbers: [code.slice(2)], carrier: null, is_certain: true };
  return undefined;
}

/**
 * DPD: a barcode identifier (`%`), seven characters of postal code, fourteen digits of the parcel, three of the service, three of
 * the country; a check character may follow. People read the fourteen digits, with a check character of their own.
 * Source: DPD Parcel Label Specification 2.4.1.
 */
function readDpd(code: string): CarrierNumber | undefined {
  const routed = /^%?(?:[0-9A-Z]{7})(\d{14})\d{6}([0-9A-Z]?)$/.exec(code);
  if (routed !== null) {
    const [, number = "", check = ""] = routed;
    const is_certain = code.startsWith("%") || (check !== "" && hasMod37(code));
    if (is_certain) return { numbers: [number], carrier: "dpd", is_certain };
  }
  const read = /^(\d{14})[0-9A-Z]$/.exec(code)?.[1];
  if (read !== undefined && hasMod37(code))
    return { numbers: [code, read], carrier: null, is_certain: false };
  return undefined;
}

/** ISO/IEC 15434: what two-dimensional codes of carriers hold, `[)>`, RS, the format, and fields. */
export interface Message {
  format: string;
  fields: string[];
}

/** RS, which ends a header and a format; as scanners write it where they cannot type it. */
const RECORD = "\u001e";
const WRITTEN_RECORD = /<RS>|\{RS\}|\[RS\]|\u241e/gi;

export function readMessage(text: string): Message | undefined {
  if (!text.startsWith("[)>")) return undefined;
  const [, first = ""] = text.replace(WRITTEN_RECORD, RECORD).split(RECORD);
  const fields = first.split(SEPARATOR).map((field) => field.replace(/\p{Cc}/gu, "").trim());
  const format = fields.shift() ?? "";
  return { format, fields };
}

/**
 * Format 01, structured carrier message: postal code, country, class of service, tracking number, carrier, and for UPS its
 * shipper, of whom the number lacks shipper and class. Other formats have data identifiers before their values.
 */
export function readMessageNumbers({ format, fields }: Message): CarrierNumber | undefined {
  const is_carrier_message = /^01/.test(format) || /^96/.test(format);
  if (is_carrier_message) {
    const values = fields.filter((field) => field !== "");
    const carrier_at = values.findIndex((field) => /^(?:UPSN|FDEB?|FDEG|FDXE|FDXG)$/.test(field));
    const number = values[carrier_at - 1]?.replace(/\s/g, "").toUpperCase();
    if (number === undefined) return undefined;
    const carrier = (values[carrier_at] ?? "").startsWith("UPS") ? "ups" : "fedex";
    if (carrier === "ups") {
      const shipper = values[carrier_at + 1] ?? "";
      const service = values[carrier_at - 2] ?? "";
      const full = `1Z${shipper}${service.slice(-2)}${number.slice(2)}`.toUpperCase();
      return { numbers: UPS.test(full) ? [full, number] : [number], carrier, is_certain: true };
    }
    // A number of Express has the four digits of its form behind it.
    const short = /^\d{16}$/.test(number) ? [number.slice(0, 12)] : [];
    return { numbers: [...short, number], carrier, is_certain: true };
  }
  if (!/^0[56]/.test(format)) return undefined;
  const numbers = fields.flatMap((field) => {
    const [, identifier, value] = /^(\d{0,2}[A-Z])(.+)$/.exec(field) ?? [];
    return identifier !== undefined &&
      value !== undefined &&
      /^(?:[1-6]?J|S|K|[1-9]?[0-9]?K)$/.test(identifier)
      ? [value.toUpperCase()]
      : [];
  });
  return numbers.length === 0 ? undefined : { numbers, carrier: null, is_certain: true };
}
