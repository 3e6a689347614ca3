/** Members that reads of published maps share. */
import { hash } from "node:crypto";
import Type from "typebox";
import type { DeclaredLimit } from "#operation/limits/rate-limits.ts";
import { NoRef } from "#vocabulary/ref.ts";
import type { PublishedMap } from "./public-access.ts";
import { type LayerContent, MAP } from "./records/map.ts";
import { type FeatureReader, readLayerState } from "./sources/query.ts";

/** Anybody may call; who has a token or belongs to the business sees more. */
export const READ_ACCESS = { public: true, link: MAP } as const;
export const READ_HEADERS = { origin: "origin" } as const;
export const READ_LIMIT: DeclaredLimit = { name: "map_read", per_s: 10, burst: 120 };

export const readMembers = {
  slug: NoRef(
    "the public name of a map",
    Type.String({
      minLength: 1,
      maxLength: 60,
      pattern: "^[a-z0-9-]+$",
      description: "Of the map, as its address has it.",
    }),
  ),
  origin: Type.Optional(
    Type.String({ maxLength: 300, description: "The header that browsers send for pages of other origins." }),
  ),
};

export const ticketMember = {
  ticket: Type.Optional(
    Type.String({
      maxLength: 120,
      "x-secret": true,
      description: "Of `mapPublic`: opens the address for ten minutes, and not after the token is revoked.",
    }),
  ),
};

/** Everything that what readers see of a layer depends on. */
export async function describeState(
  context: FeatureReader,
  { map, number }: Pick<PublishedMap, "map" | "number">,
  layer: LayerContent,
): Promise<{ key: string; tag: string; count: number; bounds: [number, number, number, number] | null }> {
  const { count, stamp, bounds } = await readLayerState(context, layer);
  const key = `${context.business_id}/${map.id}/${layer.id}/${number}/${stamp}`;
  return { key, tag: hash("sha256", key).slice(0, 20), count, bounds };
}
