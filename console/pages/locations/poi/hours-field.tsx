/** Opening hours: each weekday, days with other hours, and a calendar of holidays. */
import { ActionIcon, Autocomplete, Button, Checkbox, Switch, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { IconPlus, IconTrash } from "#icons";
import { getRules, toMemberProps } from "../../../parts/form-rules.ts";
import { groupCalendars } from "./holidays.tsx";
import { holidaysQuery, type PoiHours } from "./queries.ts";
import { text } from "./text.ts";

const RULES = getRules("poiCreate");

type Day = PoiHours["weekly"][number]["days"][number];
type Interval = { opens: string; closes: string };
type Exception = NonNullable<PoiHours["exceptions"]>[number];

const DAYS = [
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
  "sunday",
] as const satisfies readonly Day[];
const FIRST: Interval = { opens: "08:00", closes: "18:00" };

const findIntervals = ({ weekly }: PoiHours, day: Day): Interval[] =>
  weekly.filter(({ days }) => days.includes(day)).flatMap(({ intervals }) => intervals);

/** One entry for each day. */
function withDay(hours: PoiHours, day: Day, intervals: Interval[]): PoiHours {
  const weekly = DAYS.map((one) => ({
    days: [one],
    intervals: one === day ? intervals : findIntervals(hours, one),
  })).filter((one) => one.intervals.length > 0);
  return { ...hours, weekly };
}

export function HoursField({
  value,
  onChange,
}: {
  value: PoiHours | null;
  onChange: (value: PoiHours | null) => void;
}) {
  const holidays = useQuery(holidaysQuery);
  const setHolidays = (intervals: Interval[]) =>
    value?.holidays && onChange({ ...value, holidays: { ...value.holidays, intervals } });
  return (
    <fieldset className="stack" style={{ border: 0, padding: 0, margin: 0, gap: 8 }}>
      <legend className="strong" style={{ padding: 0, marginBottom: 6 }}>
        {text.hours}
      </legend>
      <Switch
        label={text.hours_known}
        checked={value !== null}
        onChange={({ currentTarget }) =>
          onChange(
            currentTarget.checked
              ? { weekly: DAYS.slice(0, 5).map((day) => ({ days: [day], intervals: [FIRST] })) }
              : null,
          )
        }
      />
      {value === null ? null : (
        <>
          {DAYS.map((day) => (
            <Weekday
              key={day}
              name={text.days[day]}
              intervals={findIntervals(value, day)}
              onChange={(intervals) => onChange(withDay(value, day, intervals))}
            />
          ))}
          <Exceptions
            exceptions={value.exceptions ?? []}
            onChange={(exceptions) => onChange({ ...value, exceptions })}
          />
          <Autocomplete
            {...toMemberProps(RULES, "hours.holidays.calendar", { required: false })}
            label={text.calendar}
            description={text.calendar_about}
            data={groupCalendars(holidays.data?.holidays ?? []).map(({ name }) => name)}
            value={value.holidays?.calendar ?? ""}
            onChange={(calendar) =>
              onChange({
                ...value,
                holidays: calendar === "" ? null : { intervals: [], ...value.holidays, calendar },
              })
            }
          />
          {value.holidays ? (
            <div className="row">
              <Checkbox
                label={text.open_on_holidays}
                checked={value.holidays.intervals.length > 0}
                onChange={({ currentTarget }) => setHolidays(currentTarget.checked ? [FIRST] : [])}
              />
              <Times name={text.calendar} intervals={value.holidays.intervals} onChange={setHolidays} />
            </div>
          ) : null}
        </>
      )}
    </fieldset>
  );
}

function Weekday({
  name,
  intervals,
  onChange,
}: {
  name: string;
  intervals: Interval[];
  onChange: (intervals: Interval[]) => void;
}) {
  return (
    <div className="row" style={{ flexWrap: "wrap", minHeight: 36 }}>
      <Checkbox
        label={name}
        style={{ width: 130 }}
        checked={intervals.length > 0}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? [FIRST] : [])}
      />
      <Times name={name} intervals={intervals} onChange={onChange} />
    </div>
  );
}

function Times({
  name,
  intervals,
  onChange,
}: {
  name: string;
  intervals: Interval[];
  onChange: (intervals: Interval[]) => void;
}) {
  const change = (at: number, part: Partial<Interval>) =>
    onChange(intervals.map((one, index) => (index === at ? { ...one, ...part } : one)));
  return intervals.map(({ opens, closes }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: an interval is its place in the day.
    <span key={index} className="row tight nowrap">
      <TextInput
        type="time"
        aria-label={text.opens({ day: name })}
        value={opens}
        onChange={({ currentTarget }) => change(index, { opens: currentTarget.value })}
      />
      –
      <TextInput
        type="time"
        aria-label={text.closes({ day: name })}
        // No clock shows 24:00.
        value={closes === "24:00" ? "00:00" : closes}
        onChange={({ currentTarget }) => change(index, { closes: currentTarget.value })}
      />
      {index === intervals.length - 1 && intervals.length < 3 ? (
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={text.add_times({ day: name })}
          onClick={() => onChange([...intervals, { opens: closes, closes: "23:00" }])}
        >
          <IconPlus size={16} />
        </ActionIcon>
      ) : null}
      {index > 0 ? (
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={text.remove_times({ day: name })}
          onClick={() => onChange(intervals.filter((_one, at) => at !== index))}
        >
          <IconTrash size={16} />
        </ActionIcon>
      ) : null}
    </span>
  ));
}

function Exceptions({
  exceptions,
  onChange,
}: {
  exceptions: readonly Exception[];
  onChange: (exceptions: Exception[]) => void;
}) {
  const change = (at: number, part: Partial<Exception>) =>
    onChange(exceptions.map((one, index) => (index === at ? { ...one, ...part } : one)));
  const today = new Date().toISOString().slice(0, 10);
  return (
    <div className="stack" style={{ gap: 8 }}>
      {exceptions.map((exception, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an exception is its place in the list.
        <div key={index} className="row" style={{ flexWrap: "wrap" }}>
          <TextInput
            type="date"
            aria-label={text.exception_date}
            value={exception.from}
            onChange={({ currentTarget }) => change(index, { from: currentTarget.value })}
          />
          <Checkbox
            label={text.exception_open}
            checked={exception.intervals.length > 0}
            onChange={({ currentTarget }) =>
              change(index, { intervals: currentTarget.checked ? [FIRST] : [] })
            }
          />
          <Times
            name={exception.from}
            intervals={exception.intervals}
            onChange={(intervals) => change(index, { intervals })}
          />
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={text.remove_exception({ date: exception.from })}
            onClick={() => onChange(exceptions.filter((_one, at) => at !== index))}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </div>
      ))}
      <Button
        variant="default"
        size="xs"
        style={{ alignSelf: "flex-start" }}
        leftSection={<IconPlus size={14} />}
        onClick={() => onChange([...exceptions, { from: today, intervals: [] }])}
      >
        {text.add_exception}
      </Button>
    </div>
  );
}
