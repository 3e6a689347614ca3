/**
 * Labels in layouts of our own, with the fields that carriers document: where the number is, which codes surround it, and how
 * addresses are introduced. Everything is drawn from a seed.
 */
import bwip from "bwip-js/node";
import { appendMod10 } from "#codes/check-digits.ts";
import { drawText, type LabelFonts, measureText } from "./draw-text.ts";

/** Returns a number from 0 up to 1. */
export type Random = () => number;

/** Mulberry32: small, fast, and the same on every machine. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** What is printed on a label, by the names of the fields that are read. */
interface LabelTruth {
  layout: LayoutName;
  carrier: string | null;
  /** As it is printed, without spaces. */
  tracking_number: string;
  has_valid_check: boolean;
  fields: Record<string, string>;
}

export interface DrawnLabel {
  svg: string;
  width: number;
  height: number;
  truth: LabelTruth;
}

export interface LabelOptions {
  /** Last digit of the number is another one than its check digit. */
  has_wrong_check?: boolean;
  /** Codes are left out, so that the text alone says what it is. */
  has_codes?: boolean;
  /** More lines, printed at the bottom: what somebody writes on a label. */
  extra_lines?: readonly string[];
  /** The text names another number than the code. */
  printed_number?: string;
}

const pick = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
const digits = (random: Random, count: number) =>
  Array.from({ length: count }, () => Math.floor(random() * 10)).join("");

const FIRST = [
  "Anna",
  "Ben",
  "Carla",
  "David",
  "Elena",
  "Frank",
  "Grace",
  "Hugo",
  "Irene",
  "Jonas",
  "Maria",
  "Paulo",
];
const LAST = [
  "Smith",
  "Keller",
  "Moreau",
  "Costa",
  "Garcia",
  "Lindqvist",
  "Novak",
  "Oliveira",
  "Brandt",
  "Walker",
];
const COMPANY = ["Northfield Supplies", "Harbor Tools", "Kestrel Books", "Orchard Parts", "Summit Optics"];

interface Town {
  country: string;
  name: string;
  postal_code: () => string;
  /** The last line of an address. */
  line: (postal_code: string) => string;
  street: () => string;
}

function buildTowns(random: Random): Record<"us" | "de" | "gb" | "fr" | "br", Town> {
  const number = () => 1 + Math.floor(random() * 980);
  const [us_city, us_state, us_zip] = pick(random, [
    ["SPRINGFIELD", "IL", "627"],
    ["AUSTIN", "TX", "787"],
    ["PORTLAND", "OR", "972"],
    ["DENVER", "CO", "802"],
  ] as const);
  const de = pick(random, ["Hamburg", "Kassel", "Leipzig", "Bremen"]);
  const gb = pick(random, [
    ["LEEDS", "LS"],
    ["BRISTOL", "BS"],
    ["NORWICH", "NR"],
  ] as const);
  const fr = pick(random, ["LYON", "NANTES", "LILLE", "RENNES"]);
  return {
    us: {
      country: "US",
      name: us_city,
      postal_code: () => us_zip + digits(random, 2),
      line: (postal_code) => `${us_city} ${us_state} ${postal_code}`,
      street: () =>
        `${number()} ${pick(random, ["OAK", "MAIN", "LAKE", "CEDAR"])} ${pick(random, ["STREET", "AVE", "ROAD"])}`,
    },
    de: {
      country: "DE",
      name: de,
      postal_code: () => `${1 + Math.floor(random() * 9)}${digits(random, 4)}`,
      line: (postal_code) => `${postal_code} ${de}`,
      street: () => `${pick(random, ["Lindenweg", "Marktplatz", "Hafenring", "Gartenweg"])} ${number()}`,
    },
    gb: {
      country: "GB",
      name: gb[0],
      postal_code: () => `${gb[1]}${1 + Math.floor(random() * 9)} ${1 + Math.floor(random() * 9)}AB`,
      line: (postal_code) => `${gb[0]} ${postal_code}`,
      street: () => `${number()} ${pick(random, ["Mill Lane", "Station Road", "High Street"])}`,
    },
    fr: {
      country: "FR",
      name: fr,
      postal_code: () => `${1 + Math.floor(random() * 8)}${digits(random, 4)}`,
      line: (postal_code) => `${postal_code} ${fr}`,
      street: () => `${number()} ${pick(random, ["RUE DU PORT", "RUE VERTE", "AVENUE DU LAC"])}`,
    },
    br: {
      country: "BR",
      name: "CURITIBA",
      postal_code: () => `80${digits(random, 3)}-${digits(random, 3)}`,
      line: (postal_code) => `${postal_code} CURITIBA`,
      street: () => `RUA ${pick(random, ["DAS FLORES", "DO PORTO", "NOVA"])} ${number()}`,
    },
  };
}

interface Address {
  name: string;
  street: string;
  postal_code: string;
  city: string;
  lines: string[];
}

function drawAddress(random: Random, town: Town): Address {
  const name = `${pick(random, FIRST)} ${pick(random, LAST)}`;
  const street = town.street();
  const postal_code = town.postal_code();
  return { name, street, postal_code, city: town.name, lines: [name, street, town.line(postal_code)] };
}

/** UPS: 1Z, six characters of the shipper, two of the service, seven of the package, a check digit. */
function buildUps(random: Random): string {
  const body = `${digits(random, 3)}${pick(random, ["A", "E", "W", "X"])}${digits(random, 2)}${pick(random, ["03", "02", "12"])}${digits(random, 7)}`;
  const sum = [...body].reduce((total, one, at) => {
    const value = /\d/.test(one) ? Number(one) : (one.charCodeAt(0) - 63) % 10;
    return total + value * (at % 2 === 0 ? 1 : 2);
  }, 0);
  return `1Z${body}${(10 - (sum % 10)) % 10}`;
}

function buildPostalItem(random: Random, country: string): string {
  const serial = digits(random, 8);
  const sum = [8, 6, 4, 2, 3, 5, 9, 7].reduce((total, weight, at) => total + weight * Number(serial[at]), 0);
  const check = 11 - (sum % 11);
  return `${pick(random, ["RR", "CP", "EE"])}${serial}${check === 10 ? 0 : check === 11 ? 5 : check}${country}`;
}

/** FedEx Express: weights 3, 1, 7 from the left, modulo 11, then 10. */
function buildFedexExpress(random: Random): string {
  const body = digits(random, 11);
  const sum = [...body].reduce((total, one, at) => total + Number(one) * ([3, 1, 7][at % 3] ?? 0), 0);
  return `${body}${(sum % 11) % 10}`;
}

function spoil(number: string): string {
  const at = /\d(?=\D*$)/.exec(number)?.index ?? number.length - 1;
  return `${number.slice(0, at)}${(Number(number[at]) + 4) % 10}${number.slice(at + 1)}`;
}

const group = (text: string, size: number) => text.replace(new RegExp(`(.{${size}})(?=.)`, "g"), "$1 ");

export const LAYOUTS = ["ups", "usps", "fedex", "postal", "dhl", "dpd", "sscc", "house"] as const;
export type LayoutName = (typeof LAYOUTS)[number];

interface Plan {
  number: string;
  carrier: string | null;
  /** How people read it. */
  printed: string;
  heading: string;
  service: string;
  number_label: string;
  from_label: string;
  to_label: string;
  town: keyof ReturnType<typeof buildTowns>;
  /** Symbology of bwip-js, its text and how high it is. */
  main: { bcid: string; text: string; height: number; options?: Record<string, unknown> };
  second: { bcid: string; text: string; size: number } | null;
}

function planLabel(layout: LayoutName, random: Random, spoiled: boolean): Plan {
  const wrong = (number: string) => (spoiled ? spoil(number) : number);
  switch (layout) {
    case "ups": {
      const number = wrong(buildUps(random));
      return {
        number,
        carrier: "ups",
        printed: `${number.slice(0, 2)} ${number.slice(2, 5)} ${number.slice(5, 8)} ${number.slice(8, 10)} ${number.slice(10, 14)} ${number.slice(14)}`,
        heading: "PARCEL EXPRESS",
        service: "GROUND",
        number_label: "TRACKING #:",
        from_label: "SHIP FROM:",
        to_label: "SHIP TO:",
        town: "us",
        main: { bcid: "code128", text: number, height: 150 },
        second: {
          bcid: "maxicode",
          text: `[)>^02996840627010000^029840^029001^0291Z${number.slice(-8)}^029UPSN^029${number.slice(2, 8)}^030^004`,
          size: 190,
        },
      };
    }
    case "usps": {
      const number = wrong(appendMod10(`9${pick(random, [1, 2, 3, 4, 5])}${digits(random, 19)}`));
      return {
        number,
        carrier: "usps",
        printed: group(number, 4),
        heading: "PRIORITY MAIL 2-DAY",
        service: "PRIORITY",
        number_label: "TRACKING NUMBER",
        from_label: "FROM:",
        to_label: "SHIP TO:",
        town: "us",
        main: {
          bcid: "code128",
          text: `^FNC1420627010${"^FNC1"}${number}`.replace("6270101", "627010"),
          height: 150,
          options: { parsefnc: true },
        },
        second: { bcid: "datamatrix", text: `420627010${number}`, size: 110 },
      };
    }
    case "fedex": {
      const number = wrong(buildFedexExpress(random));
      return {
        number,
        carrier: "fedex",
        printed: group(number, 4),
        heading: "EXPRESS SAVER",
        service: "EXPRESS",
        number_label: "TRK#",
        from_label: "ORIGIN",
        to_label: "TO",
        town: "us",
        main: { bcid: "code128", text: `1001${digits(random, 16)}00${number}`, height: 150 },
        second: { bcid: "pdf417", text: `PKG ${number} 627010 ${digits(random, 18)}`, size: 300 },
      };
    }
    case "postal": {
      const town = pick(random, ["de", "fr", "gb", "br"] as const);
      const number = wrong(buildPostalItem(random, town.toUpperCase()));
      return {
        number,
        carrier: null,
        printed: `${number.slice(0, 2)} ${group(number.slice(2, 10), 4)} ${number.slice(10, 11)} ${number.slice(11)}`,
        heading: "INTERNATIONAL PARCEL",
        service: "REGISTERED",
        number_label: "ITEM NO",
        from_label: pick(random, ["Sender:", "From:"]),
        to_label: pick(random, ["Recipient:", "To:"]),
        town,
        main: { bcid: pick(random, ["code128", "code39"]), text: number, height: 120 },
        second: null,
      };
    }
    case "dhl": {
      const number = `JD${digits(random, 18)}`;
      return {
        number,
        carrier: "dhl",
        printed: `(J) ${number.slice(0, 4)} ${group(number.slice(4), 4)}`,
        heading: "PAKET",
        service: "STANDARD",
        number_label: "Sendungsnr.",
        from_label: "Absender:",
        to_label: "Empfänger:",
        town: "de",
        main: { bcid: "code128", text: `J${number}`, height: 140 },
        second: { bcid: "datamatrix", text: `J${number}`, size: 110 },
      };
    }
    case "dpd": {
      const number = digits(random, 14);
      return {
        number,
        carrier: "dpd",
        printed: group(number, 4),
        heading: "CLASSIC",
        service: "CLASSIC",
        number_label: "Track",
        from_label: "Absender:",
        to_label: "Empfänger:",
        town: "de",
        main: { bcid: "code128", text: `%0020097${number}101276`, height: 140 },
        second: { bcid: "azteccode", text: `%0020097${number}101276`, size: 110 },
      };
    }
    case "sscc": {
      const number = wrong(appendMod10(`3${digits(random, 16)}`));
      return {
        number,
        carrier: null,
        printed: `(00) ${number}`,
        heading: pick(random, COMPANY).toUpperCase(),
        service: "PALLET",
        number_label: "SSCC",
        from_label: "FROM",
        to_label: "SHIP TO",
        town: pick(random, ["us", "de", "fr"] as const),
        // A code with a wrong check digit is not GS1 for the encoder.
        main: { bcid: "code128", text: `^FNC100${number}`, height: 150, options: { parsefnc: true } },
        second: { bcid: "qrcode", text: `(00)${number}`, size: 110 },
      };
    }
    case "house": {
      const serial = digits(random, 12);
      const number = wrong(`PH${serial}${String(98 - Number(BigInt(`${serial}00`) % 97n)).padStart(2, "0")}`);
      return {
        number,
        carrier: null,
        printed: number,
        heading: pick(random, COMPANY),
        service: "STANDARD",
        number_label: "Tracking number",
        from_label: "From",
        to_label: "To",
        town: pick(random, ["us", "de", "gb", "fr"] as const),
        main: { bcid: pick(random, ["code128", "code39"]), text: number, height: 120 },
        second: { bcid: "qrcode", text: `https://depot.example/track/${number}`, size: 130 },
      };
    }
  }
}

const WIDTH = 812;
const HEIGHT = 1218;
const MARGIN = 36;

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

function drawCode(code: { bcid: string; text: string; options?: Record<string, unknown> }, box: Box): string {
  const svg = bwip.toSVG({
    bcid: code.bcid,
    text: code.text,
    scale: 2,
    includetext: false,
    ...(code.bcid === "maxicode" ? { mode: 4, parse: true } : {}),
    ...code.options,
  } as never);
  const [, width = "1", height = "1"] = /viewBox="0 0 (\S+) (\S+)"/.exec(svg) ?? [];
  const is_linear = /^code/.test(code.bcid);
  // A line code may be stretched in height; a matrix keeps its shape.
  const ratio = is_linear ? null : Math.min(box.width / Number(width), box.height / Number(height));
  const size =
    ratio === null
      ? { width: Math.min(box.width, Number(width) * 1.5), height: box.height }
      : { width: Number(width) * ratio, height: Number(height) * ratio };
  const inner = svg.replace(/^[\s\S]*?<svg[^>]*>/, "").replace(/<\/svg>\s*$/, "");
  return `<svg x="${box.x}" y="${box.y}" width="${size.width}" height="${size.height}" viewBox="0 0 ${width} ${height}" preserveAspectRatio="none">${inner}</svg>`;
}

/** Pixels at 203 dots per inch, 4 by 6 inches. */
export function drawLabel(
  fonts: LabelFonts,
  layout: LayoutName,
  random: Random,
  options: LabelOptions = {},
): DrawnLabel {
  const { has_wrong_check = false, has_codes = true, extra_lines = [] } = options;
  const towns = buildTowns(random);
  const can_be_wrong = !["dhl", "dpd"].includes(layout);
  const plan = planLabel(layout, random, has_wrong_check && can_be_wrong);
  const to = drawAddress(random, towns[plan.town]);
  const from = drawAddress(random, towns[plan.town]);
  const grams = 100 * (2 + Math.floor(random() * 240));
  const weight =
    plan.town === "us" ? `${(grams / 453.592).toFixed(1)} LBS` : `${(grams / 1000).toFixed(1)} KG`;
  const reference = `PO-${digits(random, 6)}`;
  const parts: string[] = [];
  const say = (text: string, x: number, y: number, size: number, bold = false) =>
    parts.push(drawText(bold ? fonts.bold : fonts.regular, text, x, y, size));
  const rule = (y: number) =>
    parts.push(`<rect x="${MARGIN}" y="${y}" width="${WIDTH - 2 * MARGIN}" height="3"/>`);

  say(plan.from_label, MARGIN, 62, 22);
  for (const [at, line] of from.lines.entries()) say(line, MARGIN, 94 + at * 28, 23);
  say(weight, 560, 66, 30, true);
  say("1 OF 1", 690, 66, 26);
  rule(170);
  say(plan.to_label, MARGIN, 208, 26, true);
  for (const [at, line] of to.lines.entries()) say(line, MARGIN + 30, 252 + at * 40, 34, at === 0);
  rule(370);
  say(plan.heading, MARGIN, 432, 44, true);
  if (has_codes && plan.second !== null) {
    const { size, ...second } = plan.second;
    parts.push(
      drawCode(second, { x: WIDTH - MARGIN - size, y: 395, width: size, height: Math.min(size, 200) }),
    );
  }
  say(plan.service, MARGIN, 480, 30);
  rule(610);
  const printed = options.printed_number ?? plan.printed;
  const label = `${plan.number_label} `;
  say(label, MARGIN, 660, 26);
  say(printed, MARGIN + measureText(fonts.regular, label, 26) + 10, 660, 32, true);
  rule(685);
  if (has_codes)
    parts.push(
      drawCode(plan.main, {
        x: MARGIN + 30,
        y: 715,
        width: WIDTH - 2 * MARGIN - 60,
        height: plan.main.height + 60,
      }),
    );
  rule(960);
  say(`REF: ${reference}`, MARGIN, 1000, 26);
  for (const [at, line] of extra_lines.entries()) say(line, MARGIN, 1045 + at * 36, 26);
  parts.push(
    `<rect x="6" y="6" width="${WIDTH - 12}" height="${HEIGHT - 12}" fill="none" stroke="#000" stroke-width="3"/>`,
  );
  return {
    svg: `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}"><rect width="100%" height="100%" fill="#fff"/>${parts.join("")}</svg>`,
    width: WIDTH,
    height: HEIGHT,
    truth: {
      layout,
      carrier: plan.carrier,
      tracking_number: plan.number,
      has_valid_check: !(has_wrong_check && can_be_wrong),
      fields: {
        recipient_name: to.name,
        recipient_street: to.street,
        recipient_postal_code: to.postal_code,
        recipient_city: to.city,
        sender_name: from.name,
        sender_postal_code: from.postal_code,
        reference,
        weight_g: String(plan.town === "us" ? Math.round(Number.parseFloat(weight) * 453.592) : grams),
      },
    },
  };
}
