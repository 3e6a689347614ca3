/** Change a cargo space of the library, or retire it. Plans keep it as it was. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { changeSpace, lockSpace, refuseSpace } from "../records/cargo-space.ts";
import { CargoSpace, SPACE_STATUSES, spaceMembers } from "../space-shapes.ts";

const { code: _code, ...changeable } = spaceMembers;

export const updateCargoSpace = defineOperation({
  name: "cargoSpaceUpdate",
  summary: "Update a cargo space",
  access: { scopes: ["loading:write"] },
  rest: { method: "PATCH", path: "/api/v1/loading/spaces/{cargo_space_id}" },
  input: Type.Object({
    cargo_space_id: Ref("cargo_space"),
    ...Type.Partial(Type.Object(changeable)).properties,
    status: Type.Optional(
      StringEnum(SPACE_STATUSES, { description: "`retired`: no plan chooses it any more." }),
    ),
  }),
  output: Type.Object({ result: Type.Boolean(), version: Type.Integer(), cargo_space: CargoSpace }),
  refusals: { invalid_space: "invalid" },

  async run(context, { cargo_space_id, ...change }) {
    const old = await lockSpace(context, cargo_space_id);
    context.expectVersion(old.version);
    refuseSpace(context, { ...old, ...change });
    const cargo_space = await changeSpace(context, old, change);
    return { result: true, version: cargo_space.version, cargo_space };
  },
});
