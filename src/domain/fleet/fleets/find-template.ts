/** A template of a fleet that the caller plans. */
import type { Context } from "#operation/define/context.ts";
import { type AllowedFleet, getPlannedFleet } from "./access.ts";
import { messages } from "./messages.ts";
import type { TemplateRow } from "./tables.ts";

export async function getTemplate(
  context: Context<"not_captain">,
  shift_template_id: number,
  lock?: "exclusive",
): Promise<AllowedFleet & { template: TemplateRow }> {
  const { db, business_id, actor, refuse } = context;
  const template = await db.row<TemplateRow>(
    "select id, business_id, fleet_id, name, entries, created_at from shift_template where business_id = $1 and id = $2",
    [business_id, shift_template_id],
  );
  const unknown = () => refuse("not_found", { message: messages.unknown_template });
  if (template === undefined && actor.role !== "driver") throw unknown();
  const allowed = await getPlannedFleet(context, template?.fleet_id, lock);
  if (template === undefined) throw unknown();
  return { ...allowed, template };
}
