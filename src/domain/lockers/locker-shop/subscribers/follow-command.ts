/** The door that was to open for a sale did not: the money goes back. */
import { commandEnded } from "#domain/lockers/devices/public.ts";
import { subscribe } from "#operation/define/topic.ts";
import { refundSale } from "../change.ts";
import type { SaleRow } from "../records/sale.ts";

export const followCommand = subscribe(commandEnded, async (context, { command, outcome }) => {
  if (command.kind !== "open" || outcome === "done") return;
  const row = await context.db.row<SaleRow>(
    `select * from shop_sale where business_id = $1 and command_id = $2 and status = 'OPEN_GRANTED' and opened_at is null
      order by id for update`,
    [context.business_id, command.id],
  );
  if (row !== undefined) await refundSale(context, row, "door_not_opened");
});
