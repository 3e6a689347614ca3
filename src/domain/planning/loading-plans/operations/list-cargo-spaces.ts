/** The library of cargo spaces by mode and code. */
import Type from "typebox";
import { defineList, filter } from "#operation/define/list.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { type CargoSpaceView, SPACE_COLUMNS } from "../records/cargo-space.ts";
import { CargoSpace, MODES, SPACE_STATUSES } from "../space-shapes.ts";

export const listCargoSpaces = defineList({
  name: "cargoSpaces",
  summary: "List cargo spaces",
  access: { scopes: ["loading:read"] },
  rest: { method: "GET", path: "/api/v1/loading/spaces" },
  filters: { mode: filter(StringEnum(MODES)), status: filter(StringEnum(SPACE_STATUSES)) },
  rows: { cargo_spaces: Type.Array(CargoSpace) },
  from: "cargo_space",
  columns: SPACE_COLUMNS,
  order: "mode, length_mm::bigint * width_mm * height_mm, id",
  build: (row: CargoSpaceView) => row,
});
