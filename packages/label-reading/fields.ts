/** The fields of a label from its lines of text: what words introduce them, and what their values look like. Pure. */

import type { Region } from "./decode.ts";
import { readNumber } from "./numbers.ts";
import type { FieldName, TrackingCandidate } from "./shapes.ts";
import { around, type Line, type Word } from "./text.ts";

interface TextValue {
  value: string;
  confidence: number;
  region: Region;
}

export type TextNumber = Omit<TrackingCandidate, "box" | "source"> & { region: Region; has_heading: boolean };

const NUMBER_HEADING =
  /\b(?:tracking|track|trk|sendungs(?:nr|nummer)|item\s*(?:no|id)|awb|waybill|sscc|shipment\s*(?:no|id)|parcel\s*(?:no|id)|num[eé]ro\s+de\s+suivi|rastreio|seguimiento|c[oó]digo)\b|^(?:tracking|trk|sscc)/i;

/** A number of text alone is never as certain as a code. */
const TEXT_MAX = 0.95;
const EXCHANGED = 0.9;
const WITHOUT_CHECK_MAX = 0.75;

const lowest = (words: readonly Word[]) => Math.min(...words.map(({ confidence }) => confidence));

/** Nothing proves a word right: readers of text are more certain of themselves than they are right. */
const DOUBT = 1.5;
/** An address without a heading is that of the recipient where there is one address more than that of the sender. */
const WITHOUT_HEADING = 0.85;

/** Words that make up one number. */
const SPAN_MAX = 9;

/** Numbers in the lines, those that are headed as such first. */
export function findNumbers(lines: readonly Line[]): TextNumber[] {
  const numbers = new Map<string, TextNumber>();
  for (const [index, line] of lines.entries()) {
    const heading_at = line.words.findIndex((_, at) => NUMBER_HEADING.test(getHeadingText(line.words, at)));
    const above = lines
      .slice(Math.max(0, index - 3), index)
      .some((one) => NUMBER_HEADING.test(one.text) && isAbove(one, line));
    for (let from = 0; from < line.words.length; from += 1)
      for (let to = from + 1; to <= Math.min(line.words.length, from + SPAN_MAX); to += 1) {
        // A part of a row of digits is no number of its own.
        if (isDigits(line.words[from - 1]) && isDigits(line.words[from])) continue;
        if (isDigits(line.words[to - 1]) && isDigits(line.words[to])) continue;
        const words = line.words.slice(from, to);
        const has_heading = (heading_at >= 0 && heading_at < from) || above;
        const read = readNumber(words.map(({ text }) => text).join(""), has_heading);
        if (read === undefined) continue;
        const { number, carrier, check, exchanged, is_ambiguous } = read;
        const sure = lowest(words);
        const confidence =
          check === "invalid"
            ? 0.2
            : is_ambiguous
              ? 0.4
              : Math.min(TEXT_MAX, Math.max(0.5, sure)) *
                (exchanged > 0 ? EXCHANGED : 1) *
                (check === "none" ? WITHOUT_CHECK_MAX : 1);
        const known_number = numbers.get(number);
        if (known_number === undefined || known_number.confidence < confidence)
          numbers.set(number, {
            value: number,
            carrier,
            check,
            confidence,
            region: around(words.map(({ region }) => region)),
            has_heading,
          });
      }
  }
  return dropParts([...numbers.values()]).sort(
    (one, other) => Number(other.has_heading) - Number(one.has_heading) || other.confidence - one.confidence,
  );
}

const isDigits = (word: Word | undefined): boolean => word !== undefined && /^\d{2,}$/.test(word.text);

const getHeadingText = (words: readonly Word[], at: number) =>
  words
    .slice(Math.max(0, at - 1), at + 1)
    .map(({ text }) => text)
    .join(" ");

/** A number inside another one is a part of it, also where the check digit of the longer one is wrong. */
function dropParts(numbers: readonly TextNumber[]): TextNumber[] {
  return numbers.filter(
    (one) =>
      !numbers.some(
        (other) => other !== one && other.value.length > one.value.length && other.value.includes(one.value),
      ),
  );
}

function isAbove(one: Line, other: Line): boolean {
  const gap = other.region.y - (one.region.y + one.region.height);
  return (
    gap > -other.region.height &&
    gap < other.region.height * 2.5 &&
    one.region.x < other.region.x + other.region.width
  );
}

const TO =
  /^(?:ship\s*to|deliver\s*to|delivery\s*to|to|recipient|consignee|addressee|an|empf.{1,2}nger|destinataire|destinat.rio|para|entregar\s+(?:a|em))\b\s*[:.]?\s*/i;
const FROM =
  /^(?:ship\s*from|from|sender|shipper|origin|return\s*to|absender|von|exp.diteur|remetente|remitente|de)\b\s*[:.]?\s*/i;
/** What ends an address. */
const OTHER =
  /^(?:ref|reference|tracking|track|trk|item|sendungs|sscc|service|weight|date|invoice|po\b|phone|tel|attn)\b/i;

interface PostalLine {
  postal_code: string;
  city: string;
  region?: string;
  country?: string;
}

const LETTERS = "A-Za-zÀ-ž";
const POSTAL: readonly [RegExp, (match: string[]) => PostalLine][] = [
  // US: city, state, ZIP code.
  [
    new RegExp(`^([${LETTERS}][${LETTERS} .'-]+?),?\\s+([A-Z]{2})\\s+(\\d{5}(?:-\\d{4})?)$`),
    ([, city = "", region = "", postal_code = ""]) => ({ city, region, postal_code }),
  ],
  // Canada and the United Kingdom.
  [
    new RegExp(`^([${LETTERS}][${LETTERS} .'-]+?),?\\s+([A-Z]{2})\\s+([A-Z]\\d[A-Z] ?\\d[A-Z]\\d)$`),
    ([, city = "", region = "", postal_code = ""]) => ({ city, region, postal_code, country: "CA" }),
  ],
  [
    new RegExp(`^([${LETTERS}][${LETTERS} .'-]+?),?\\s+([A-Z]{1,2}\\d[A-Z\\d]? ?\\d[A-Z]{2})$`),
    ([, city = "", postal_code = ""]) => ({ city, postal_code, country: "GB" }),
  ],
  // Brazil, and countries with the code before the city.
  [
    new RegExp(`^(\\d{5}-\\d{3})\\s+([${LETTERS}][${LETTERS} .'-]+)$`),
    ([, postal_code = "", city = ""]) => ({ city, postal_code, country: "BR" }),
  ],
  [
    new RegExp(`^(?:[A-Z]{1,2}-)?(\\d{4,5})\\s+([${LETTERS}][${LETTERS} .'/-]+)$`),
    ([, postal_code = "", city = ""]) => ({ city, postal_code }),
  ],
];

export function parsePostalLine(text: string): PostalLine | undefined {
  const clean = text.replace(/[,;.]+$/, "").trim();
  for (const [pattern, build] of POSTAL) {
    const match = pattern.exec(clean);
    if (match !== null) return build(match as unknown as string[]);
  }
  return undefined;
}

/** Lines under a heading, aligned with it, up to what is no address any more. */
function listAddressLines(lines: readonly Line[], heading: Line, rest: Line | undefined): Line[] {
  const address_lines: Line[] = rest === undefined ? [] : [rest];
  let last = heading;
  for (const line of lines) {
    if (line.region.y <= heading.region.y + heading.region.height * 0.4) continue;
    if (TO.test(line.text) && !parsePostalLine(line.text) && line !== heading && line.words.length < 4) break;
    if (FROM.test(line.text) && line.words.length < 3) break;
    if (OTHER.test(line.text)) break;
    const gap = line.region.y - (last.region.y + last.region.height);
    if (gap > Math.max(last.region.height, line.region.height) * 2.6) break;
    const is_aligned =
      line.region.x < heading.region.x + Math.max(heading.region.width, heading.region.height * 10) &&
      line.region.x > heading.region.x - heading.region.height * 2;
    if (!is_aligned) continue;
    address_lines.push(line);
    last = line;
    if (parsePostalLine(line.text) !== undefined || address_lines.length >= 6) break;
  }
  return address_lines;
}

/** What is left of a line behind its heading. */
function cutHeading(line: Line, heading: RegExp): Line | undefined {
  const matched = heading.exec(line.text)?.[0] ?? "";
  const count = matched.trim().split(/\s+/).length;
  const words = line.words.slice(count);
  if (words.length === 0) return undefined;
  return {
    words,
    text: words.map(({ text }) => text).join(" "),
    region: around(words.map(({ region }) => region)),
  };
}

/** The box is that of the words of the value, of which a line may have several. */
function toValue(line: Line, value: string, factor = 1): TextValue {
  const value_words = new Set(value.split(" "));
  const words = line.words.filter(
    ({ text }) => value_words.has(text) || value_words.has(text.replace(/[,;.]$/, "")),
  );
  return {
    value,
    confidence: Math.max(0, Math.min(TEXT_MAX, lowest(line.words) ** DOUBT * factor)),
    region: words.length === 0 ? line.region : around(words.map(({ region }) => region)),
  };
}

type TextFields = Partial<Record<FieldName, TextValue>>;

function readAddress(lines: readonly Line[], heading: RegExp, side: "recipient" | "sender"): TextFields {
  const fields: TextFields = {};
  for (const line of lines) {
    if (!heading.test(line.text) || parsePostalLine(line.text) !== undefined) continue;
    const rest = cutHeading(line, heading);
    const address = listAddressLines(lines, line, rest);
    const postal_at = address.findIndex(({ text }) => parsePostalLine(text) !== undefined);
    const postal = address[postal_at];
    if (postal === undefined) continue;
    const { postal_code, city, region, country } = parsePostalLine(postal.text) as PostalLine;
    const [name] = address;
    const street = address.slice(1, postal_at).find(({ text }) => /\d/.test(text));
    if (name !== undefined && postal_at > 0) fields[`${side}_name`] = toValue(name, name.text);
    if (street !== undefined) fields[`${side}_street`] = toValue(street, street.text);
    fields[`${side}_postal_code`] = toValue(postal, postal_code);
    fields[`${side}_city`] = toValue(postal, city);
    if (side === "recipient" && region !== undefined) fields.recipient_region = toValue(postal, region);
    if (side === "recipient" && country !== undefined)
      fields.recipient_country = toValue(postal, country, 0.9);
    return fields;
  }
  return fields;
}

const isBeside = (one: Region, other: Region | undefined): boolean =>
  other !== undefined && other.y < one.y + one.height && other.y + other.height > one.y;

/** The lines above a postal code that is not the sender's, where there is only one such. */
function readWithoutHeading(lines: readonly Line[], sender: TextFields): TextFields {
  const postal_lines = lines.filter(
    ({ text, region }) =>
      parsePostalLine(text) !== undefined && !isBeside(region, sender.sender_postal_code?.region),
  );
  const [postal, ...others] = postal_lines;
  if (postal === undefined || others.length > 0 || sender.sender_postal_code === undefined) return {};
  const above: Line[] = [];
  for (const line of lines.toReversed()) {
    const next = above[0] ?? postal;
    const gap = next.region.y - (line.region.y + line.region.height);
    const is_next = gap > -next.region.height * 0.3 && gap < next.region.height * 1.6;
    const is_aligned = Math.abs(line.region.x - postal.region.x) < postal.region.height * 3;
    if (line !== postal && line.region.y < next.region.y && is_next && is_aligned) above.unshift(line);
  }
  const [name, ...rest] = above.slice(-3);
  const street = rest.find(({ text }) => /\d/.test(text));
  if (name === undefined || street === undefined) return {};
  const { postal_code, city } = parsePostalLine(postal.text) as PostalLine;
  return {
    recipient_name: toValue(name, name.text, WITHOUT_HEADING),
    recipient_street: toValue(street, street.text, WITHOUT_HEADING),
    recipient_postal_code: toValue(postal, postal_code, WITHOUT_HEADING),
    recipient_city: toValue(postal, city, WITHOUT_HEADING),
  };
}

const WEIGHT = /(?:^|\s)(\d{1,4}(?:[.,]\d{1,3})?)\s*(kgs?|lbs?|g)\b/i;
const GRAMS: Record<string, number> = { kg: 1000, kgs: 1000, lb: 453.592, lbs: 453.592, g: 1 };
const REFERENCE =
  /^(?:ref|reference|referenz|r[eé]f[eé]rence|refer[eê]ncia|your\s+ref|order|bestell(?:nr|ung))\b[\s.:#]*(?:no\.?|nr\.?)?[\s.:#]*([A-Z0-9][A-Z0-9/_-]{2,39})$/i;
const SERVICES = [
  "GROUND",
  "PRIORITY MAIL",
  "PRIORITY",
  "EXPRESS SAVER",
  "EXPRESS",
  "OVERNIGHT",
  "ECONOMY",
  "STANDARD",
  "CLASSIC",
  "PAKET",
  "REGISTERED",
];

export function readTextFields(lines: readonly Line[]): TextFields {
  const sender = readAddress(lines, FROM, "sender");
  const recipient = readAddress(lines, TO, "recipient");
  const fields = {
    ...sender,
    ...(recipient.recipient_postal_code === undefined ? readWithoutHeading(lines, sender) : recipient),
  };
  for (const line of lines) {
    const weight = WEIGHT.exec(line.text);
    if (fields.weight_g === undefined && weight !== null) {
      const [, amount = "", unit = ""] = weight;
      const grams = Math.round(Number(amount.replace(",", ".")) * (GRAMS[unit.toLowerCase()] ?? 0));
      const words = line.words.filter(({ text }) => weight[0].includes(text));
      if (grams > 0)
        fields.weight_g = toValue(
          words.length > 0 ? { ...line, words, region: around(words.map(({ region }) => region)) } : line,
          String(grams),
        );
    }
    const reference = REFERENCE.exec(line.text)?.[1];
    if (fields.reference === undefined && reference !== undefined && /\d/.test(reference))
      fields.reference = toValue(line, reference);
    const service = SERVICES.find((one) => line.text.toUpperCase() === one);
    if (fields.service === undefined && service !== undefined)
      fields.service = toValue(line, service.toLowerCase());
  }
  return fields;
}
