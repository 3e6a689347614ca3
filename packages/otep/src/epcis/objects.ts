/** What an EPCIS event is about: one subject per object, whatever the kind of event. */
import type { Quantity, SubjectReference } from "../event.ts";
import type { ErrorFinding } from "../finding.ts";
import { type Fields, isRecord } from "./document.ts";
import { type IdentifierOptions, readGln, readIdentifier } from "./identifiers.ts";

export interface EpcisObject {
  subject: SubjectReference;
  parent?: SubjectReference;
  related: SubjectReference[];
  quantity?: Quantity;
  /** An input of a transformation: it is consumed, and the step is not about it. */
  consumed: boolean;
}

export interface EpcisObjects {
  objects: EpcisObject[];
  /** The place that holds the children, when the parent of an association is a place. */
  place?: string;
  errors: ErrorFinding[];
}

const RELATED_MAX = 50;

const LISTS = [
  "epcList",
  "quantityList",
  "childEPCs",
  "childQuantityList",
  "inputEPCList",
  "inputQuantityList",
  "outputEPCList",
  "outputQuantityList",
];

/** How many objects an event lists, before any of them is read. */
export function countObjects(event: Fields): number {
  let count = 0;
  for (const name of LISTS) {
    const list = event[name];
    if (Array.isArray(list)) count += list.length;
  }
  return count;
}

export function readObjects(event: Fields, path: string, options: IdentifierOptions): EpcisObjects {
  const epcis_objects: EpcisObjects = { objects: [], errors: [] };
  const related = readTransactions(
    event.bizTransactionList,
    `${path}/bizTransactionList`,
    epcis_objects.errors,
    options,
  );
  const list = (member: string) =>
    readIdentifiers(event[member], `${path}/${member}`, epcis_objects.errors, options);
  const classes = (member: string) =>
    readClasses(event[member], `${path}/${member}`, epcis_objects.errors, options);
  let required = "epcList";
  switch (event.type) {
    case "TransformationEvent": {
      required = "outputEPCList";
      const inputs = [...list("inputEPCList"), ...classes("inputQuantityList")];
      const outputs = [...list("outputEPCList"), ...classes("outputQuantityList")];
      add(epcis_objects, outputs, [...related, ...inputs.map(({ subject }) => subject)], false);
      add(epcis_objects, inputs, [...related, ...outputs.map(({ subject }) => subject)], true);
      break;
    }
    case "AggregationEvent":
    case "AssociationEvent": {
      required = "childEPCs";
      const parent = readParent(event.parentID, `${path}/parentID`, epcis_objects, options);
      if (parent !== undefined) add(epcis_objects, [{ subject: parent }], related, false);
      const children = [...list("childEPCs"), ...classes("childQuantityList")];
      // Removed objects no longer have the parent.
      const parent_after = event.action === "DELETE" ? undefined : parent;
      add(
        epcis_objects,
        parent_after === undefined ? children : children.map((child) => ({ ...child, parent: parent_after })),
        related,
        false,
      );
      break;
    }
    default: {
      const parent =
        event.type === "TransactionEvent"
          ? readParent(event.parentID, `${path}/parentID`, epcis_objects, options)
          : undefined;
      if (parent !== undefined) add(epcis_objects, [{ subject: parent }], related, false);
      add(epcis_objects, [...list("epcList"), ...classes("quantityList")], related, false);
    }
  }
  if (epcis_objects.objects.length === 0 && epcis_objects.errors.length === 0) {
    epcis_objects.errors.push({
      path: `${path}/${required}`,
      code: "missing_field",
      message: "The event names no object, so there is nothing it could be tracked under.",
    });
  }
  return epcis_objects;
}

type ObjectName = Pick<EpcisObject, "subject" | "quantity" | "parent">;

function add(
  epcis_objects: EpcisObjects,
  named_items: readonly ObjectName[],
  related: readonly SubjectReference[],
  consumed: boolean,
): void {
  const seen_subjects = new Set(
    epcis_objects.objects.map(({ subject }) => `${subject.scheme} ${subject.id}`),
  );
  const others = related.slice(0, RELATED_MAX);
  for (const object of named_items) {
    const key = `${object.subject.scheme} ${object.subject.id}`;
    if (seen_subjects.has(key)) continue;
    seen_subjects.add(key);
    epcis_objects.objects.push({ ...object, related: others, consumed });
  }
}

function readIdentifiers(
  value: unknown,
  path: string,
  errors: ErrorFinding[],
  options: IdentifierOptions,
): ObjectName[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) {
    errors.push({ path, code: "invalid_type", message: "Must be a list of URIs." });
    return [];
  }
  return value.flatMap((uri, index) => {
    const subject = readSubject(uri, `${path}/${index}`, errors, options);
    return subject === undefined ? [] : [{ subject }];
  });
}

function readSubject(
  uri: unknown,
  path: string,
  errors: ErrorFinding[],
  options: IdentifierOptions,
): SubjectReference | undefined {
  const subject = readIdentifier(uri, options);
  if (typeof subject !== "string") return subject;
  errors.push({ path, code: "invalid_identifier", message: `The identifier ${subject}.` });
  return undefined;
}

/** Classes of goods with their quantity: kilograms or pieces. */
function readClasses(
  value: unknown,
  path: string,
  errors: ErrorFinding[],
  options: IdentifierOptions,
): ObjectName[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) {
    errors.push({ path, code: "invalid_type", message: "Must be a list of quantities." });
    return [];
  }
  return value.flatMap((element, index): ObjectName[] => {
    const here = `${path}/${index}`;
    if (!isRecord(element)) {
      errors.push({ path: here, code: "invalid_type", message: "A quantity is an object." });
      return [];
    }
    const subject = readSubject(element.epcClass, `${here}/epcClass`, errors, options);
    if (subject === undefined) return [];
    const { quantity, uom } = element;
    if (quantity === undefined) return [{ subject }];
    if (typeof quantity !== "number" || !(quantity >= 0) || !Number.isFinite(quantity)) {
      errors.push({
        path: `${here}/quantity`,
        code: "invalid_type",
        message: "Must be a number, 0 or more.",
      });
      return [];
    }
    if (uom === "KGM") return [{ subject, quantity: { weight_kg: quantity } }];
    return uom === undefined && Number.isSafeInteger(quantity)
      ? [{ subject, quantity: { pieces: quantity } }]
      : [{ subject }];
  });
}

/** The parent as a subject; a parent that is a place becomes the place of the event. */
function readParent(
  value: unknown,
  path: string,
  epcis_objects: EpcisObjects,
  options: IdentifierOptions,
): SubjectReference | undefined {
  if (value === undefined) return undefined;
  if (typeof value === "string" && readGln(value) !== undefined) {
    epcis_objects.place = value;
    return undefined;
  }
  return readSubject(value, path, epcis_objects.errors, options);
}

/** Orders, invoices and notices that the event belongs to. */
function readTransactions(
  value: unknown,
  path: string,
  errors: ErrorFinding[],
  options: IdentifierOptions,
): SubjectReference[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) {
    errors.push({ path, code: "invalid_type", message: "Must be a list." });
    return [];
  }
  return value.slice(0, RELATED_MAX).flatMap((transaction, index) => {
    const here = `${path}/${index}`;
    if (!isRecord(transaction)) {
      errors.push({ path: here, code: "invalid_type", message: "A business transaction is an object." });
      return [];
    }
    return readSubject(transaction.bizTransaction, `${here}/bizTransaction`, errors, options) ?? [];
  });
}
