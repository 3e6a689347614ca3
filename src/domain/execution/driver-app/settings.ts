import Type from "typebox";
import { defineSettings, type SettingsIn } from "#operation/define/settings.ts";
import { Minor } from "#vocabulary/basics.ts";

export const settings = defineSettings({
  require_load_check: {
    order: 110,
    default: false,
    schema: Type.Boolean({
      description: "Goods are scanned onto the vehicle before a route starts; false by default.",
    }),
  },
  driver_pay: {
    order: 140,
    default: null,
    schema: Type.Object(
      { per_stop_minor: Minor, per_km_minor: Minor },
      { description: "What drivers earn, minor units of the business's currency; unset by default." },
    ),
  },
  min_driver_app_version: {
    order: 190,
    default: null,
    schema: Type.String({
      pattern: "^[0-9]{1,5}(\\.[0-9]{1,5}){0,2}$",
      maxLength: 20,
      description: "Minimum version of driver apps, older ones are refused; none by default.",
    }),
  },
});

declare module "#operation/define/settings.ts" {
  interface DeclaredSettings extends SettingsIn<typeof settings> {}
}
