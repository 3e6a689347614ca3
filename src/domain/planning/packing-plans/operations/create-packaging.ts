/** Add a packaging to the catalogue. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { insertPackaging, refuseSizes } from "../records/packaging.ts";
import { Packaging, packagingMembers } from "../shapes.ts";

const { outer_length_mm, max_weight_g, tare_g, cost_minor, stock, ...required } = packagingMembers;

export const createPackaging = defineOperation({
  name: "packagingCreate",
  summary: "Create a packaging",
  destructive: false,
  access: { scopes: ["packing:write"] },
  rest: { method: "POST", path: "/api/v1/packing-plans/packaging-catalog", status: 201 },
  input: Type.Object({
    ...required,
    outer_length_mm,
    max_weight_g: Type.Optional(max_weight_g),
    tare_g: Type.Optional(tare_g),
    cost_minor: Type.Optional(cost_minor),
    stock: Type.Optional(stock),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    packaging_id: Ref("packaging"),
    version: Type.Integer(),
    packaging: Packaging,
  }),
  refusals: { code_taken: "conflict", invalid_sizes: "invalid" },

  async run(context, input) {
    const facts = {
      ...input,
      code: input.code.trim(),
      name: input.name.trim(),
      category: input.category.trim(),
      max_weight_g: input.max_weight_g ?? null,
      tare_g: input.tare_g ?? 0,
      cost_minor: input.cost_minor ?? 0,
      stock: input.stock ?? null,
      source: "",
    };
    refuseSizes(context, facts);
    const packaging = await insertPackaging(context, facts);
    if (packaging === undefined)
      throw context.refuse("code_taken", {
        message: messages.code_taken,
        values: { code: facts.code },
        errors: [{ field: "code", message: messages.other_packaging }],
      });
    return { result: true, packaging_id: packaging.id, version: packaging.version, packaging };
  },
});
