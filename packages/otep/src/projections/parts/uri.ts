/** URIs of things that have none of their own: subjects, places, devices, events. */
import { sha256 } from "#runtime";
import type { Location, SubjectReference } from "../../event.ts";
import { toUuid } from "../../fingerprint.ts";

/** Base of our own URIs where the options name no other. */
export const NAMESPACE = "https://otep.dev/ns/";

const UNRESERVED = /^[A-Za-z0-9._~-]+$/;

/** Text as one segment of a path. */
export function segment(text: string): string {
  return UNRESERVED.test(text) ? text : encodeURIComponent(text.toWellFormed());
}

// RFC 3986 without user names, IPv6 hosts and empty paths: what is left out is written below our own base.
const URI =
  /^[A-Za-z][A-Za-z0-9+.-]*:(\/\/[A-Za-z0-9._~-]+(:\d{1,5})?(\/(%[0-9A-Fa-f]{2}|[A-Za-z0-9._~!$&'()*+,;=:@-])*)*|(%[0-9A-Fa-f]{2}|[A-Za-z0-9._~!$&'()*+,;=:@-])(%[0-9A-Fa-f]{2}|[A-Za-z0-9._~!$&'()*+,;=:@/-])*)(\?(%[0-9A-Fa-f]{2}|[A-Za-z0-9._~!$&'()*+,;=:@/?-])*)?(#(%[0-9A-Fa-f]{2}|[A-Za-z0-9._~!$&'()*+,;=:@/?-])*)?$/;

/** Is this text a URI that every reader accepts? */
export function isUri(text: string): boolean {
  return URI.test(text);
}

/** GS1 identifiers as Digital Links, URIs as they are, the rest below our own base. */
export function subjectUri(reference: SubjectReference, namespace: string): string {
  const { id, scheme } = reference;
  switch (scheme) {
    case "sscc":
      return `https://id.gs1.org/00/${segment(id)}`;
    case "grai":
      return `https://id.gs1.org/8003/${segment(id)}`;
    case "giai":
      return `https://id.gs1.org/8004/${segment(id)}`;
    case "uri":
      if (isUri(id)) return id;
  }
  return `${namespace}subject/${scheme}/${segment(id)}`;
}

/** A place by its most widely understood identifier; undefined for one that has only a name or an address. */
export function placeUri(location: Location, namespace: string): string | undefined {
  const { gln, id, geo, unlocode, iata } = location;
  if (gln !== undefined) return `https://id.gs1.org/414/${gln}`;
  if (id !== undefined && isUri(id)) return id;
  if (unlocode !== undefined) return `${namespace}location/unlocode/${unlocode}`;
  if (iata !== undefined) return `${namespace}location/iata/${iata}`;
  if (geo !== undefined) return geoUri(geo.lat, geo.lon, geo.accuracy_m);
  if (id !== undefined) return `${namespace}location/id/${segment(id)}`;
  return undefined;
}

/** RFC 5870: decimals without an exponent. */
function geoUri(lat: number, lon: number, accuracy_m: number | undefined): string {
  const uri = `geo:${decimal(lat)},${decimal(lon)}`;
  return accuracy_m === undefined ? uri : `${uri};u=${decimal(accuracy_m)}`;
}

function decimal(value: number): string {
  const text = String(value);
  if (!text.includes("e")) return text;
  // Below a millionth of a degree, or a radius beyond any planet.
  return Math.abs(value) < 1 ? "0" : BigInt(Math.round(value)).toString();
}

/** A name of our own (`device`, `property`) as a URI; a URI stays as it is. */
export function namedUri(kind: string, name: string, namespace: string): string {
  return isUri(name) ? name : `${namespace}${kind}/${segment(name)}`;
}

/**
 * The events of a timeline as `urn:uuid:`: an id that is a UUID stays, another becomes one, made from provider
 * and id, because an id is unique within its provider only. Of a UUID that several providers use, the provider
 * that comes first in the timeline keeps it.
 */
export class EventUris {
  readonly #shared: ReadonlyMap<string, string | undefined>;

  constructor(events: readonly { event_id: string; source: { provider?: string } }[]) {
    const first = new Map<string, string | undefined>();
    let shared: Map<string, string | undefined> | undefined;
    for (const { event_id, source } of events) {
      if (event_id.length !== 36) continue;
      if (first.has(event_id)) {
        shared ??= new Map();
        shared.set(event_id, first.get(event_id));
      } else first.set(event_id, source.provider);
    }
    this.#shared = shared ?? NONE;
  }

  of(event_id: string, provider: string | undefined): string {
    const is_own =
      isUuid(event_id) && (!this.#shared.has(event_id) || this.#shared.get(event_id) === provider);
    return `urn:uuid:${is_own ? event_id : toUuid(sha256(`${provider ?? ""}\n${event_id}`))}`;
  }
}

const NONE: ReadonlyMap<string, string | undefined> = new Map();

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** A UUID as RFC 9562 writes it. */
export function isUuid(text: string): boolean {
  return text.length === 36 && UUID.test(text);
}
