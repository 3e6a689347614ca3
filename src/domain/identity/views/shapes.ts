/** Schemas of saved views. */
import Type from "typebox";
import { AccountId, Timestamp } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";

const KEYS_MAX = 60;
const WORD = "^[a-z][a-z0-9_]{0,39}$";

export const PageKey = Type.String({
  pattern: "^[a-z][a-z0-9_-]{0,39}$",
  maxLength: 40,
  description: "The list that the view is of, such as orders.",
});

const FilterValue = Type.Union([
  Type.String({ maxLength: 200 }),
  Type.Number(),
  Type.Boolean(),
  Type.Array(Type.String({ maxLength: 100 }), { maxItems: 50 }),
]);

export const ViewDefinition = Type.Object(
  {
    filters: Type.Record(Type.String({ pattern: WORD }), FilterValue, {
      maxProperties: KEYS_MAX,
      additionalProperties: false,
      description: "By their names in the address of the list.",
    }),
    sort: Type.Optional(
      Type.String({ pattern: "^-?[a-z][a-z0-9_]{0,39}$", description: "- before it for descending." }),
    ),
    columns: Type.Optional(
      Type.Array(Type.String({ pattern: WORD }), {
        minItems: 1,
        maxItems: KEYS_MAX,
        uniqueItems: true,
        description: "Shown columns in their sequence; those that the list proposes when absent.",
      }),
    ),
    widths: Type.Optional(
      Type.Record(Type.String({ pattern: WORD }), Type.Integer({ minimum: 1, maximum: 2000 }), {
        maxProperties: KEYS_MAX,
        additionalProperties: false,
        description: "Pixels, by column.",
      }),
    ),
  },
  { $id: "ViewDefinition", additionalProperties: false },
);
export type ViewDefinition = Type.Static<typeof ViewDefinition>;

export const ViewName = Type.String({ minLength: 1, maxLength: 80, pattern: "\\S" });

export const View = Type.Object(
  {
    id: Ref("view"),
    page: Type.String(),
    name: Type.String(),
    shared: Type.Boolean({ description: "The staff of the business use it too." }),
    definition: ViewDefinition,
    owner: Type.Object({ id: Ref("account", AccountId), name: Type.String() }),
    is_own: Type.Boolean(),
    is_default: Type.Boolean({ description: "The list opens with it for the caller." }),
    can_change: Type.Boolean({ description: "The caller may change and delete it." }),
    version: Type.Integer(),
    updated_at: Timestamp,
  },
  { $id: "View" },
);
export type View = Type.Static<typeof View>;
