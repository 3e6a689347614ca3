/** Calendars of holidays, which the opening hours of points of interest name: their days, and forms that change them. */
import { ActionIcon, Button, Checkbox, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { IconCalendarEvent, IconPlus, IconTrash } from "#icons";
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { CreateButton } from "../../../parts/create-button.tsx";
import { FormDrawer } from "../../../parts/form-drawer.tsx";
import { getRules, toMemberProps } from "../../../parts/form-rules.ts";
import { BackLink } from "../../../parts/links.tsx";
import { ListPage } from "../../../parts/list/list.tsx";
import { Empty } from "../../../parts/states.tsx";
import { day, useTimes } from "../../../parts/times.ts";
import { HOLIDAYS_KEY, holidaysQuery, type PoiHoliday } from "./queries.ts";
import { text } from "./text.ts";

const RULES = getRules("poiHolidaysSet");
const NEAREST_MAX = 3;

interface Calendar {
  name: string;
  days: readonly PoiHoliday[];
}

export const groupCalendars = (holidays: readonly PoiHoliday[]): Calendar[] =>
  [...Map.groupBy(holidays, ({ calendar }) => calendar)].map(([name, days]) => ({ name, days }));

export function Holidays() {
  const may_write = useMe().permissions.includes("address:write");
  const query = useQuery(holidaysQuery);
  const times = useTimes();
  const [open, setOpen] = useState<Calendar | null>(null);
  const today = times.today();
  /** Of a yearly one, this year's day or the next. */
  const findNext = ({ date, yearly }: PoiHoliday): string => {
    if (!yearly) return date;
    const this_year = `${today.slice(0, 4)}${date.slice(4)}`;
    return this_year >= today ? this_year : `${Number(today.slice(0, 4)) + 1}${date.slice(4)}`;
  };
  const describeNext = ({ days }: Calendar): string =>
    days
      .map((holiday) => ({ at: findNext(holiday), name: holiday.name }))
      .filter(({ at }) => at >= today)
      .sort((one, other) => one.at.localeCompare(other.at))
      .slice(0, NEAREST_MAX)
      .map(({ at, name }) => [day(at), name].filter(Boolean).join(" "))
      .join(" · ");
  return (
    <ListPage
      above={<BackLink to="/points-of-interest">{text.title}</BackLink>}
      subtitle={text.holidays.about}
      actions={
        may_write ? (
          <CreateButton label={text.holidays.create}>
            {(close) => <CalendarForm calendar={null} close={close} />}
          </CreateButton>
        ) : null
      }
      label={text.holidays.title}
      query={query}
      rows={({ holidays }) => groupCalendars(holidays)}
      empty={
        <Empty icon={IconCalendarEvent} title={text.holidays.none}>
          {text.holidays.none_about}
        </Empty>
      }
      columns={[
        {
          key: "name",
          head: text.holidays.calendar,
          cell: ({ name }) => <span className="mono strong">{name}</span>,
        },
        {
          key: "days",
          head: text.holidays.days,
          align: "end",
          cell: ({ days }) => <span className="num">{days.length}</span>,
        },
        { key: "next", head: text.holidays.next, cell: (one) => describeNext(one) || "–" },
      ]}
      card={(one) => (
        <>
          <span className="row apart nowrap">
            <span className="mono strong cut">{one.name}</span>
            <span className="num dim">{text.holidays.days_count({ n: one.days.length })}</span>
          </span>
          <span className="small">{describeNext(one)}</span>
        </>
      )}
      getKey={({ name }) => name}
      getName={({ name }) => name}
      onOpen={may_write ? setOpen : undefined}
    >
      {open === null ? null : <CalendarForm key={open.name} calendar={open} close={() => setOpen(null)} />}
    </ListPage>
  );
}

interface DayValues {
  date: string;
  name: string;
  yearly: boolean;
}

function CalendarForm({ calendar, close }: { calendar: Calendar | null; close: () => void }) {
  const { today } = useTimes();
  return (
    <FormDrawer
      rules={RULES}
      close={close}
      size="lg"
      title={calendar?.name ?? text.holidays.create}
      confirm={text.save}
      initial={{
        calendar: calendar?.name ?? "",
        days: (calendar?.days ?? []).map(({ date, name, yearly }): DayValues => ({ date, name, yearly })),
      }}
      run={(values) =>
        client.poiHolidaysSet({
          calendar: values.calendar.trim(),
          holidays: values.days.map(({ date, name, yearly }) => ({ date, name: name.trim(), yearly })),
        })
      }
      keys={[HOLIDAYS_KEY]}
      success_message={(answer) => text.holidays.saved({ n: answer.days })}
    >
      {({ field, values, set, getError }) => {
        const change = (index: number, part: Partial<DayValues>) =>
          set({ days: values.days.map((before, at) => (at === index ? { ...before, ...part } : before)) });
        return (
          <>
            {calendar === null ? (
              <TextInput
                data-autofocus
                label={text.holidays.name}
                description={text.holidays.name_about}
                {...field("calendar")}
              />
            ) : null}
            {values.days.map((one, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a day is its place in the list.
              <div key={index} className="row" style={{ alignItems: "flex-start" }}>
                <TextInput
                  {...toMemberProps(RULES, "holidays.0.date")}
                  type="date"
                  aria-label={text.holidays.date({ n: index + 1 })}
                  error={getError(`holidays.${index}.date` as "holidays")}
                  value={one.date}
                  onChange={({ currentTarget }) => change(index, { date: currentTarget.value })}
                />
                <TextInput
                  {...toMemberProps(RULES, "holidays.0.name")}
                  style={{ flex: "1 1 160px" }}
                  aria-label={text.holidays.day_name({ n: index + 1 })}
                  value={one.name}
                  onChange={({ currentTarget }) => change(index, { name: currentTarget.value })}
                />
                <Checkbox
                  label={text.holidays.yearly}
                  style={{ alignSelf: "center" }}
                  checked={one.yearly}
                  onChange={({ currentTarget }) => change(index, { yearly: currentTarget.checked })}
                />
                <ActionIcon
                  variant="default"
                  size="lg"
                  aria-label={text.holidays.remove({ n: index + 1 })}
                  onClick={() => set({ days: values.days.toSpliced(index, 1) })}
                >
                  <IconTrash size={16} />
                </ActionIcon>
              </div>
            ))}
            {values.days.length === 0 && calendar !== null ? (
              <p className="note tone-warn">{text.holidays.removes}</p>
            ) : null}
            <Button
              variant="default"
              size="xs"
              style={{ alignSelf: "flex-start" }}
              leftSection={<IconPlus size={14} />}
              onClick={() => set({ days: [...values.days, { date: today(), name: "", yearly: true }] })}
            >
              {text.holidays.add}
            </Button>
          </>
        );
      }}
    </FormDrawer>
  );
}
