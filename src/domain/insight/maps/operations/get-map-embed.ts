/** The page of a map for frames of the origins that it allows. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { expectRecord } from "#operation/define/get.ts";
import { messages } from "../messages.ts";
import { findPublished, READ_REFUSALS, requireOrigin } from "../public-access.ts";
import { READ_LIMIT, readMembers } from "../reading.ts";

const { slug } = readMembers;
const Header = Type.Optional(Type.String({ maxLength: 2000 }));

export const getMapEmbed = defineOperation({
  name: "mapEmbed",
  summary: "Get the page of a map for frames",
  description:
    "HTML for a frame, of the slug of a map or the id of a public one. `?layer=` shows one layer, `?focus=` a feature of it. A token stands behind `#token=`.",
  access: { public: true, ignores_token: true },
  rest: {
    method: "GET",
    path: "/api/v1/maps/{map}/embed",
    headers: { referer: "referer", destination: "sec-fetch-dest" },
    framed_page: "frame_ancestors",
  },
  limit: READ_LIMIT,
  input: Type.Object({ map: slug, referer: Header, destination: Header }),
  output: Type.Object({ result: Type.Boolean(), frame_ancestors: Type.Array(Type.String()) }),
  refusals: { origin_not_allowed: READ_REFUSALS.origin_not_allowed },
  tenant: (system_queries, { map }) => system_queries.findBusinessOfMap(map),

  async run(context, { map: name, referer, destination }) {
    const map = await findPublished(context, name);
    // A frame has no session, so nobody of the business is known there.
    if (map.access === "private") expectRecord(undefined, messages.no_map);
    if (destination === "iframe" || destination === "frame") requireOrigin(context as never, map, referer);
    return { result: true, frame_ancestors: ["'self'", ...map.allowed_origins] };
  },
});
