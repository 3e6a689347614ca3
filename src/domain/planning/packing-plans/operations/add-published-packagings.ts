/** Take over a published set of cartons into the catalogue. Codes that it has already are left as they are. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Count, StringEnum } from "#vocabulary/basics.ts";
import { PUBLISHED_SET_CODES, PUBLISHED_SETS, toInnerMm, toOuterMm } from "../published.ts";
import { insertPackaging, type PackagingView } from "../records/packaging.ts";
import { Packaging } from "../shapes.ts";

export const addPublishedPackagings = defineOperation({
  name: "packagingAddPublished",
  summary: "Add a published set of packagings",
  destructive: false,
  access: { scopes: ["packing:write"] },
  rest: { method: "POST", path: "/api/v1/packing-plans/packaging-catalog/published" },
  input: Type.Object({ set: StringEnum(PUBLISHED_SET_CODES) }),
  output: Type.Object({
    result: Type.Boolean(),
    title: Type.String(),
    source: Type.String(),
    packagings: Type.Array(Packaging, { description: "Those that were added." }),
    present: Type.Integer({ ...Count, description: "How many the catalogue had already." }),
  }),

  async run(context, { set }) {
    const { title, source, category, max_weight_g, packagings } = PUBLISHED_SETS[set];
    const added: PackagingView[] = [];
    for (const { code, name, inner, outer } of packagings) {
      const row = await insertPackaging(context, {
        code,
        name,
        category,
        inner_length_mm: toInnerMm(inner[0]),
        inner_width_mm: toInnerMm(inner[1]),
        inner_height_mm: toInnerMm(inner[2]),
        outer_length_mm: toOuterMm(outer[0]),
        outer_width_mm: toOuterMm(outer[1]),
        outer_height_mm: toOuterMm(outer[2]),
        max_weight_g,
        tare_g: 0,
        cost_minor: 0,
        stock: null,
        source,
      });
      if (row !== undefined) added.push(row);
    }
    return { result: true, title, source, packagings: added, present: packagings.length - added.length };
  },
});
