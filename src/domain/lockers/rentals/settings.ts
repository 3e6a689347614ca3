/** How rentals of lockers are charged. */
import Type from "typebox";
import { defineSettings, type SettingsIn } from "#operation/define/settings.ts";

export const settings = defineSettings({
  storage_rental_period_h: {
    order: 291,
    default: 24,
    schema: Type.Integer({
      minimum: 1,
      maximum: 168,
      description: "Hours of a period of locker rentals, which a price list counts as a day; 24 by default.",
    }),
  },
  storage_rental_grace_min: {
    order: 292,
    default: 15,
    schema: Type.Integer({
      minimum: 0,
      maximum: 1440,
      description: "Minutes after the booked time of a locker rental that cost nothing; 15 by default.",
    }),
  },
  storage_rental_hours_max: {
    order: 293,
    default: 72,
    schema: Type.Integer({
      minimum: 1,
      maximum: 8760,
      description: "Longest time that a locker rental can be booked for, hours; 72 by default.",
    }),
  },
});

declare module "#operation/define/settings.ts" {
  interface DeclaredSettings extends SettingsIn<typeof settings> {}
}
