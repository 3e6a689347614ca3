/**
 * How many segments a text message takes: vendors charge for each. Source: 3GPP TS 23.038 (the GSM 7-bit alphabet and
 * its extension table) and TS 23.040 (six bytes of header in each part of a long message).
 */

const BASIC =
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà";
/** Each takes two places: an escape and the character. */
const EXTENSION = "^{}\\[~]|€\f";

export interface SmsSize {
  encoding: "gsm7" | "ucs2";
  /** Places of the alphabet: septets of GSM 7-bit, UTF-16 units of UCS-2. */
  characters: number;
  segments: number;
  /** Characters outside the GSM alphabet, which shorten every segment to less than half; each once. */
  beyond_gsm7: string[];
}

export function measureSms(text: string): SmsSize {
  const beyond_gsm7 = [...new Set(text)].filter((one) => !BASIC.includes(one) && !EXTENSION.includes(one));
  if (beyond_gsm7.length > 0) {
    // A character of two units is not divided between segments.
    const units = [...text].map(({ length }) => length);
    return { encoding: "ucs2", ...countSegments(units, 70, 67), beyond_gsm7 };
  }
  const places = [...text].map((one) => (EXTENSION.includes(one) ? 2 : 1));
  return { encoding: "gsm7", ...countSegments(places, 160, 153), beyond_gsm7 };
}

function countSegments(places: readonly number[], single: number, part: number) {
  const characters = places.reduce((sum, one) => sum + one, 0);
  if (characters <= single) return { characters, segments: 1 };
  let segments = 1;
  let filled = 0;
  for (const one of places) {
    if (filled + one > part) {
      segments += 1;
      filled = 0;
    }
    filled += one;
  }
  return { characters, segments };
}
