/** Change a cargo space of the library, or retire it. Plans keep it as it was. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Id, StringEnum } from "#vocabulary/basics.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { messages } from "../messages.ts";
import { CargoSpace, spaceMembers } from "../space-shapes.ts";
import { findSpace, refuseSpace, toColumns } from "../spaces.ts";

const { code: _code, ...changeable } = spaceMembers;

export const updateCargoSpace = defineOperation({
  name: "cargoSpaceUpdate",
  summary: "Change a cargo space",
  effect: "write",
  access: { roles: BUSINESS_ROLES, scopes: ["loading:write"] },
  rest: { method: "PATCH", path: "/api/v1/loading/spaces/{cargo_space_id}" },
  input: Type.Object({
    cargo_space_id: Id,
    ...Type.Partial(Type.Object(changeable)).properties,
    status: Type.Optional(
      StringEnum(["active", "retired"], { description: "`retired`: no plan chooses it any more." }),
    ),
  }),
  output: Type.Object({ result: Type.Boolean(), version: Type.Integer(), cargo_space: CargoSpace }),
  refusals: { invalid_space: "invalid" },

  async run(context, { cargo_space_id, ...change }) {
    const { db, business_id, refuse, expectVersion, emit } = context;
    const old = await findSpace(context, cargo_space_id, "for update");
    if (old === undefined) throw refuse("not_found", { message: messages.unknown_space });
    expectVersion(old.version);
    const after = { ...old, ...change };
    refuseSpace(context, after);
    await db.execute(
      `update cargo_space set name = $3, mode = $4, length_mm = $5, width_mm = $6, height_mm = $7, door = $8, contour = $9,
         obstacles = $10, payload_g = $11, floor_load_kg_m2 = $12, axles = $13, temperatures = $14, status = $15, version = version + 1
        where business_id = $1 and id = $2`,
      [business_id, cargo_space_id, ...toColumns(after), after.status],
    );
    const cargo_space = await findSpace(context, cargo_space_id);
    if (cargo_space === undefined) throw new Error("A locked cargo space was gone.");
    emit({
      subject: { type: "cargo_space", id: cargo_space_id },
      kind: "cargo_space.changed",
      payload: { members: Object.keys(change) },
    });
    return { result: true, version: cargo_space.version, cargo_space };
  },
});
