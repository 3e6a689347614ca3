/** Shipments as callers send them, and as carriers are asked about them. */
import Type, { type Static } from "typebox";
import { hashPricedInputs } from "#domain/money/quotes/public.ts";
import { findDepot } from "#domain/orders/orders/public.ts";
import type { Context } from "#operation/define/context.ts";
import type { RefusalDetail } from "#operation/define/refusal.ts";
import type { Message } from "#operation/response/messages.ts";
import { fields } from "#operation/response/platform-messages.ts";
import type { Package, Shipment } from "#providers/carriers/port.ts";
import { CalendarDate, Count, Minor, Nullable, StringEnum } from "#vocabulary/basics.ts";
import { addDays, toLocalDate } from "#vocabulary/calendar.ts";
import { Place } from "#vocabulary/place.ts";
import { ToolWords } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";

const PACKAGES_MAX = 50;
/** Carriers take shipments at most this many days ahead. */
const DAYS_AHEAD_MAX = 60;

const Grams = Type.Integer({ minimum: 1, maximum: 10_000_000, description: "Grams, packaging included." });
const Millimetres = Type.Integer({
  minimum: 1,
  maximum: 100_000,
  description: "Outside, millimetres.",
  "x-tool": "",
});

const PackageInput = Type.Object(
  {
    weight_g: Grams,
    length_mm: Type.Optional(Millimetres),
    width_mm: Type.Optional(Millimetres),
    height_mm: Type.Optional(Millimetres),
    quantity: Type.Optional(
      Type.Integer({ minimum: 1, maximum: PACKAGES_MAX, description: "So many such packages." }),
    ),
    description: Type.Optional(Type.String({ maxLength: 200 })),
    reference: Type.Optional(
      Type.String({ maxLength: 50, description: "Printed on the label where the carrier has room." }),
    ),
  },
  { $id: "LabelPackageInput", additionalProperties: false },
);

const CustomsInput = Type.Object(
  {
    contents_type: StringEnum(["merchandise", "gift", "documents", "sample", "returned_goods", "other"]),
    contents_explanation: Type.Optional(Type.String({ maxLength: 200 })),
    non_delivery: Type.Optional(
      StringEnum(["return", "abandon"], { description: "What the carrier does; return if absent." }),
    ),
    signer: Type.String({ minLength: 1, maxLength: 100 }),
    currency: Type.String({ pattern: "^[A-Z]{3}$", description: "ISO 4217 code, of all values." }),
    lines: Type.Array(
      Type.Object(
        {
          description: Type.String({ minLength: 1, maxLength: 200 }),
          origin_country: Type.String({
            pattern: "^[A-Z]{2}$",
            description: "ISO 3166-1 alpha-2 code.",
            "x-tool": "",
          }),
          hs_code: Type.String({ pattern: "^[0-9]{6,12}$", description: "Harmonised System, digits." }),
          quantity: Type.Integer({ minimum: 1, maximum: 100_000 }),
          value_minor: { ...Minor, "x-own-money": true, description: "Of all pieces, in minor units." },
          weight_g: { ...Count, description: "Of all pieces, grams." },
        },
        { additionalProperties: false },
      ),
      { minItems: 1, maxItems: 100 },
    ),
  },
  { $id: "LabelCustoms", additionalProperties: false },
);

export const shipmentMembers = {
  ship_from: Type.Optional({ ...Place, description: "Where it is handed over; the depot if absent." }),
  ship_to: ToolWords("Recipient.", Place),
  packages: Type.Array(PackageInput, { minItems: 1, maxItems: PACKAGES_MAX, "x-tool": "What is sent." }),
  customs: Type.Optional(ToolWords("For other countries.", Nullable(CustomsInput))),
  signature_required: Type.Optional(Type.Boolean({ "x-tool": "The recipient signs." })),
  saturday_delivery: Type.Optional(Type.Boolean({ "x-tool": "On Saturdays too." })),
  insured_minor: Type.Optional({
    ...Minor,
    description: "Value to insure, minor units of the business's currency.",
  }),
  ship_date: Type.Optional({
    ...CalendarDate,
    description: "When it is handed to the carrier; today if absent.",
  }),
  is_return: Type.Optional(Type.Boolean({ description: "For the way back, from the recipient." })),
};

const ShipmentSchema = Type.Object(shipmentMembers);
export type ShipmentInput = Static<typeof ShipmentSchema>;

/** One entry for each package, by its quantity. */
function listPackages(packages: ShipmentInput["packages"]): Package[] {
  return packages.flatMap(({ quantity = 1, weight_g, length_mm, width_mm, height_mm, ...words }) =>
    Array.from({ length: quantity }, () => ({
      weight_g,
      length_mm: length_mm ?? null,
      width_mm: width_mm ?? null,
      height_mm: height_mm ?? null,
      description: words.description ?? "",
      reference: words.reference ?? "",
    })),
  );
}

/** The shipment with what is absent filled in, or what is wrong with it. */
export function buildShipment(
  { business, now }: Pick<Context<never>, "business" | "now">,
  input: ShipmentInput,
): { shipment: Shipment } | { faults: RefusalDetail[] } {
  const today = toLocalDate(now, business.time_zone);
  const ship_date = input.ship_date ?? today;
  const from = input.ship_from ?? findDepot(business.settings);
  const packages = listPackages(input.packages);
  const faults: RefusalDetail[] = [];
  const add = (field: string, message: Message) => faults.push({ field, message });
  if (from === null) add("ship_from", messages.depot_required);
  else if (!from.country) add("ship_from/country", fields.required);
  if (!input.ship_to.country) add("ship_to/country", fields.required);
  if (packages.length > PACKAGES_MAX) add("packages", messages.packages_max.with({ packages: PACKAGES_MAX }));
  if (ship_date < today) add("ship_date", fields.in_past);
  if (ship_date > addDays(today, DAYS_AHEAD_MAX))
    add("ship_date", messages.days_ahead.with({ days: DAYS_AHEAD_MAX }));
  input.packages.forEach((one, index) => {
    const sides = [one.length_mm, one.width_mm, one.height_mm].filter((side) => side !== undefined).length;
    if (sides % 3 !== 0) add(`packages/${index}`, messages.all_sides);
  });
  if (from === null || faults.length > 0) return { faults };
  const { customs } = input;
  return {
    shipment: {
      from,
      to: input.ship_to,
      packages,
      customs:
        customs == null
          ? null
          : {
              ...customs,
              contents_explanation: customs.contents_explanation ?? "",
              non_delivery: customs.non_delivery ?? "return",
            },
      signature_required: input.signature_required ?? false,
      saturday_delivery: input.saturday_delivery ?? false,
      insured_minor: input.insured_minor ?? 0,
      currency: business.currency,
      ship_date,
      is_return: input.is_return ?? false,
    },
  };
}

/** Who sends and who receives may be corrected after the quote; what the price depends on may not. */
const hashPlace = ({ line1, postal_code = "", city = "", region = "", country = "" }: Place) => ({
  line1,
  postal_code,
  city,
  region,
  country,
});

/** Of what a carrier's price depends on. */
export function hashShipment(
  { from, to, packages, ...rest }: Shipment,
  { provider, service }: { provider: string; service: string },
): string {
  return hashPricedInputs({
    ...rest,
    from: hashPlace(from),
    to: hashPlace(to),
    packages: packages.map(({ weight_g, length_mm, width_mm, height_mm }) => [
      weight_g,
      length_mm,
      width_mm,
      height_mm,
    ]),
    provider,
    service,
  });
}
