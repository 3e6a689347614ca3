/** A week of shifts: drivers as rows, days as columns; drag a shift, or move it with Alt and the arrow keys. */
import { Button, Menu, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useState } from "react";
import { IconCalendarTime, IconPlus, IconTemplate } from "#icons";
import { client } from "../../../api/client.ts";
import { Tag } from "../../../parts/badge.tsx";
import { FormDrawer } from "../../../parts/form-drawer.tsx";
import { number } from "../../../parts/format.ts";
import { useSave } from "../../../parts/save.ts";
import { Empty, Loaded, Waiting } from "../../../parts/states.tsx";
import { addDays, day, useTimes } from "../../../parts/times.ts";
import { notifyWarning } from "../../../parts/toast.ts";
import "./fleets.css";
import { getRules } from "../../../parts/form-rules.ts";
import { type Calendar, calendarQuery, FLEET_KEYS, type FleetDetail, type Shift } from "./queries.ts";
import { ShiftForm, type ShiftPlace } from "./shift-form.tsx";
import { buildBadge, describeTimes, formatMinutes, getTone } from "./shift-words.ts";
import { text } from "./text.ts";
import { WeekPicker } from "./week-picker.tsx";

const RULES = getRules("fleetTemplateCreate");

/** Rows and days that an arrow key moves a shift by. */
const STEPS: Record<string, readonly [rows: number, days: number]> = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
};

interface Opened extends ShiftPlace {
  shift: Shift | null;
}

export function FleetCalendar({
  detail,
  monday,
  setDate,
}: {
  detail: FleetDetail;
  monday: string;
  setDate: (date: string) => void;
}) {
  const { fleet } = detail;
  const [opened, setOpened] = useState<Opened | null>(null);
  const query = useQuery(calendarQuery(fleet.id, monday, addDays(monday, 6)));
  const drafts = (query.data?.shifts ?? []).filter(({ can_publish }) => can_publish).length;
  const publish = useSave(
    () => client.fleetShiftsPublish({ fleet_id: fleet.id, from_date: monday, to_date: addDays(monday, 6) }),
    {
      keys: FLEET_KEYS,
      success_message: ({ done }) => text.published({ n: done }),
      done: ({ errors }) => {
        const [first] = errors;
        if (first !== undefined) notifyWarning(text.not_published({ n: errors.length, why: first.message }));
      },
    },
  );
  return (
    <div className="stack">
      <div className="row apart">
        <WeekPicker monday={monday} setDate={setDate} />
        {fleet.can_plan ? (
          <div className="row tight">
            <Templates fleet_id={fleet.id} monday={monday} />
            <Button
              variant="default"
              leftSection={<IconPlus size={16} />}
              onClick={() => setOpened({ shift: null, date: monday, driver_id: null })}
            >
              {text.new_shift}
            </Button>
            {drafts > 0 ? (
              <Button loading={publish.isPending} onClick={() => publish.mutate(undefined)}>
                {text.publish_drafts({ n: drafts })}
              </Button>
            ) : null}
          </div>
        ) : null}
      </div>
      <Loaded query={query} fallback={<Waiting rows={8} height={34} />}>
        {(calendar) =>
          calendar.drivers.length === 0 && calendar.shifts.length === 0 ? (
            <Empty icon={IconCalendarTime} title={text.no_drivers}>
              {text.no_drivers_about}
            </Empty>
          ) : (
            <Week calendar={calendar} monday={monday} can_plan={fleet.can_plan} open={setOpened} />
          )
        }
      </Loaded>
      {opened === null ? null : (
        <ShiftForm
          key={opened.shift?.id ?? "new"}
          detail={detail}
          shift={opened.shift}
          place={opened}
          close={() => setOpened(null)}
        />
      )}
    </div>
  );
}

function Week({
  calendar,
  monday,
  can_plan,
  open,
}: {
  calendar: Calendar;
  monday: string;
  can_plan: boolean;
  open: (opened: Opened) => void;
}) {
  const times = useTimes();
  const days = Array.from({ length: 7 }, (_, index) => addDays(monday, index));
  const rows = [{ driver_id: null as number | null, name: text.open_row }, ...calendar.drivers];
  const move = useSave(
    ({ shift, date, driver_id }: { shift: Shift; date: string; driver_id: number | null }) => {
      const length_ms = Date.parse(shift.ends_at) - Date.parse(shift.starts_at);
      const starts_at = times.at(date, times.time(shift.starts_at));
      const ends_at = new Date(Date.parse(starts_at) + length_ms).toISOString();
      return client.shiftUpdate({ shift_id: shift.id, starts_at, ends_at, driver_id });
    },
    {
      keys: FLEET_KEYS,
      success_message: ({ warnings }) => [text.moved, ...warnings.map(({ message }) => message)].join(" "),
    },
  );
  const today = times.today();
  const onKeyDown = (event: KeyboardEvent, shift: Shift) => {
    if (!event.altKey || !shift.can_edit) return;
    const row = rows.findIndex(({ driver_id }) => driver_id === shift.driver_id);
    const step = STEPS[event.key];
    const to = rows[row + (step?.[0] ?? 0)];
    if (step === undefined || to === undefined) return;
    event.preventDefault();
    move.mutate({ shift, date: addDays(shift.date, step[1] ?? 0), driver_id: to.driver_id });
  };
  return (
    <section className="sheet fleet-week" aria-label={text.calendar} aria-busy={move.isPending}>
      <table>
        <thead>
          <tr>
            <th scope="col">{text.driver}</th>
            {days.map((date) => (
              <th key={date} scope="col" data-today={date === today || undefined}>
                {day(date)}
              </th>
            ))}
          </tr>
          {calendar.days.length === 0 ? null : (
            <tr className="fleet-demand">
              <th scope="row">{text.coverage}</th>
              {days.map((date) => (
                <Coverage key={date} of={calendar.days.find((one) => one.date === date)} />
              ))}
            </tr>
          )}
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.driver_id ?? 0}>
              <th scope="row">
                <span className="cut">{row.name}</span>
                {"is_captain" in row && row.is_captain ? <Tag tone="accent">{text.captain}</Tag> : null}
              </th>
              {days.map((date) => {
                const shifts = calendar.shifts.filter(
                  (shift) => shift.date === date && shift.driver_id === row.driver_id,
                );
                const is_off =
                  "time_off" in row &&
                  row.time_off.some(({ from_date, to_date }) => from_date <= date && to_date >= date);
                return (
                  <td
                    key={date}
                    data-off={is_off || undefined}
                    onDragOver={(event) => can_plan && event.preventDefault()}
                    onDrop={(event) => {
                      const id = Number(event.dataTransfer.getData("text/shift"));
                      const shift = calendar.shifts.find((one) => one.id === id);
                      if (shift !== undefined && (shift.date !== date || shift.driver_id !== row.driver_id))
                        move.mutate({ shift, date, driver_id: row.driver_id });
                    }}
                  >
                    {is_off ? <span className="dim small">{text.time_off}</span> : null}
                    {shifts.map((shift) => (
                      <button
                        key={shift.id}
                        type="button"
                        className={`fleet-shift tone-${getTone(shift)}`}
                        data-draft={shift.status === "DRAFT" || undefined}
                        draggable={shift.can_edit}
                        onDragStart={(event) => event.dataTransfer.setData("text/shift", String(shift.id))}
                        onKeyDown={(event) => onKeyDown(event, shift)}
                        onClick={() => open({ shift, date, driver_id: row.driver_id })}
                        aria-label={`${describeTimes(shift, times)}, ${row.name}, ${day(date)}, ${buildBadge(shift).label}`}
                      >
                        <span className="strong num">{describeTimes(shift, times)}</span>
                        <span className="small cut">
                          {[buildBadge(shift).label, shift.area, shift.vehicle_plate]
                            .filter(Boolean)
                            .join(" · ")}
                        </span>
                      </button>
                    ))}
                    {can_plan ? (
                      <button
                        type="button"
                        className="fleet-add"
                        aria-label={text.add_at({ name: row.name, date: day(date) })}
                        onClick={() => open({ shift: null, date, driver_id: row.driver_id })}
                      >
                        <IconPlus size={14} aria-hidden />
                      </button>
                    ) : null}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {can_plan ? <p className="dim small fleet-hint">{text.move_hint}</p> : null}
    </section>
  );
}

/** What is to be delivered, beside what the shifts carry. */
function Coverage({ of }: { of: Calendar["days"][number] | undefined }) {
  if (of === undefined) return <td />;
  // Without a driver nothing is carried, whatever vehicles could.
  const capacity = of.drivers === 0 ? 0 : of.capacity_units;
  const short = capacity !== null && of.units > capacity;
  return (
    <td>
      <span className="stack tight small" style={{ gap: 0 }}>
        <span className={short ? "fleet-short strong" : "strong"}>
          {text.units({ demand: number(of.units), carried: capacity === null ? "∞" : number(capacity) })}
        </span>
        <span className="dim">{text.demand({ orders: of.orders, drivers: of.drivers })}</span>
        <span className="dim">{formatMinutes(of.shift_min)}</span>
        {of.routes_unassigned > 0 ? (
          <span className="fleet-short">{text.routes_open({ n: of.routes_unassigned })}</span>
        ) : null}
      </span>
    </td>
  );
}

function Templates({ fleet_id, monday }: { fleet_id: number; monday: string }) {
  const [keeping, setKeeping] = useState(false);
  const { data } = useQuery({
    queryKey: ["fleets", "templates", fleet_id],
    meta: { live: [{ fleet: fleet_id }] },
    queryFn: ({ signal }) => client.fleetTemplates({ fleet_id }, { signal }),
  });
  const apply = useSave((id: number) => client.fleetTemplateApply({ shift_template_id: id, date: monday }), {
    keys: FLEET_KEYS,
    success_message: ({ shifts, existing }) => text.applied({ n: shifts.length, existing }),
    done: ({ shifts }) => {
      const without = shifts.filter(({ left_out }) => left_out !== null);
      const [first] = without;
      if (first?.left_out) notifyWarning(text.left_out({ n: without.length, why: first.left_out }));
    },
  });
  const drop = useSave((id: number) => client.fleetTemplateDelete({ shift_template_id: id }), {
    keys: FLEET_KEYS,
    success_message: text.template_deleted,
  });
  const templates = data?.templates ?? [];
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" leftSection={<IconTemplate size={16} />} loading={apply.isPending}>
            {text.templates}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setKeeping(true)}>{text.keep_week}</Menu.Item>
          {templates.length === 0 ? null : <Menu.Label>{text.apply_label}</Menu.Label>}
          {templates.map(({ id, name, shifts }) => (
            <Menu.Item key={id} onClick={() => apply.mutate(id)}>
              {name} · {text.shifts_count({ n: shifts })}
            </Menu.Item>
          ))}
          {templates.length === 0 ? null : <Menu.Label>{text.delete_label}</Menu.Label>}
          {templates.map(({ id, name }) => (
            <Menu.Item key={id} color="red" onClick={() => drop.mutate(id)}>
              {name}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {keeping ? (
        <FormDrawer
          rules={RULES}
          close={() => setKeeping(false)}
          title={text.keep_week}
          confirm={text.keep}
          initial={{ name: "" }}
          run={({ name }) => client.fleetTemplateCreate({ fleet_id, name: name.trim(), date: monday })}
          keys={FLEET_KEYS}
          success_message={text.kept}
        >
          {({ field }) => <TextInput data-autofocus label={text.name} {...field("name")} />}
        </FormDrawer>
      ) : null}
    </>
  );
}
