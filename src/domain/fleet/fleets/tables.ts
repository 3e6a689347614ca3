/** The shape of the rows of fleets and shifts. */
import type { Availability, HoursLimits, TimeOff, WeeklyTime } from "./rules.ts";
import type { ShiftStatus } from "./status.ts";

export interface FleetRow {
  id: number;
  business_id: number;
  name: string;
  contractor_id: number | null;
  areas: string[];
  status: "active" | "closed";
  created_by: number | null;
  created_at: string;
  version: number;
}

interface MemberRow {
  business_id: number;
  fleet_id: number;
  driver_id: number;
}

export interface ShiftRow {
  id: number;
  business_id: number;
  fleet_id: number;
  driver_id: number | null;
  vehicle_id: number | null;
  date: string;
  starts_at: string;
  ends_at: string;
  break_min: number;
  area: string;
  skills: string[];
  note: string;
  status: ShiftStatus;
  source: "calendar" | "claim" | "manual";
  route_id: number | null;
  published_at: string | null;
  started_at: string | null;
  break_started_at: string | null;
  break_taken_min: number;
  ended_at: string | null;
  created_by: number | null;
  created_at: string;
  version: number;
}

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

export interface TemplateRow {
  id: number;
  business_id: number;
  fleet_id: number;
  name: string;
  entries: TemplateEntry[];
  created_at: string;
}

export interface SwapRow {
  id: number;
  business_id: number;
  shift_id: number;
  for_shift_id: number | null;
  from_driver_id: number;
  to_driver_id: number;
  status: "REQUESTED" | "ACCEPTED" | "DECLINED" | "WITHDRAWN" | "LAPSED";
  created_at: string;
  decided_at: string | null;
}

/** Null: as the preset says. */
export interface FleetSettingsRow extends Record<keyof HoursLimits, number | null> {
  business_id: number;
  preset: string | null;
  enforcement: "warn" | "refuse";
  no_show_after_min: number;
  version: number;
}

export interface AvailabilityRow extends Availability {
  business_id: number;
  driver_id: number;
  weekly: WeeklyTime[];
  time_off: TimeOff[];
  version: number;
}

declare module "#platform/db/tables.ts" {
  interface Tables {
    fleet: FleetRow;
    fleet_driver: MemberRow & { joined_at: string };
    fleet_captain: MemberRow & { since: string };
    fleet_vehicle: { business_id: number; fleet_id: number; vehicle_id: number; joined_at: string };
    fleet_settings: FleetSettingsRow;
    shift: ShiftRow;
    shift_template: TemplateRow;
    shift_swap: SwapRow;
    driver_availability: AvailabilityRow;
  }
}
