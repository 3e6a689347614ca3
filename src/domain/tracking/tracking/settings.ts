import Type from "typebox";
import { defineSettings, type SettingsIn } from "#operation/define/settings.ts";
import { Id } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";

export const settings = defineSettings({
  public_proof: {
    order: 70,
    default: true,
    schema: Type.Boolean({ description: "Public tracking shows proofs of delivery; true by default." }),
  },
  number_range_id: {
    order: 80,
    default: null,
    schema: Ref("number_range", {
      ...Id,
      description: "Range that new orders take their tracking numbers from; random numbers by default.",
    }),
  },
  public_carrier_numbers: {
    order: 90,
    default: false,
    schema: Type.Boolean({
      description:
        "Anybody may track by the number that another carrier gave to a shipment; false by default, because such numbers can be guessed.",
    }),
  },
  public_aliases: {
    order: 100,
    default: false,
    schema: Type.Boolean({
      description:
        "Anybody may track by the other numbers given to a shipment, such as a customer's reference; false by default.",
    }),
  },
});

declare module "#operation/define/settings.ts" {
  interface DeclaredSettings extends SettingsIn<typeof settings> {}
}
