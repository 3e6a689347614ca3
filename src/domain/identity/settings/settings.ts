/** Settings of the business itself: where and when it works, how its vehicles drive and what they cost, whose pages may call. */
import Type from "typebox";
import { defineSettings, type SettingsIn } from "#operation/define/settings.ts";
import { Minor } from "#vocabulary/basics.ts";
import { Place } from "#vocabulary/place.ts";

const Clock = (description: string) =>
  Type.String({ pattern: "^([01][0-9]|2[0-3]):[0-5][0-9]$", maxLength: 5, description });
const Cost = (description: string) => Type.Integer({ ...Minor, description });

export const settings = defineSettings({
  depot: { order: 10, default: null, schema: Place },
  shift_start: {
    order: 20,
    default: "08:00",
    schema: Clock("Start of the working day in the business's time zone, HH:MM; 08:00 by default."),
  },
  shift_end: {
    order: 30,
    default: "18:00",
    schema: Clock(
      "End of the working day, HH:MM; 18:00 by default. At or before the start it is the next day's.",
    ),
  },
  speed_kmh: {
    order: 40,
    default: 30,
    schema: Type.Number({
      minimum: 1,
      maximum: 150,
      description: "Mean speed on the road; 30 by default.",
    }),
  },
  road_factor: {
    order: 50,
    default: null,
    schema: Type.Number({
      minimum: 1,
      maximum: 5,
      description:
        "Straight-line distance times this approximates the road distance, in plans and quotes; the installation's by default.",
    }),
  },
  cost_fixed_minor: {
    order: 150,
    default: 0,
    schema: Cost("What putting a vehicle on the road costs, for planning by cost; 0 by default."),
  },
  cost_per_km_minor: {
    order: 160,
    default: 100,
    schema: Cost("What a kilometre costs, for planning by cost; 100 by default."),
  },
  cost_per_hour_minor: {
    order: 170,
    default: 2000,
    schema: Cost("What an hour costs, for planning by cost; 2000 by default."),
  },
  allowed_origins: {
    order: 200,
    default: [],
    schema: Type.Array(
      Type.String({
        pattern: "^(\\*|https?://[a-z0-9.-]+(:[0-9]{1,5})?)$",
        maxLength: 255,
        description: "As browsers send it: scheme, host in lower case, port unless it is the default.",
      }),
      {
        maxItems: 50,
        uniqueItems: true,
        description:
          "Origins of web pages that may call with tokens of the business, * for all; none by default.",
      },
    ),
  },
});

declare module "#operation/define/settings.ts" {
  interface DeclaredSettings extends SettingsIn<typeof settings> {}
}
