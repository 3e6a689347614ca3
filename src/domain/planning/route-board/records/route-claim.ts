/** Claims of routes: who has a route of the board, and who waits for it. */
import type { Context } from "#operation/define/context.ts";
import { defineRecord, type NewRow, type Row } from "#operation/define/record.ts";
import type { ClaimState } from "../rules.ts";

export interface RouteClaimRow extends Row<"route_claim"> {
  state: ClaimState;
}

export const RouteClaimRecord = defineRecord<"route_claim", RouteClaimRow>("route_claim");

/** Claims that count, by route: holders and those who wait, in the order in which they came. */
export async function loadClaims(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  route_ids: readonly number[],
): Promise<Map<number, RouteClaimRow[]>> {
  const rows = await db.rows<RouteClaimRow>(
    `select * from route_claim where business_id = $1 and route_id = any($2::bigint[])
       and state in ('held', 'promoted', 'standby') order by id`,
    [business_id, [...route_ids]],
  );
  return Map.groupBy(rows, ({ route_id }) => route_id);
}

type Writer = Pick<Context, "db" | "business_id" | "now">;

export const insertClaim = (
  context: Writer,
  claim: Omit<NewRow<"route_claim", RouteClaimRow>, "claimed_at">,
): Promise<RouteClaimRow> =>
  RouteClaimRecord.insert(context, { ...claim, claimed_at: context.now.toISOString() });

export const endClaim = (
  context: Writer,
  claim: RouteClaimRow,
  state: Extract<ClaimState, "withdrawn" | "lost">,
): Promise<RouteClaimRow> =>
  RouteClaimRecord.change(context, claim, { state, ended_at: context.now.toISOString() });
