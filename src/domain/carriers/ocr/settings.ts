import Type from "typebox";
import { defineSettings, type SettingsIn } from "#operation/define/settings.ts";

export const settings = defineSettings({
  label_confidence_min: {
    order: 320,
    default: 0.9,
    schema: Type.Number({
      minimum: 0.5,
      maximum: 1,
      description: "A label with a value that is less certain waits for a person; 0.9 by default.",
    }),
  },
  label_image_days: {
    order: 321,
    default: 30,
    schema: Type.Integer({
      minimum: 1,
      maximum: 365,
      description: "Pictures of labels are deleted after so many days; 30 by default.",
    }),
  },
});

declare module "#operation/define/settings.ts" {
  interface DeclaredSettings extends SettingsIn<typeof settings> {}
}
