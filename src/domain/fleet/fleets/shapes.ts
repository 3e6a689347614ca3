/** Fleets, shifts and templates, as they are returned. */
import Type from "typebox";
import { CalendarDate, Id, Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { ENFORCEMENTS, HOURS_RULES, PRESET_NAMES } from "./rules.ts";
import { SHIFT_STATUSES } from "./status.ts";

export const MEMBERS_MAX = 500;
export const FleetName = Type.String({ minLength: 1, maxLength: 100, pattern: "\\S" });
export const Areas = Type.Array(Type.String({ minLength: 1, maxLength: 60, pattern: "\\S" }), {
  maxItems: 50,
  uniqueItems: true,
});
const Minutes = (description: string, maximum = 1440) => Type.Integer({ minimum: 0, maximum, description });

export const Fleet = Type.Object(
  {
    id: Ref("fleet"),
    name: Type.String(),
    contractor_id: Nullable(Ref("contractor", { ...Id, description: "Its owner; null: the business." })),
    contractor_name: Nullable(Type.String()),
    areas: Type.Array(Type.String()),
    status: StringEnum(["active", "closed"]),
    drivers: Type.Integer(),
    vehicles: Type.Integer(),
    captains: Type.Array(
      Type.Object({ driver_id: Ref("driver"), name: Type.String() }, { $id: "FleetCaptain" }),
    ),
    open_shifts: Type.Integer({ description: "To come, published, and without a driver." }),
    draft_shifts: Type.Integer({ description: "To come and not published." }),
    created_at: Timestamp,
    version: Type.Integer(),
    can_manage: Type.Boolean({ description: "The caller decides its members." }),
    can_plan: Type.Boolean({ description: "The caller plans its shifts." }),
  },
  { $id: "Fleet" },
);
export type Fleet = Type.Static<typeof Fleet>;

const FleetDriver = Type.Object(
  {
    driver_id: Ref("driver"),
    name: Type.String(),
    status: Type.String(),
    is_captain: Type.Boolean(),
    skills: Type.Array(Type.String()),
    vehicle_id: Nullable(
      Ref("vehicle", { ...Id, description: "The vehicle that the driver usually drives." }),
    ),
    joined_at: Timestamp,
  },
  { $id: "FleetDriver" },
);
const FleetVehicle = Type.Object(
  {
    vehicle_id: Ref("vehicle"),
    plate: Type.String(),
    name: Type.String(),
    type: Type.String(),
    status: Type.String(),
  },
  { $id: "FleetVehicle" },
);

export const FleetAnswer = Type.Object({
  result: Type.Boolean(),
  fleet_id: Ref("fleet"),
  version: Type.Integer(),
  fleet: Fleet,
  drivers: Type.Array(FleetDriver),
  vehicles: Type.Array(FleetVehicle),
});

export const Warning = Type.Object(
  {
    rule: StringEnum([...HOURS_RULES, "time_off", "unavailable"]),
    message: Type.String(),
    limit_min: Nullable(Type.Integer()),
    value_min: Nullable(Type.Integer()),
  },
  { $id: "ShiftWarning" },
);

export const Shift = Type.Object(
  {
    id: Ref("shift"),
    fleet_id: Ref("fleet"),
    fleet_name: Type.String(),
    driver_id: Nullable(Ref("driver")),
    driver_name: Nullable(Type.String()),
    vehicle_id: Nullable(Ref("vehicle")),
    vehicle_plate: Nullable(Type.String()),
    date: CalendarDate,
    starts_at: Timestamp,
    ends_at: Timestamp,
    minutes: Type.Integer({
      description: "From start to end on the clock of physics: a change of the clock counts.",
    }),
    break_min: Type.Integer(),
    area: Type.String(),
    skills: Type.Array(Type.String()),
    note: Type.String(),
    status: StringEnum(SHIFT_STATUSES),
    source: StringEnum(["calendar", "claim", "manual"]),
    route_id: Nullable(Ref("route", { ...Id, description: "The route of the board that it was made for." })),
    published_at: Nullable(Timestamp),
    started_at: Nullable(Timestamp),
    break_started_at: Nullable(Timestamp),
    break_taken_min: Type.Integer(),
    ended_at: Nullable(Timestamp),
    version: Type.Integer(),
    can_edit: Type.Boolean(),
    can_publish: Type.Boolean(),
    can_assign: Type.Boolean(),
    can_cancel: Type.Boolean(),
    can_claim: Type.Boolean(),
    can_swap: Type.Boolean(),
    can_check_in: Type.Boolean(),
    can_break: Type.Boolean(),
    can_check_out: Type.Boolean(),
  },
  { $id: "Shift" },
);
export type Shift = Type.Static<typeof Shift>;

export const ShiftAnswer = Type.Object({
  result: Type.Boolean(),
  shift_id: Ref("shift"),
  version: Type.Integer(),
  shift: Shift,
  warnings: Type.Array(Warning, { description: "What to look at: hours, rest, availability of the driver." }),
});

const SkillCodes = Type.Array(Ref("skill_code", Type.String({ minLength: 1, maxLength: 60 })), {
  maxItems: 20,
  uniqueItems: true,
});

/** What may be said of a shift when it is created, and changed later. */
export const shiftMembers = {
  driver_id: Type.Optional(Nullable(Ref("driver"))),
  vehicle_id: Type.Optional(Nullable(Ref("vehicle"))),
  break_min: Type.Optional(Minutes("Planned break; as the rules need when absent.", 480)),
  area: Type.Optional(Type.String({ maxLength: 60 })),
  skills: Type.Optional(SkillCodes),
  note: Type.Optional(Type.String({ maxLength: 500 })),
};

export const Swap = Type.Object(
  {
    id: Ref("shift_swap"),
    shift: Shift,
    for_shift: Nullable(Shift),
    from_driver_id: Ref("driver"),
    from_driver_name: Type.String(),
    to_driver_id: Ref("driver"),
    to_driver_name: Type.String(),
    status: Type.String(),
    created_at: Timestamp,
    can_accept: Type.Boolean(),
    can_withdraw: Type.Boolean(),
  },
  { $id: "ShiftSwap" },
);

export const Template = Type.Object(
  {
    id: Ref("shift_template"),
    fleet_id: Ref("fleet"),
    name: Type.String(),
    shifts: Type.Integer(),
    created_at: Timestamp,
  },
  { $id: "ShiftTemplate" },
);

const Local = Type.String({ pattern: "^([01][0-9]|2[0-3]):[0-5][0-9]$", maxLength: 5, description: "HH:MM" });

export const availabilityMembers = {
  weekly: Type.Array(
    Type.Object(
      {
        weekday: Type.Integer({ minimum: 1, maximum: 7, description: "1 is Monday." }),
        from: Local,
        to: Local,
      },
      { $id: "WeeklyTime" },
    ),
    {
      maxItems: 50,
      description:
        "When the driver works in a week, in the time zone of the business; an end that is not after the start is the next day's. Empty: at any time.",
    },
  ),
  time_off: Type.Array(
    Type.Object(
      { from_date: CalendarDate, to_date: CalendarDate, note: Type.String({ maxLength: 200 }) },
      { $id: "TimeOff" },
    ),
    { maxItems: 100 },
  ),
};

export const AvailabilityAnswer = Type.Object({
  result: Type.Boolean(),
  driver_id: Ref("driver"),
  version: Type.Integer(),
  ...availabilityMembers,
});

export const settingsMembers = {
  preset: Nullable(
    StringEnum(PRESET_NAMES, {
      description:
        "Whose rules apply where no other value is set; null: those of the country of the business.",
    }),
  ),
  shift_max_min: Nullable(Minutes("Longest shift.")),
  rest_min: Nullable(Minutes("Shortest rest between two shifts.")),
  week_max_min: Nullable(Minutes("Longest work in a week, Monday to Sunday, without breaks.", 10_080)),
  break_min: Nullable(Minutes("Shortest break.", 480)),
  break_after_min: Nullable(Minutes("A break is due in a shift longer than this.")),
  enforcement: StringEnum(ENFORCEMENTS, {
    description: "What becomes of a shift that breaks these rules: `warn` only, or `refuse`.",
  }),
  no_show_after_min: Type.Integer({
    minimum: 1,
    maximum: 240,
    description: "A driver who has not begun this long after the start did not come.",
  }),
};

export const SettingsAnswer = Type.Object({
  result: Type.Boolean(),
  version: Type.Integer(),
  settings: Type.Object(settingsMembers, { $id: "FleetSettings" }),
  in_force: Type.Object(
    {
      preset: StringEnum(PRESET_NAMES),
      shift_max_min: Type.Integer(),
      rest_min: Type.Integer(),
      week_max_min: Type.Integer(),
      break_min: Type.Integer(),
      break_after_min: Type.Integer(),
    },
    { $id: "HoursInForce", description: "What applies, with the values of the preset." },
  ),
});
