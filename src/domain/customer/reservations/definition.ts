/** Which bookables are stored: what is wrong with one beyond what its schema checks. */
import { type FormFields, findFormFaults } from "#domain/customer/services/public.ts";
import { findWarehouse } from "#domain/warehouse/warehouses/public.ts";
import type { Context } from "#operation/define/context.ts";
import { isTimeZone } from "#vocabulary/calendar.ts";
import { messages } from "./messages.ts";
import { type Calendar, findOverlap } from "./slots.ts";

export const DEFINITION_REFUSALS = {
  unknown_time_zone: "invalid",
  unknown_warehouse: "invalid",
  hours_overlap: "invalid",
  places_over_capacity: "invalid",
  invalid_form: "invalid",
} as const;

interface Definition {
  time_zone: string;
  warehouse_id: number | null;
  calendar: Calendar;
  capacity: number;
  places_max: number;
  form_fields: FormFields;
}

export async function checkDefinition(
  context: Context<keyof typeof DEFINITION_REFUSALS>,
  { time_zone, warehouse_id, calendar, capacity, places_max, form_fields }: Definition,
): Promise<void> {
  const { refuse } = context;
  const fail = (code: Exclude<keyof typeof DEFINITION_REFUSALS, "invalid_form">, field: string) =>
    refuse(code, { message: messages[code], errors: [{ field, message: messages[code] }] });
  if (!isTimeZone(time_zone)) throw fail("unknown_time_zone", "time_zone");
  if (warehouse_id !== null && (await findWarehouse(context as never, warehouse_id)) === undefined)
    throw fail("unknown_warehouse", "warehouse_id");
  const overlap = findOverlap(calendar.weekly);
  if (overlap >= 0) throw fail("hours_overlap", `calendar/weekly/${overlap}`);
  if (places_max > capacity) throw fail("places_over_capacity", "places_max");
  const faults = findFormFaults(form_fields);
  if (faults.length > 0)
    throw refuse("invalid_form", {
      message: messages.invalid_form,
      errors: faults.map(({ field, message }) => ({ field: `form_fields/${field}`, message })) as never,
    });
}
