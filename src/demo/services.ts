/** What customers of the demo can order: parcels at the price of the list, and removals that staff price. */
import type { ServiceDefinition, ServiceFamily } from "#domain/customer/services/shapes.ts";
import type { Db } from "#platform/db/db.ts";
import type { DemoBusiness } from "./accounts.ts";

interface DemoService {
  code: string;
  family: ServiceFamily;
  definition: ServiceDefinition;
}

const units = { weight: "kg", length: "cm" } as const;

export const DEMO_SERVICES: readonly DemoService[] = [
  {
    code: "parcels",
    family: "shipping_service",
    definition: {
      name: "Parcel forwarding",
      description:
        "Bring your parcels to us, or let us collect them. We weigh, label and ship them in Brazil.",
      is_offered: true,
      pricing_method: 1,
      payment: "before_confirmation",
      pickup: "optional",
      dropoff: "required",
      measures: "required",
      form_fields: {
        type: "object",
        properties: {
          contents: {
            type: "string",
            title: "What is inside?",
            enum: ["Documents", "Clothes", "Food", "Electronics", "Other"],
          },
          is_fragile: { type: "boolean", title: "Is it fragile?" },
          care: {
            type: "string",
            title: "What should we take care of?",
            maxLength: 300,
            "x-depends-on": { field: "is_fragile", in: [true] },
          },
        },
        required: ["contents"],
      },
      warehouse_ids: [],
      packaging: [
        {
          code: "box-m",
          name: "Medium box",
          length_mm: 400,
          width_mm: 300,
          height_mm: 300,
          weight_g_max: 20_000,
          price_minor: 790,
        },
        {
          code: "box-l",
          name: "Large box",
          length_mm: 600,
          width_mm: 400,
          height_mm: 400,
          price_minor: 1290,
        },
      ],
      supplies: [{ code: "tape", name: "Packing tape", quantity_max: 5, price_minor: 650 }],
      surcharges: [],
      pickup_timeframes: [
        { code: "morning", name: "Morning", start: "08:00", end: "12:00" },
        { code: "afternoon", name: "Afternoon", start: "13:00", end: "18:00" },
      ],
      units,
    },
  },
  {
    code: "removal",
    family: "moving_services",
    definition: {
      name: "Removal",
      description: "A whole flat or office. We price it when we know what there is.",
      is_offered: true,
      pricing_method: 2,
      payment: "before_shipping",
      pickup: "required",
      dropoff: "required",
      measures: "optional",
      form_fields: {
        type: "object",
        properties: {
          day: { type: "string", title: "Preferred day", format: "date" },
          floors: { type: "integer", title: "Floors without a lift", minimum: 0, maximum: 60 },
          items: {
            type: "array",
            title: "Large items",
            maxItems: 40,
            items: {
              type: "object",
              properties: {
                item: { type: "string", title: "Item", maxLength: 80 },
                pieces: { type: "integer", title: "Pieces", minimum: 1 },
              },
              required: ["item"],
            },
          },
        },
        required: ["floors"],
      },
      warehouse_ids: [],
      packaging: [],
      supplies: [],
      surcharges: [],
      pickup_timeframes: [],
      units,
    },
  },
];

export async function createServices(db: Db, { id }: DemoBusiness): Promise<void> {
  for (const { code, family, definition } of DEMO_SERVICES)
    await db.execute(
      `with service as (
         insert into customer_service (business_id, code, kind, family, version, created_at)
         values ($1, $2, 'shipping', $3, 1, now()) returning id)
       insert into customer_service_version (business_id, service_id, version, active_from, definition, created_at)
       select $1, id, 1, '2026-01-01', $4, now() from service`,
      [id, code, family, JSON.stringify(definition)],
    );
}
