import Type from "typebox";
import { defineSettings, type SettingsIn } from "#operation/define/settings.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { PRICE_FAMILIES } from "#vocabulary/features.ts";
import { PROOFS } from "./shapes.ts";

export const settings = defineSettings({
  required_proofs: {
    order: 120,
    default: [],
    schema: Type.Array(StringEnum(PROOFS), {
      maxItems: 6,
      uniqueItems: true,
      description: "Required at every delivery; none by default.",
    }),
  },
  price_hiding_defaults: {
    order: 210,
    default: [],
    schema: Type.Array(StringEnum(PRICE_FAMILIES), {
      maxItems: 7,
      uniqueItems: true,
      description: "Families hidden from new customers; none by default.",
    }),
  },
});

declare module "#operation/define/settings.ts" {
  interface DeclaredSettings extends SettingsIn<typeof settings> {}
}
