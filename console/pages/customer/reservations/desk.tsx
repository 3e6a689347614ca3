/** The desk: how full the slots of a day are, who comes, who is here. */
import { Button, NumberInput, Select, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { IconCalendarEvent } from "#icons";
import type { Bookable, BookableSlotsOutput, Reservation } from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { StatusBadge } from "../../../parts/badge.tsx";
import { CreateButton } from "../../../parts/create-button.tsx";
import { DayPicker } from "../../../parts/day-picker.tsx";
import { FormDrawer } from "../../../parts/form-drawer.tsx";
import { getRules } from "../../../parts/form-rules.ts";
import type { Column } from "../../../parts/grid/columns.ts";
import { findLabel } from "../../../parts/labels.ts";
import { ButtonLink } from "../../../parts/links.tsx";
import { ListPage } from "../../../parts/list/list.tsx";
import { Bar, Page } from "../../../parts/page.tsx";
import { useSave } from "../../../parts/save.ts";
import { Empty, Failure, Waiting } from "../../../parts/states.tsx";
import { createTimes } from "../../../parts/times.ts";
import { TwoLines } from "../../../parts/two-lines.tsx";
import { RESERVATION_STATUS } from "./labels.ts";
import { bookablesQuery, RESERVATIONS, reservationsQuery, slotsQuery } from "./queries.ts";
import type { DeskSearch } from "./search.ts";
import { Sections } from "./sections.tsx";
import { text } from "./text.ts";
import "./desk.css";

const here = getRouteApi("/inside/reservations");
const KEYS = [[RESERVATIONS]];
const DAY_MAX = 200;

export function Desk() {
  const search = here.useSearch();
  const navigate = useNavigate();
  const bookables = useQuery(bookablesQuery);
  const show = (part: DeskSearch) =>
    void navigate({ to: "/reservations", search: { ...search, ...part }, resetScroll: false });
  const offered = bookables.data?.bookables.filter(({ status }) => status !== "RETIRED") ?? [];
  const bookable = offered.find(({ id }) => id === search.bookable) ?? offered[0];
  if (bookables.data === undefined)
    return (
      <Page>
        {bookables.error ? (
          <Failure error={bookables.error} retry={() => void bookables.refetch()} />
        ) : (
          <Waiting />
        )}
      </Page>
    );
  if (bookable === undefined)
    return (
      <Page above={<Sections />}>
        <Empty
          icon={IconCalendarEvent}
          title={text.bookables.none}
          action={<ButtonLink to="/reservations/bookables">{text.sections.bookables}</ButtonLink>}
        >
          {text.bookables.none_about}
        </Empty>
      </Page>
    );
  return <Day key={bookable.id} bookable={bookable} offered={offered} date={search.date} show={show} />;
}

function Day({
  bookable,
  offered,
  date,
  show,
}: {
  bookable: Bookable;
  offered: readonly Bookable[];
  date: string | undefined;
  show: (part: DeskSearch) => void;
}) {
  const may_write = useMe().permissions.includes("reservations:write");
  const times = createTimes(bookable.time_zone);
  const slots = useQuery(slotsQuery(bookable.id, date));
  const day = slots.data;
  const query = useQuery({
    ...reservationsQuery({
      bookable_id: bookable.id,
      from: day?.day_starts_at ?? "",
      to: day?.day_ends_at ?? "",
      per_page: DAY_MAX,
    }),
    enabled: day !== undefined,
  });
  return (
    <ListPage
      above={<Sections />}
      subtitle={text.zone({ zone: bookable.time_zone })}
      actions={
        may_write ? (
          <>
            <CreateButton label={text.desk.walk_in}>
              {(close) => <WalkInForm bookable={bookable} close={close} />}
            </CreateButton>
            <CreateButton label={text.desk.reserve}>
              {(close) => <ReserveForm bookable={bookable} day={day} close={close} />}
            </CreateButton>
          </>
        ) : null
      }
      toolbar={
        <>
          <div className="filters">
            <Select
              aria-label={text.bookable}
              allowDeselect={false}
              data={offered.map(({ id, name }) => ({ value: String(id), label: name }))}
              value={String(bookable.id)}
              onChange={(id) => show({ bookable: Number(id) })}
              w={{ base: "100%", xs: 240 }}
            />
            <DayPicker value={day?.date ?? date ?? times.today()} onChange={(next) => show({ date: next })} />
          </div>
          <Slots day={day} error={slots.error} retry={() => void slots.refetch()} />
        </>
      }
      label={text.sections.desk}
      query={query}
      rows={({ reservations }) =>
        reservations.toSorted(
          (one, other) => one.starts_at.localeCompare(other.starts_at) || one.id - other.id,
        )
      }
      empty={
        <Empty icon={IconCalendarEvent} title={text.desk.none}>
          {text.desk.none_about}
        </Empty>
      }
      columns={buildColumns(times, may_write)}
      getKey={({ id }) => id}
      getName={({ code }) => code}
      card={(row) => (
        <>
          <span className="row apart nowrap">
            <span className="strong cut">{row.guest_name ?? row.code}</span>
            <StatusBadge badge={findLabel(RESERVATION_STATUS, row.status)} />
          </span>
          <span className="small num">
            {times.window(row.starts_at, row.ends_at)} · {row.code} · {text.places({ n: row.places })}
          </span>
          {may_write ? <Actions row={row} /> : null}
        </>
      )}
    />
  );
}

function Slots({
  day,
  error,
  retry,
}: {
  day: BookableSlotsOutput | undefined;
  error: Error | null;
  retry: () => void;
}) {
  if (day === undefined) return error ? <Failure error={error} retry={retry} /> : <Waiting rows={3} />;
  const times = createTimes(day.time_zone);
  if (day.slots.length === 0) return <p className="dim">{text.desk.closed}</p>;
  return (
    <ul className="desk-slots" aria-label={text.desk.slots}>
      {day.slots.map((slot) => (
        <li key={slot.starts_at} className={slot.in_calendar ? undefined : "dim"}>
          <span className="num small">{times.time(slot.starts_at)}</span>
          <Bar
            value={slot.taken}
            of={slot.capacity}
            tone={slot.taken >= slot.capacity ? "warn" : "accent"}
            label={text.desk.fill({
              time: times.time(slot.starts_at),
              taken: slot.taken,
              capacity: slot.capacity,
            })}
          />
          <span className="num small dim">
            {slot.taken}/{slot.capacity}
          </span>
        </li>
      ))}
    </ul>
  );
}

function buildColumns(times: ReturnType<typeof createTimes>, may_write: boolean): Column<Reservation>[] {
  return [
    {
      key: "time",
      head: text.desk.time,
      width: 130,
      cell: (row) => (
        <span className="num">
          {times.time(row.starts_at)}–{times.time(row.ends_at)}
        </span>
      ),
    },
    {
      key: "guest",
      head: text.desk.guest,
      cell: (row) => (
        <TwoLines below={[row.guest_phone ?? row.guest_email, row.guest_note].filter(Boolean).join(" · ")}>
          {row.guest_name ?? text.desk.hold}
        </TwoLines>
      ),
    },
    {
      key: "code",
      head: text.desk.code,
      width: 110,
      cell: ({ code }) => <span className="mono">{code}</span>,
    },
    {
      key: "places",
      head: text.desk.places,
      width: 80,
      align: "end",
      cell: ({ places }) => <span className="num">{places}</span>,
    },
    {
      key: "status",
      head: text.status,
      width: 140,
      cell: ({ status }) => <StatusBadge badge={findLabel(RESERVATION_STATUS, status)} />,
    },
    ...(may_write
      ? [
          {
            key: "actions",
            head: text.desk.actions,
            width: 260,
            cell: (row: Reservation) => <Actions row={row} />,
          },
        ]
      : []),
  ];
}

function Actions({ row }: { row: Reservation }) {
  const options = { if_match: row.version };
  const success_message = ({ reservation }: { reservation: Reservation }) =>
    text.desk.done({ code: reservation.code, status: text.statuses[reservation.status] });
  const check_in = useSave(() => client.reservationCheckIn({ reservation_id: row.id }, options), {
    keys: KEYS,
    success_message,
  });
  const no_show = useSave(() => client.reservationNoShow({ reservation_id: row.id }, options), {
    keys: KEYS,
    success_message,
  });
  const cancel = useSave(() => client.reservationCancel({ reservation_id: row.id }, options), {
    keys: KEYS,
    success_message,
  });
  return (
    <span className="row tight">
      {row.can_check_in ? (
        <Button size="compact-sm" loading={check_in.isPending} onClick={() => check_in.mutate(undefined)}>
          {text.desk.check_in}
        </Button>
      ) : null}
      {row.can_mark_no_show ? (
        <Button
          size="compact-sm"
          variant="default"
          loading={no_show.isPending}
          onClick={() => no_show.mutate(undefined)}
        >
          {text.desk.no_show}
        </Button>
      ) : null}
      {row.can_cancel ? (
        <Button
          size="compact-sm"
          variant="subtle"
          color="red"
          loading={cancel.isPending}
          onClick={() => {
            if (window.confirm(text.desk.cancel_sure({ code: row.code }))) cancel.mutate(undefined);
          }}
        >
          {text.desk.cancel}
        </Button>
      ) : null}
    </span>
  );
}

function WalkInForm({ bookable, close }: { bookable: Bookable; close: () => void }) {
  return (
    <FormDrawer
      rules={getRules("reservationWalkIn")}
      close={close}
      title={text.desk.walk_in}
      confirm={text.desk.walk_in}
      initial={{ guest_name: "", guest_phone: "", places: 1 as number | string }}
      run={({ guest_name, guest_phone, places }) =>
        client.reservationWalkIn({
          bookable_id: bookable.id,
          guest_name,
          places: Number(places),
          ...(guest_phone.trim() === "" ? {} : { guest_phone }),
        })
      }
      keys={KEYS}
      success_message={({ reservation }) => (reservation === null ? text.desk.waits : text.desk.seated)}
    >
      {({ field }) => (
        <>
          <p className="dim small">{text.desk.walk_in_about}</p>
          <TextInput data-autofocus label={text.desk.guest} {...field("guest_name", { required: true })} />
          <TextInput label={text.desk.phone} {...field("guest_phone")} />
          <NumberInput label={text.desk.places} {...field("places")} />
        </>
      )}
    </FormDrawer>
  );
}

function ReserveForm({
  bookable,
  day,
  close,
}: {
  bookable: Bookable;
  day: BookableSlotsOutput | undefined;
  close: () => void;
}) {
  const times = createTimes(bookable.time_zone);
  const slots = (day?.slots ?? []).filter(
    ({ in_calendar, ends_at, taken, capacity }) =>
      in_calendar && taken < capacity && Date.parse(ends_at) > Date.now(),
  );
  return (
    <FormDrawer
      rules={getRules("reservationCreate")}
      close={close}
      title={text.desk.reserve}
      confirm={text.desk.reserve}
      initial={{
        starts_at: "",
        guest_name: "",
        guest_email: "",
        guest_phone: "",
        places: 1 as number | string,
      }}
      run={({ starts_at, guest_name, guest_email, guest_phone, places }) =>
        client.reservationCreate({
          bookable_id: bookable.id,
          starts_at,
          guest_name,
          places: Number(places),
          ...(guest_email.trim() === "" ? {} : { guest_email }),
          ...(guest_phone.trim() === "" ? {} : { guest_phone }),
        })
      }
      keys={KEYS}
      success_message={({ reservation }) =>
        text.desk.done({ code: reservation.code, status: text.statuses[reservation.status] })
      }
    >
      {({ field }) => (
        <>
          <Select
            label={text.desk.time}
            data={slots.map((slot) => ({
              value: slot.starts_at,
              label: `${times.time(slot.starts_at)}–${times.time(slot.ends_at)} (${slot.taken}/${slot.capacity})`,
            }))}
            nothingFoundMessage={text.desk.closed}
            {...field("starts_at", { required: true })}
          />
          <TextInput label={text.desk.guest} {...field("guest_name", { required: true })} />
          <TextInput label={text.desk.email} {...field("guest_email")} />
          <TextInput label={text.desk.phone} {...field("guest_phone")} />
          <NumberInput label={text.desk.places} {...field("places")} />
        </>
      )}
    </FormDrawer>
  );
}
