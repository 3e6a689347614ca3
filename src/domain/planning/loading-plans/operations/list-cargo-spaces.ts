/** The library of cargo spaces by mode and code. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { PageInput, PageOutput, readPaging } from "#vocabulary/page.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { CargoSpace, MODES } from "../space-shapes.ts";
import { type CargoSpaceView, SPACE_COLUMNS } from "../spaces.ts";

export const listCargoSpaces = defineOperation({
  name: "cargoSpaces",
  summary: "List cargo spaces",
  effect: "read",
  access: { roles: BUSINESS_ROLES, scopes: ["loading:read"] },
  rest: { method: "GET", path: "/api/v1/loading/spaces" },
  input: Type.Object({
    ...PageInput,
    mode: Type.Optional(StringEnum(MODES)),
    status: Type.Optional(StringEnum(["active", "retired"])),
  }),
  output: Type.Object({ ...PageOutput, cargo_spaces: Type.Array(CargoSpace) }),

  async run({ db, business_id }, input) {
    const { page, per_page, offset } = readPaging(input);
    const found = `from cargo_space where business_id = $1 and ($2::text is null or mode = $2)
      and ($3::text is null or status = $3)`;
    const values = [business_id, input.mode ?? null, input.status ?? null];
    const [cargo_spaces, counted] = await Promise.all([
      db.rows<CargoSpaceView>(
        `select ${SPACE_COLUMNS} ${found} order by mode, length_mm::bigint * width_mm * height_mm, id limit $4 offset $5`,
        [...values, per_page, offset],
      ),
      db.row<{ n: number }>(`select count(*) as n ${found}`, values),
    ]);
    return { result: true, total: counted?.n ?? 0, page, per_page, cargo_spaces };
  },
});
