/**
 * GS1 EPCIS 2.0 in JSON-LD, read to native events.
 *
 * Every event of the document is read on its own and gives native events, ready for `normaliseEvent`, or every
 * reason why it cannot be read, each with a path into the document. An event about several objects gives
 * several events. Documents written by `projections/epcis.ts` are read back as the original events.
 */
import { NAMESPACE } from "../projections/parts/uri.ts";
import { declareErrors } from "./corrections.ts";
import { findPrefix, openDocument } from "./document.ts";
import { readEvent } from "./event.ts";
import type { DocumentState, Draft, EpcisItem, EpcisOptions, EpcisResult } from "./reading.ts";

/** Read a parsed document of any shape; never throws. */
export function readEpcis(document: unknown, options: EpcisOptions = {}): EpcisResult {
  const envelope = openDocument(document);
  if ("code" in envelope) return { errors: [envelope], items: [], unmapped: [] };
  const namespace = options.namespace ?? NAMESPACE;
  const reading: DocumentState = {
    options: { ...options, namespace },
    prefix: findPrefix(envelope.context, namespace),
    unmapped: [],
    remaining_count: options.events_max ?? 10_000,
  };
  const drafts = envelope.events.map((event, index): Draft => {
    const path = envelope.single ? "" : `${envelope.path}/${index}`;
    return readEvent(event, index, path, reading);
  });
  declareErrors(drafts);
  const items = drafts.map(({ index, path, inputs, errors, raw }) => ({ index, path, inputs, errors, raw }));
  return { errors: [], items, unmapped: reading.unmapped };
}

/**
 * Maps a member of a native event to its origin in the EPCIS document: for findings of `normaliseEvent` that
 * was called without a path.
 */
export function epcisPath(native: string, item: Pick<EpcisItem, "path" | "raw">): string {
  const [, member = "", ...rest] = native.split("/");
  const names = Object.keys(item.raw ?? {});
  const own_name =
    names.find((name) => name === `otep:${member}`) ?? names.find((name) => name.endsWith(`:${member}`));
  if (own_name !== undefined) return [item.path, own_name, ...rest].join("/");
  return item.path + (Object.hasOwn(origins, member) ? origins[member as keyof typeof origins] : "");
}

const origins = {
  event_id: "/eventID",
  subject: "/epcList",
  occurred_at: "/eventTime",
  recorded_at: "/recordTime",
  status_code: "/bizStep",
  incident_reason: "/disposition",
  location: "/readPoint",
  sensor: "/sensorElementList",
  corrects: "/errorDeclaration",
};
