/** Refuses to take a route from a driver whose phone still holds what was done on it, unless the caller says to go on. */
import Type from "typebox";
import { findUnsentCommands } from "#domain/fleet/drivers/public.ts";
import type { Context } from "#operation/define/context.ts";
import { messages } from "./messages.ts";
import type { RouteRow } from "./records/route.ts";
import { isUnreleased } from "./status.ts";

/** Member of every command that takes a released route from its driver, or ends it. */
export const allowUnsent = Type.Optional(
  Type.Boolean({
    description:
      "Do it even if the driver's phone said that it holds commands of the route which it has not sent yet; refused with `unsent_commands` otherwise. They count as late facts when they arrive.",
  }),
);

/** By the last word of the driver's phones: one without a connection may hold more. */
export async function expectNothingUnsent(
  context: Context<"unsent_commands">,
  { id, driver_id, status }: Pick<RouteRow, "id" | "driver_id" | "status">,
  allowed: boolean | undefined,
): Promise<void> {
  if (allowed === true || driver_id === null || isUnreleased(status)) return;
  const unsent = await findUnsentCommands(context, driver_id, id);
  if (unsent === undefined) return;
  const { commands, reported_at, driver_name } = unsent;
  throw context.refuse("unsent_commands", {
    message: messages.unsent_commands,
    values: { driver: driver_name, commands, at: reported_at },
    extra: { commands, reported_at },
  });
}
