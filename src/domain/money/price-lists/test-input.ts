/** The shipment of a test: whatever the price of any family can depend on. */
import Type from "typebox";
import {
  CalendarDate,
  Count,
  Currency,
  Latitude,
  Longitude,
  Minor,
  Nullable,
  StringEnum,
} from "#vocabulary/basics.ts";
import { TimeWindow } from "#vocabulary/place.ts";

const Code = Type.String({ minLength: 1, maxLength: 80 });
const Size = Type.Integer({ minimum: 0, maximum: 100_000, description: "Millimetres.", "x-tool": "" });

const TestedPlace = Type.Object(
  {
    postal_code: Type.Optional(Type.String({ maxLength: 20 })),
    country: Type.Optional(Type.String({ pattern: "^[A-Z]{2}$" })),
    lat: Type.Optional(Nullable(Latitude)),
    lng: Type.Optional(Nullable(Longitude)),
    window: Type.Optional(Nullable(TimeWindow)),
  },
  { $id: "PricedPlace", description: "What prices look at in a place." },
);

export const TestedShipment = Type.Object(
  {
    type: Type.Optional(StringEnum(["D", "P", "P2P"])),
    service: Type.Optional(Code),
    pickup: Type.Optional(Nullable(TestedPlace)),
    dropoff: Type.Optional(Nullable(TestedPlace)),
    parcels: Type.Optional(
      Type.Array(
        Type.Object({
          quantity: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
          weight_g: Type.Optional(Count),
          length_mm: Type.Optional(Size),
          width_mm: Type.Optional(Size),
          height_mm: Type.Optional(Size),
        }),
        { minItems: 1, maxItems: 100 },
      ),
    ),
    volume_cm3: Type.Optional(Count),
    distance_km: Type.Optional(
      Type.Number({ minimum: 0, maximum: 20_000, description: "By road; else from the coordinates." }),
    ),
    days: Type.Optional(Type.Integer({ minimum: 0, maximum: 36_500, description: "Days of storage." })),
    carrier_account: Type.Optional(Code),
    carrier_charge: Type.Optional(Type.Object({ amount_minor: Minor, currency: Currency })),
    is_residential: Type.Optional(Type.Boolean()),
    has_dangerous_goods: Type.Optional(Type.Boolean()),
    floors: Type.Optional(Type.Integer({ minimum: 0, maximum: 1000 })),
    date: Type.Optional(CalendarDate),
    redeliveries: Type.Optional(Type.Integer({ minimum: 0, maximum: 1000 })),
    cod_minor: Type.Optional(Minor),
    insured_value_minor: Type.Optional(Minor),
    overrun_days: Type.Optional(Type.Integer({ minimum: 0, maximum: 36_500 })),
    options: Type.Optional(Type.Array(Code, { maxItems: 30, uniqueItems: true })),
  },
  { $id: "PricedShipment" },
);
