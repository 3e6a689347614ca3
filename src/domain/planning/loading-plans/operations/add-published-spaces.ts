/** Take over a published set of cargo spaces into the library. Codes that it has already are left as they are. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Count, StringEnum } from "#vocabulary/basics.ts";
import { PUBLISHED_SET_CODES, PUBLISHED_SETS } from "../published.ts";
import { type CargoSpaceView, insertSpace, NO_LIMITS } from "../records/cargo-space.ts";
import { CargoSpace } from "../space-shapes.ts";

export const addPublishedSpaces = defineOperation({
  name: "cargoSpaceAddPublished",
  summary: "Add a published set of cargo spaces",
  destructive: false,
  access: { scopes: ["loading:write"] },
  rest: { method: "POST", path: "/api/v1/loading/spaces/published" },
  input: Type.Object({ set: StringEnum(PUBLISHED_SET_CODES) }),
  output: Type.Object({
    result: Type.Boolean(),
    title: Type.String(),
    source: Type.String(),
    cargo_spaces: Type.Array(CargoSpace, { description: "Those that were added." }),
    present: Type.Integer({ ...Count, description: "How many the library had already." }),
  }),

  async run(context, { set }) {
    const { title, source, mode, spaces } = PUBLISHED_SETS[set];
    const added: CargoSpaceView[] = [];
    for (const space of spaces) {
      const row = await insertSpace(context, { mode, ...NO_LIMITS, ...space, source });
      if (row !== undefined) added.push(row);
    }
    return { result: true, title, source, cargo_spaces: added, present: spaces.length - added.length };
  },
});
