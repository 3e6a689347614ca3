/** Add a cargo space to the library. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { insertSpace, NO_LIMITS, refuseSpace } from "../records/cargo-space.ts";
import { CargoSpace, limitMembers, spaceMembers } from "../space-shapes.ts";

export const createCargoSpace = defineOperation({
  name: "cargoSpaceCreate",
  summary: "Create a cargo space",
  destructive: false,
  access: { scopes: ["loading:write"] },
  rest: { method: "POST", path: "/api/v1/loading/spaces", status: 201 },
  input: Type.Object({ ...spaceMembers, ...Type.Partial(Type.Object(limitMembers)).properties }),
  output: Type.Object({
    result: Type.Boolean(),
    cargo_space_id: Ref("cargo_space"),
    version: Type.Integer(),
    cargo_space: CargoSpace,
  }),
  refusals: { code_taken: "conflict", invalid_space: "invalid" },

  async run(context, input) {
    const facts = { ...NO_LIMITS, ...input };
    refuseSpace(context, facts);
    const cargo_space = await insertSpace(context, facts);
    if (cargo_space === undefined)
      throw context.refuse("code_taken", {
        message: messages.code_taken,
        values: { code: facts.code.trim() },
        errors: [{ field: "code", message: messages.other_space }],
      });
    return { result: true, cargo_space_id: cargo_space.id, version: cargo_space.version, cargo_space };
  },
});
