/** Change a packaging of the catalogue, or retire it. Plans keep it as it was. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Id, StringEnum } from "#vocabulary/basics.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { findPackaging, refuseSizes } from "../catalogue.ts";
import { messages } from "../messages.ts";
import { Packaging, packagingMembers } from "../shapes.ts";
import { PACKAGING_STATUSES } from "../tables.ts";

const { code: _code, ...changeable } = packagingMembers;

export const updatePackaging = defineOperation({
  name: "packagingUpdate",
  summary: "Change a packaging",
  effect: "write",
  access: { roles: BUSINESS_ROLES, scopes: ["packing:write"] },
  rest: { method: "PATCH", path: "/api/v1/packing-plans/packaging-catalog/{packaging_id}" },
  input: Type.Object({
    packaging_id: Id,
    ...Type.Partial(Type.Object(changeable)).properties,
    status: Type.Optional(
      StringEnum(PACKAGING_STATUSES, { description: "`retired`: no plan chooses it any more." }),
    ),
  }),
  output: Type.Object({ result: Type.Boolean(), version: Type.Integer(), packaging: Packaging }),
  refusals: { invalid_sizes: "invalid" },

  async run(context, { packaging_id, ...change }) {
    const { db, business_id, refuse, expectVersion, emit } = context;
    const old = await findPackaging(context, packaging_id, "for update");
    if (old === undefined) throw refuse("not_found", { message: messages.unknown_packaging });
    expectVersion(old.version);
    const after = { ...old, ...change };
    refuseSizes(context, after);
    await db.execute(
      `update packaging set name = $3, category = $4, inner_length_mm = $5, inner_width_mm = $6, inner_height_mm = $7,
         outer_length_mm = $8, outer_width_mm = $9, outer_height_mm = $10, max_weight_g = $11, tare_g = $12, cost_minor = $13,
         stock = $14, status = $15, version = version + 1 where business_id = $1 and id = $2`,
      [
        business_id,
        packaging_id,
        after.name.trim(),
        after.category.trim(),
        after.inner_length_mm,
        after.inner_width_mm,
        after.inner_height_mm,
        after.outer_length_mm,
        after.outer_width_mm,
        after.outer_height_mm,
        after.max_weight_g,
        after.tare_g,
        after.cost_minor,
        after.stock,
        after.status,
      ],
    );
    const packaging = await findPackaging(context, packaging_id);
    if (packaging === undefined) throw new Error("A locked packaging was gone.");
    emit({
      subject: { type: "packaging", id: packaging_id },
      kind: "packaging.changed",
      payload: { members: Object.keys(change) },
    });
    return { result: true, version: packaging.version, packaging };
  },
});
