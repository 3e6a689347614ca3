/** Stocking rounds do not meet buyers: who opens a door knows what is counted for it. */
import type { Static } from "typebox";
import type { DeviceRow } from "#domain/lockers/devices/public.ts";
import { expectPresence, type Position } from "#domain/lockers/lockers/public.ts";
import type { Context } from "#operation/define/context.ts";
import { messages } from "./messages.ts";
import type { CellRow } from "./records/cell.ts";

export const ROUND_REFUSALS = {
  buyer_at_door: "conflict",
  compartment_not_ready: "conflict",
  presence_failed: "forbidden",
} as const;

/** Members of a merchant stand before the locker whose door they have opened. */
export function expectAtLocker(
  context: Pick<Context<"presence_failed">, "now" | "refuse" | "actor">,
  device: DeviceRow,
  position: Static<typeof Position> | undefined,
): void {
  if (context.actor.role === "customer") expectPresence(context, device, position);
}

export async function expectNoSale(
  { db, business_id, refuse }: Pick<Context<"buyer_at_door">, "db" | "business_id" | "refuse">,
  { id }: CellRow,
): Promise<void> {
  const sale = await db.row(
    "select id from shop_sale where business_id = $1 and cell_id = $2 and status = 'OPEN_GRANTED' limit 1",
    [business_id, id],
  );
  if (sale !== undefined) throw refuse("buyer_at_door", { message: messages.buyer_at_door });
}
