/** The envelope of an EPCIS document: where its events are, and which prefix our members have. */
import type { ErrorFinding } from "../finding.ts";
import { NAMESPACE } from "../projections/parts/uri.ts";

export type Fields = Record<string, unknown>;

export function isRecord(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The five kinds of event of EPCIS 2.0. */
export const EVENT_TYPES: ReadonlySet<string> = new Set([
  "ObjectEvent",
  "AggregationEvent",
  "TransactionEvent",
  "AssociationEvent",
  "TransformationEvent",
]);

export interface Envelope {
  events: readonly unknown[];
  /** JSON Pointer to the list of events; `single` when the document is one bare event. */
  path: string;
  single: boolean;
  /** The document's own members under our namespace. */
  context: Fields[];
}

/** The events of an EPCISDocument, of an EPCISQueryDocument, or of a single event with a context. */
export function openDocument(document: unknown): Envelope | ErrorFinding {
  if (!isRecord(document)) return fault("", "invalid_type", "An EPCIS document is an object.");
  const { type } = document;
  if (type === undefined) return fault("/type", "missing_field", "type is required.");
  const version = document.schemaVersion;
  if (version !== undefined && !(typeof version === "string" && /^2(\.\d+)*$/.test(version))) {
    return fault("/schemaVersion", "unsupported_version", "EPCIS 2.0 in JSON-LD is read here.");
  }
  const context = listContexts(document["@context"]);
  if (typeof type === "string" && EVENT_TYPES.has(type)) {
    return { events: [document], path: "", single: true, context };
  }
  if (type !== "EPCISDocument" && type !== "EPCISQueryDocument") {
    return fault("/type", "invalid_type", "Must be EPCISDocument or EPCISQueryDocument.");
  }
  const steps =
    type === "EPCISDocument"
      ? ["epcisBody", "eventList"]
      : ["epcisBody", "queryResults", "resultsBody", "eventList"];
  let path = "";
  let here: unknown = document;
  for (const step of steps) {
    if (!isRecord(here)) return fault(path, "invalid_type", "Must be an object.");
    path += `/${step}`;
    here = here[step];
    if (here === undefined) return fault(path, "missing_field", `${step} is required.`);
  }
  if (!Array.isArray(here)) return fault(path, "invalid_type", "Must be a list of events.");
  return { events: here, path, single: false, context };
}

function fault(path: string, code: ErrorFinding["code"], message: string): ErrorFinding {
  return { path, code, message };
}

/** The objects of a JSON-LD context, which is one of them, a URI, or a list of both. */
export function listContexts(context: unknown): Fields[] {
  return (Array.isArray(context) ? context : [context]).filter(isRecord);
}

/**
 * The prefix of our members: the one bound to our namespace, else `otep` unless the document binds that word to
 * something else. Undefined when our members cannot be distinguished.
 */
export function findPrefix(contexts: readonly Fields[], namespace: string): string | undefined {
  let is_taken = false;
  for (const context of contexts) {
    for (const [prefix, bound] of Object.entries(context)) {
      const uri = isRecord(bound) ? bound["@id"] : bound;
      if (uri === namespace || uri === NAMESPACE) return prefix;
      if (prefix === "otep") is_taken = true;
    }
  }
  return is_taken ? undefined : "otep";
}
