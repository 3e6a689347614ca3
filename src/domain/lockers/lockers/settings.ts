import Type from "typebox";
import { defineSettings, type SettingsIn } from "#operation/define/settings.ts";

export const settings = defineSettings({
  locker_door_open_max_s: {
    order: 290,
    default: 180,
    schema: Type.Integer({
      minimum: 30,
      maximum: 3600,
      description: "Seconds after which an open door of a locker is reported as left open; 180 by default.",
    }),
  },
});

declare module "#operation/define/settings.ts" {
  interface DeclaredSettings extends SettingsIn<typeof settings> {}
}
