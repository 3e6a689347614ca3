/** Schemas that packing plans and loading plans have in common. */
import Type from "typebox";
import { Count, StringEnum } from "#vocabulary/basics.ts";

export const DIMENSIONS = ["length", "width", "height"] as const;

export const uprightInput = Type.Optional(
  Type.Array(StringEnum(DIMENSIONS), {
    minItems: 1,
    maxItems: 3,
    uniqueItems: true,
    description: "Which dimensions may stand upright; `height` alone keeps the item as it is. All if absent.",
  }),
);

export const buildSeparateGroups = (maxItems: number, description: string) =>
  Type.Optional(
    Type.Array(Type.Array(Type.String({ minLength: 1, maxLength: 40 }), { minItems: 2, maxItems: 2 }), {
      maxItems,
      description,
    }),
  );

/** What the solver put nowhere. */
export const buildLeftItemShape = <const Reasons extends readonly string[]>($id: string, reasons: Reasons) =>
  Type.Object(
    {
      item: Type.String(),
      name: Type.String(),
      quantity: Count,
      reason: StringEnum(reasons),
      message: Type.String(),
    },
    { $id },
  );
