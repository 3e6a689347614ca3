/** Which definitions of services are valid, beyond what their schema checks. Pure. */
import type { RefusalDetail } from "#operation/define/refusal.ts";
import { findFormFaults } from "./form-schema.ts";
import { messages } from "./messages.ts";
import {
  FAMILIES_OF_KIND,
  type PriceAnswers,
  type ServiceDefinition,
  type ServiceFamily,
  type ServiceKind,
} from "./shapes.ts";

function findRepeated(list: readonly { code: string }[], at: string): RefusalDetail[] {
  return list.flatMap(({ code }, index) =>
    list.findIndex((one) => one.code === code) < index
      ? [{ field: `${at}/${index}/code`, message: messages.code_of_another }]
      : [],
  );
}

/** The types of fields that can answer each. */
const ANSWER_TYPES: Record<keyof PriceAnswers, readonly string[]> = {
  floors: ["integer", "number"],
  is_residential: ["boolean"],
  has_dangerous_goods: ["boolean"],
};

function findAnswerFieldFaults({ price_answers = {}, form_fields }: ServiceDefinition): RefusalDetail[] {
  return (Object.keys(ANSWER_TYPES) as (keyof PriceAnswers)[]).flatMap((name) => {
    const field = price_answers[name];
    if (field === undefined) return [];
    const fields = form_fields.properties;
    const type = Object.hasOwn(fields, field) ? fields[field]?.type : undefined;
    if (type !== undefined && ANSWER_TYPES[name].includes(type)) return [];
    const types = ANSWER_TYPES[name].join(" or ");
    return [{ field: `price_answers/${name}`, message: messages.answer_field.with({ types }) }];
  });
}

export interface CheckedService {
  kind: ServiceKind;
  family: ServiceFamily;
  definition: ServiceDefinition;
}

export function findServiceFaults({ kind, family, definition }: CheckedService): RefusalDetail[] {
  const { packaging, supplies, pickup_timeframes, storage, pickup, form_fields } = definition;
  const faults: RefusalDetail[] = [];
  const price_families = FAMILIES_OF_KIND[kind];
  if (!price_families.includes(family))
    faults.push({
      field: "family",
      message: messages.family_of_kind.with({ families: price_families.join(", ") }),
    });
  if (kind === "storage" && storage == null)
    faults.push({ field: "storage", message: messages.storage_required });
  if (kind !== "storage" && storage != null)
    faults.push({ field: "storage", message: messages.only_storage });
  if (kind === "shipout" && pickup !== "none")
    faults.push({ field: "pickup", message: messages.no_pickup_from_storage });
  if (pickup === "none" && pickup_timeframes.length > 0)
    faults.push({ field: "pickup_timeframes", message: messages.empty_without_pickup });
  for (const [index, { start, end }] of pickup_timeframes.entries())
    if (end <= start) faults.push({ field: `pickup_timeframes/${index}/end`, message: messages.after_start });
  return [
    ...faults,
    ...findRepeated(packaging, "packaging"),
    ...findRepeated(supplies, "supplies"),
    ...findRepeated(pickup_timeframes, "pickup_timeframes"),
    ...findAnswerFieldFaults(definition),
    ...findFormFaults(form_fields).map((fault) => ({ ...fault, field: `form_fields/${fault.field}` })),
  ];
}
