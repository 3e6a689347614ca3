/** A published map for its readers: what it shows, and how each layer is read. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Nullable, Timestamp } from "#vocabulary/basics.ts";
import { createTicket, openMap, READ_REFUSALS } from "../public-access.ts";
import { describeState, READ_ACCESS, READ_HEADERS, READ_LIMIT, readMembers } from "../reading.ts";
import type { Bounds } from "../records/map.ts";
import { TILES_FROM } from "../rules.ts";
import { PublishedMap } from "../shapes.ts";

export const getPublicMap = defineOperation({
  name: "mapPublic",
  summary: "Get a published map",
  description:
    "Layers of `delivery` geojson are read at `/layers/{id}.geojson`, others as tiles. A map that is open to tokens answers to `Authorization: Bearer`, " +
    "with a ticket for addresses of layers and tiles.",
  access: READ_ACCESS,
  localised: true,
  rest: { method: "GET", path: "/api/v1/maps/public/{slug}", headers: READ_HEADERS },
  limit: READ_LIMIT,
  input: Type.Object(readMembers),
  output: Type.Object({
    result: Type.Boolean(),
    published_map: PublishedMap,
    ticket: Nullable(Type.String({ "x-secret": true, description: "Null where none is needed." })),
    ticket_ends_at: Nullable(Timestamp),
  }),
  refusals: READ_REFUSALS,
  tenant: (system_queries, { slug }) => system_queries.findBusinessOfMap(slug),

  async run(context, { slug, origin }) {
    const published = await openMap(context, { name: slug, origin });
    const { map, content, number, ticket_for } = published;
    const states = await Promise.all(content.layers.map((layer) => describeState(context, published, layer)));
    const ticket = ticket_for === null ? null : createTicket(context, map.id, ticket_for);
    context.respond({ headers: { "cache-control": map.access === "public" ? "no-cache" : "no-store" } });
    return {
      result: true,
      published_map: {
        slug: map.slug,
        title: content.title,
        description: content.description,
        business_name: context.business.name,
        access: map.access,
        base: content.base,
        bounds:
          content.bounds ?? joinBounds(states.flatMap(({ bounds }) => (bounds === null ? [] : [bounds]))),
        number,
        published_at: map.published_at as string,
        layers: content.layers.map(({ fields, ...layer }, index) => ({
          ...layer,
          fields: fields.map(({ key }) => key),
          features: states[index]?.count ?? 0,
          delivery: (states[index]?.count ?? 0) >= TILES_FROM ? ("tiles" as const) : ("geojson" as const),
          data_tag: states[index]?.tag ?? "",
        })),
      },
      ticket: ticket?.ticket ?? null,
      ticket_ends_at: ticket?.ends_at.toISOString() ?? null,
    };
  },
});

function joinBounds(all: readonly Bounds[]): Bounds | null {
  if (all.length === 0) return null;
  const side = (index: 0 | 1 | 2 | 3) => all.map((bounds) => bounds[index]);
  return [Math.min(...side(0)), Math.min(...side(1)), Math.max(...side(2)), Math.max(...side(3))];
}
