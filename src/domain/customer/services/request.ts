/** What a customer asks a service for: the members that every order has, and what is wrong with them. Pure. */
import Type from "typebox";
import type { RefusalDetail } from "#operation/define/refusal.ts";
import { fields } from "#operation/response/platform-messages.ts";
import { CalendarDate, Id, Nullable } from "#vocabulary/basics.ts";
import { Place } from "#vocabulary/place.ts";
import { Ref, ToolWords } from "#vocabulary/ref.ts";
import { findAnswerFaults } from "./form.ts";
import { messages } from "./messages.ts";
import {
  ChosenSupply,
  ChosenSurcharge,
  OptionCode,
  PackageInput,
  PIECES_MAX,
  type ServiceDefinition,
} from "./shapes.ts";

/** Members with answers to the form, by the names of its fields. */
export const FormAnswers = Type.Unsafe<Record<string, unknown>>({
  type: "object",
  additionalProperties: {},
  maxProperties: 100,
  description: "Answers to `form_fields`, by the names of the fields.",
});

/** An order's members that decide its price, besides packages. */
export const requestMembers = {
  pickup: Type.Optional(ToolWords("Where it is collected.", Nullable(Place))),
  dropoff: Type.Optional(ToolWords("Where it goes.", Nullable(Place))),
  warehouse_id: Type.Optional(
    Nullable(Ref("warehouse", { ...Id, description: "Where the goods are brought: one of the service." })),
  ),
  scheduled_date: Type.Optional(
    Nullable({ ...CalendarDate, description: "The day of the pickup or delivery." }),
  ),
  pickup_timeframe: Type.Optional(
    Nullable({ ...OptionCode, description: "Code of a timeframe of the service." }),
  ),
  supplies: Type.Optional(Type.Array(ChosenSupply, { maxItems: 100, "x-tool": "To bring along." })),
  surcharges: Type.Optional(ChosenSurcharge),
  form: Type.Optional(FormAnswers),
};

export const packageMembers = {
  packages: Type.Array(PackageInput, { minItems: 1, maxItems: 50, "x-tool": "What is sent." }),
};

const ServiceRequest = Type.Object({ ...requestMembers, ...packageMembers });
export type ServiceRequest = Type.Static<typeof ServiceRequest>;

/** One package; sizes are those of its packaging, where it has one. */
export interface Piece {
  weight_g: number | null;
  length_mm: number | null;
  width_mm: number | null;
  height_mm: number | null;
  contents: string;
  packaging: string | null;
}

/** One entry for each package, in the order of the request. */
export function listPieces(definition: ServiceDefinition, packages: readonly PackageInput[]): Piece[] {
  return packages.flatMap(({ quantity = 1, contents = "", packaging = null, ...measures }) => {
    const box = definition.packaging.find(({ code }) => code === packaging);
    const {
      weight_g = null,
      length_mm = null,
      width_mm = null,
      height_mm = null,
    } = { ...measures, ...pickSize(box) };
    const piece = { weight_g, length_mm, width_mm, height_mm, contents, packaging };
    return Array.from({ length: quantity }, () => piece);
  });
}

function pickSize(box: { length_mm: number; width_mm: number; height_mm: number } | undefined) {
  if (box === undefined) return {};
  const { length_mm, width_mm, height_mm } = box;
  return { length_mm, width_mm, height_mm };
}

const SIZES = ["length_mm", "width_mm", "height_mm"] as const;

function findPackageFaults(
  definition: ServiceDefinition,
  packages: readonly PackageInput[],
): RefusalDetail[] {
  const faults = packages.flatMap((one, index): RefusalDetail[] => {
    const at = (member: string) => `packages/${index}/${member}`;
    const faults: RefusalDetail[] = [];
    const box = definition.packaging.find(({ code }) => code === one.packaging);
    if (one.packaging != null && box === undefined)
      faults.push({ field: at("packaging"), message: messages.no_packaging });
    if (box !== undefined && box.weight_g_max != null && (one.weight_g ?? 0) > box.weight_g_max)
      faults.push({
        field: at("weight_g"),
        message: messages.weight_max_in_packaging.with({ limit: box.weight_g_max }),
      });
    if (definition.measures === "required") {
      if (one.weight_g == null) faults.push({ field: at("weight_g"), message: fields.required });
      for (const side of box === undefined ? SIZES : [])
        if (one[side] == null) faults.push({ field: at(side), message: fields.required });
    } else if (box === undefined) {
      // A package with one side alone has no volume.
      const missing = SIZES.filter((side) => one[side] == null);
      if (missing.length < SIZES.length)
        faults.push(...missing.map((side) => ({ field: at(side), message: fields.required_with_sides })));
    }
    return faults;
  });
  const pieces = packages.reduce((sum, { quantity = 1 }) => sum + quantity, 0);
  if (pieces > PIECES_MAX)
    faults.push({ field: "packages", message: messages.packages_max.with({ limit: PIECES_MAX }) });
  return faults;
}

function findChoiceFaults(definition: ServiceDefinition, request: ServiceRequest): RefusalDetail[] {
  const { supplies = [], surcharges = [] } = request;
  const seen_codes = new Set<string>();
  return [
    ...supplies.flatMap(({ code, quantity }, index): RefusalDetail[] => {
      const supply = definition.supplies.find((one) => one.code === code);
      const at = `supplies/${index}`;
      if (supply === undefined) return [{ field: `${at}/code`, message: messages.no_supply }];
      if (seen_codes.has(code)) return [{ field: `${at}/code`, message: fields.named_twice }];
      seen_codes.add(code);
      return quantity > supply.quantity_max
        ? [{ field: `${at}/quantity`, message: fields.maximum.with({ limit: supply.quantity_max }) }]
        : [];
    }),
    ...surcharges.flatMap((code, index) =>
      definition.surcharges.includes(code)
        ? []
        : [{ field: `surcharges/${index}`, message: fields.no_optional_surcharge }],
    ),
  ];
}

function findAddressFaults(definition: ServiceDefinition, request: ServiceRequest): RefusalDetail[] {
  return (["pickup", "dropoff"] as const).flatMap((member) => {
    const is_given = request[member] != null;
    if (definition[member] === "required" && !is_given) return [{ field: member, message: fields.required }];
    if (definition[member] === "none" && is_given)
      return [{ field: member, message: messages.not_part_of_service }];
    return [];
  });
}

/** `warehouse_ids`: those of the service that are open. */
function findPlanFaults(
  definition: ServiceDefinition,
  request: ServiceRequest,
  { today, warehouse_ids }: { today: string; warehouse_ids: readonly number[] },
): RefusalDetail[] {
  const faults: RefusalDetail[] = [];
  const { scheduled_date, pickup_timeframe, warehouse_id, pickup } = request;
  if (scheduled_date != null && scheduled_date < today)
    faults.push({ field: "scheduled_date", message: fields.not_in_past });
  const is_collected = pickup != null;
  if (pickup_timeframe != null) {
    if (!definition.pickup_timeframes.some(({ code }) => code === pickup_timeframe))
      faults.push({ field: "pickup_timeframe", message: messages.no_timeframe });
    else if (!is_collected) faults.push({ field: "pickup_timeframe", message: messages.belongs_to_pickup });
    else if (scheduled_date == null)
      faults.push({ field: "scheduled_date", message: messages.required_with_timeframe });
  }
  if (warehouse_id != null && !warehouse_ids.includes(warehouse_id))
    faults.push({ field: "warehouse_id", message: messages.no_warehouse_of_service });
  // Goods that are not collected are brought to a warehouse, which must be known where there is a choice.
  if (warehouse_id == null && !is_collected && warehouse_ids.length > 1)
    faults.push({ field: "warehouse_id", message: messages.required_where_brought });
  return faults;
}

/** Everything that is wrong with a request, by field; empty when it can be priced. */
export function findRequestFaults(
  definition: ServiceDefinition,
  request: ServiceRequest,
  facts: { today: string; warehouse_ids: readonly number[] },
): RefusalDetail[] {
  return [
    ...findAddressFaults(definition, request),
    ...findPackageFaults(definition, request.packages),
    ...findChoiceFaults(definition, request),
    ...findPlanFaults(definition, request, facts),
    ...findAnswerFaults(definition.form_fields, request.form ?? {}),
  ];
}
