import Type from "typebox";
import { defineSettings, type SettingsIn } from "#operation/define/settings.ts";

export const settings = defineSettings({
  plan_without_vehicle: {
    order: 60,
    default: false,
    schema: Type.Boolean({
      description:
        "Planning also uses drivers who have no vehicle, with no limit of capacity; false by default.",
    }),
  },
});

declare module "#operation/define/settings.ts" {
  interface DeclaredSettings extends SettingsIn<typeof settings> {}
}
