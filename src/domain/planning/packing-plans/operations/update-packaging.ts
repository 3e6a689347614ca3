/** Change a packaging of the catalogue, or retire it. Plans keep it as it was. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { changePackaging, lockPackaging, refuseSizes } from "../records/packaging.ts";
import { PACKAGING_STATUSES, Packaging, packagingMembers } from "../shapes.ts";

const { code: _code, ...changeable } = packagingMembers;

export const updatePackaging = defineOperation({
  name: "packagingUpdate",
  summary: "Update a packaging",
  access: { scopes: ["packing:write"] },
  rest: { method: "PATCH", path: "/api/v1/packing-plans/packaging-catalog/{packaging_id}" },
  input: Type.Object({
    packaging_id: Ref("packaging"),
    ...Type.Partial(Type.Object(changeable)).properties,
    status: Type.Optional(
      StringEnum(PACKAGING_STATUSES, { description: "`retired`: no plan chooses it any more." }),
    ),
  }),
  output: Type.Object({ result: Type.Boolean(), version: Type.Integer(), packaging: Packaging }),
  refusals: { invalid_sizes: "invalid" },

  async run(context, { packaging_id, ...change }) {
    const old = await lockPackaging(context, packaging_id);
    context.expectVersion(old.version);
    refuseSizes(context, { ...old, ...change });
    const { name, category } = change;
    const packaging = await changePackaging(context, old, {
      ...change,
      ...(name === undefined ? {} : { name: name.trim() }),
      ...(category === undefined ? {} : { category: category.trim() }),
    });
    return { result: true, version: packaging.version, packaging };
  },
});
