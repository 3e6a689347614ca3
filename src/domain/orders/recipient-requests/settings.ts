/** What recipients may ask for by a link, and until when. */
import Type from "typebox";
import { defineSettings, type SettingsIn } from "#operation/define/settings.ts";
import { StringEnum } from "#vocabulary/basics.ts";

const mode = (order: number, what: string) => ({
  order,
  default: "off",
  schema: StringEnum(["off", "confirm", "apply"], {
    description: `${what}: off, confirm (a dispatcher decides), apply (it takes effect at once); off by default.`,
  }),
});

export const settings = defineSettings({
  recipient_note: mode(220, "Recipients leave a note to the driver"),
  recipient_day: mode(230, "Recipients choose another day"),
  recipient_safe_place: mode(240, "Recipients name a safe place where the goods may be left"),
  recipient_neighbour: mode(250, "Recipients name a neighbour who takes the goods"),
  recipient_contact: {
    order: 260,
    default: false,
    schema: Type.Boolean({
      description: "Recipients write to the business, which answers; false by default.",
    }),
  },
  recipient_cutoff_h: {
    order: 270,
    default: null,
    schema: Type.Integer({
      minimum: 1,
      maximum: 168,
      description:
        "Recipients change a delivery until this many hours before its window, or before the working day; until its route is released by default.",
    }),
  },
  recipient_days: {
    order: 280,
    default: 7,
    schema: Type.Integer({
      minimum: 1,
      maximum: 30,
      description: "Days ahead that recipients may choose; 7 by default.",
    }),
  },
});

declare module "#operation/define/settings.ts" {
  interface DeclaredSettings extends SettingsIn<typeof settings> {}
}
