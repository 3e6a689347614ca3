/** Templates of the fleets that the caller plans: what one is, how it is found, stored and shown. */
import type { Context } from "#operation/define/context.ts";
import { defineRecord, type Row } from "#operation/define/record.ts";
import { type AllowedFleet, getPlannedFleet } from "../access.ts";
import { messages } from "../messages.ts";

/** One shift of a week: day of the week (1 Monday), local times; an end that is not after the start is the next day's. */
export interface TemplateEntry {
  weekday: number;
  start: string;
  end: string;
  break_min: number;
  area: string;
  skills: string[];
  note: string;
  driver_id: number | null;
  vehicle_id: number | null;
}

interface TemplateRow extends Row<"shift_template"> {
  entries: TemplateEntry[];
}

export const TemplateRecord = defineRecord<"shift_template", TemplateRow>("shift_template");

export async function getTemplate(
  context: Context<"not_captain">,
  shift_template_id: number,
  lock?: "exclusive",
): Promise<AllowedFleet & { template: TemplateRow }> {
  const { actor, refuse } = context;
  const template = await TemplateRecord.find(context, shift_template_id);
  const unknown = () => refuse("not_found", { message: messages.unknown_template });
  if (template === undefined && actor.role !== "driver") throw unknown();
  const allowed = await getPlannedFleet(context, template?.fleet_id, lock);
  if (template === undefined) throw unknown();
  return { ...allowed, template };
}
