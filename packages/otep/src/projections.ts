/** The output formats by name. */
import type { Projection } from "./projection.ts";
import { aggregator } from "./projections/aggregator.ts";
import { epcis } from "./projections/epcis.ts";
import { marketplace_a } from "./projections/marketplace-a.ts";
import { marketplace_b } from "./projections/marketplace-b.ts";
import { onerecord } from "./projections/onerecord.ts";
import { otep } from "./projections/otep.ts";
import { otlp } from "./projections/otlp.ts";
import { sensorthings } from "./projections/sensorthings.ts";
import { shipping_marketplace } from "./projections/shipping-marketplace.ts";
import { storefront_a } from "./projections/storefront-a.ts";
import { storefront_b } from "./projections/storefront-b.ts";
import { storefront_c } from "./projections/storefront-c.ts";
import { storefront_d } from "./projections/storefront-d.ts";
import { uncefact } from "./projections/uncefact.ts";

/** Every format, in the order in which the protocol lists them; `otep` is the default. */
export const projections: readonly Projection[] = [
  otep,
  epcis,
  onerecord,
  uncefact,
  otlp,
  aggregator,
  storefront_a,
  shipping_marketplace,
  marketplace_a,
  storefront_b,
  storefront_c,
  storefront_d,
  marketplace_b,
  sensorthings,
];

const byFormat = new Map(projections.map((projection) => [projection.format, projection]));

/** The values of the `format` parameter. */
export const formats: readonly string[] = projections.map(({ format }) => format);

/** The projection of a `format` value, as written; undefined when there is no such format. */
export function findProjection(format: string): Projection | undefined {
  return byFormat.get(format);
}

/** The URI of a format, for the `profile` parameter of media types. */
export function formatUri(format: string): string {
  return `otep:format:${format}`;
}

/** `media_type` is the one that the request names, which may be `application/json` for any format. */
export type ProjectionChoice =
  | { projection: Projection; media_type?: Projection["media_type"] }
  | { refusal: "unsupported_format" | "not_acceptable" };

/**
 * Which of the formats `served` a request asks for. The `format` parameter wins over `Accept`. In `Accept` a profile
 * `otep:format:<name>` names a format; a range without a profile that covers JSON asks for the native one. The
 * highest quality wins, a profile before a range without one.
 */
export function chooseProjection(
  format: string | undefined,
  accept: string | undefined,
  served: readonly Projection[] = projections,
): ProjectionChoice {
  const find = (name: string) => served.find((projection) => projection.format === name);
  if (format !== undefined && format !== "") {
    const projection = find(format);
    return projection === undefined ? { refusal: "unsupported_format" } : { projection };
  }
  if (accept === undefined || accept.trim() === "") return { projection: otep };
  let best: { projection: Projection; quality: number; is_named: boolean; type: string } | undefined;
  for (const range of splitOutsideQuotes(accept, ",")) {
    const [type = "", ...parameters] = splitOutsideQuotes(range, ";").map((part) => part.trim());
    const quality = readQuality(parameters);
    if (quality === 0) continue;
    const profile = profileOfRange(parameters);
    const requested_profiles = profile === undefined ? ["otep:format:otep"] : profile.split(/\s+/);
    for (const uri of requested_profiles) {
      const projection = uri.startsWith("otep:format:") ? find(uri.slice(12)) : undefined;
      if (projection === undefined || !covers(type.toLowerCase(), projection)) continue;
      const is_named = profile !== undefined;
      const better =
        best === undefined ||
        quality > best.quality ||
        (quality === best.quality && is_named && !best.is_named);
      if (better) best = { projection, quality, is_named, type: type.toLowerCase() };
    }
  }
  if (best === undefined) return { refusal: "not_acceptable" };
  const { projection, type } = best;
  return type === "application/json" ? { projection, media_type: type } : { projection };
}

function covers(type: string, { media_type }: Projection): boolean {
  return ["*/*", "application/*", "application/json", media_type].includes(type);
}

function readQuality(parameters: readonly string[]): number {
  const written = parameters.find((parameter) => /^q=/i.test(parameter));
  const quality = written === undefined ? 1 : Number(written.slice(2));
  return quality >= 0 && quality <= 1 ? quality : 1;
}

function profileOfRange(parameters: readonly string[]): string | undefined {
  const written = parameters.find((parameter) => /^profile=/i.test(parameter));
  return written?.slice(8).replace(/^"(.*)"$/, "$1");
}

function splitOutsideQuotes(text: string, separator: "," | ";"): string[] {
  const parts: string[] = [];
  let quoted = false;
  let from = 0;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (character === '"') quoted = !quoted;
    else if (character === separator && !quoted) {
      parts.push(text.slice(from, index));
      from = index + 1;
    }
  }
  parts.push(text.slice(from));
  return parts;
}
