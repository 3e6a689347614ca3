/** Whose a point of interest is. One that its business shows to everybody can be named by others, and changed by nobody else. */
import type { Context } from "#operation/define/context.ts";
import { defineGet } from "#operation/define/get.ts";
import type { RefusalKind } from "#operation/define/refusal.ts";
import { messages } from "./messages.ts";
import { PoiRecord, type PoiRow } from "./records/poi.ts";

export const OWNER_REFUSALS = { not_owner: "forbidden" } as const satisfies Record<string, RefusalKind>;

type OwnerContext = Context<keyof typeof OWNER_REFUSALS>;

/** For `prepare`: one that is not there is refused by the run. */
export async function refuseForeign(context: OwnerContext, poi_id: number): Promise<void> {
  if ((await PoiRecord.find(context, poi_id)) !== undefined) return;
  if ((await context.system_queries.findPublicPoi(poi_id)) !== undefined)
    throw context.refuse("not_owner", { message: messages.not_owner });
}

/** One of the business that is there, locked. */
export const getLockedPoi = defineGet(
  async (context: Pick<Context<never>, "db" | "business_id">, id: number): Promise<PoiRow | undefined> => {
    const row = await PoiRecord.lock(context, id);
    return row?.merged_into === null ? row : undefined;
  },
  messages.no_poi,
);
