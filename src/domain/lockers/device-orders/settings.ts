import Type from "typebox";
import { defineSettings, type SettingsIn } from "#operation/define/settings.ts";

export const settings = defineSettings({
  device_order_collect_days: {
    order: 294,
    default: 3,
    schema: Type.Integer({
      minimum: 1,
      maximum: 30,
      description: "Days in which a parcel is to be collected from a locker; 3 by default.",
    }),
  },
  device_order_detour_max_m: {
    order: 295,
    default: 3000,
    schema: Type.Integer({
      minimum: 0,
      maximum: 50_000,
      description:
        "How far from the address a locker is, at most, that is reserved after a failed attempt whose reason says `locker`; metres, 3,000 by default.",
    }),
  },
});

declare module "#operation/define/settings.ts" {
  interface DeclaredSettings extends SettingsIn<typeof settings> {}
}
