/** Who waits, in the order in which places are offered; with other statuses, who does not wait any more. */
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { IconUsers } from "#icons";
import type { WaitlistEntry } from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { StatusBadge } from "../../../parts/badge.tsx";
import type { Column } from "../../../parts/grid/columns.ts";
import { findLabel } from "../../../parts/labels.ts";
import { bindFilters, FilterSelect, getFilters } from "../../../parts/list/filters.tsx";
import { ListPage } from "../../../parts/list/list.tsx";
import { Pager } from "../../../parts/pager.tsx";
import { useSave } from "../../../parts/save.ts";
import { Empty } from "../../../parts/states.tsx";
import { createTimes } from "../../../parts/times.ts";
import { TwoLines } from "../../../parts/two-lines.tsx";
import { ENTRY_STATUS } from "./labels.ts";
import { bookablesQuery, PER_PAGE, RESERVATIONS, waitlistQuery } from "./queries.ts";
import { ENTRY_STATUSES, type WaitlistSearch } from "./search.ts";
import { Sections } from "./sections.tsx";
import { text } from "./text.ts";

const here = getRouteApi("/inside/reservations/waitlist");

export function Waitlist() {
  const search = here.useSearch();
  const navigate = useNavigate();
  const may_write = useMe().permissions.includes("reservations:write");
  const { page = 1, bookable, status } = search;
  const filters = {
    ...(bookable === undefined ? {} : { bookable_id: bookable }),
    ...(status === undefined ? {} : { status }),
  };
  const query = useQuery(waitlistQuery({ page, per_page: PER_PAGE, ...filters }));
  const bookables = useQuery(bookablesQuery).data?.bookables ?? [];
  const show = (next: WaitlistSearch) =>
    void navigate({ to: "/reservations/waitlist", search: next, resetScroll: false });
  const filter = bindFilters(getFilters("waitlist"), { bookable_id: bookable, status }, (part) => {
    const { bookable_id, ...others } = part as { bookable_id?: number; status?: WaitlistSearch["status"] };
    const { page: _page, ...before } = search;
    show({
      ...before,
      ...others,
      ...("bookable_id" in part ? { bookable: bookable_id } : {}),
    } as WaitlistSearch);
  });
  return (
    <ListPage
      above={<Sections />}
      subtitle={query.data ? text.waitlist.count({ n: query.data.total }) : "…"}
      label={text.sections.waitlist}
      toolbar={
        <div className="filters">
          <FilterSelect
            label={text.bookable}
            any={text.any_bookable}
            data={bookables.map(({ id, name }) => ({ value: String(id), label: name }))}
            {...filter("bookable_id")}
            w={{ base: "100%", xs: 220 }}
          />
          <FilterSelect
            label={text.status}
            any={text.any_status}
            data={ENTRY_STATUSES.map((one) => ({ value: one, label: text.entry_statuses[one] }))}
            {...filter("status")}
            w={{ base: "100%", xs: 180 }}
          />
        </div>
      }
      query={query}
      rows={({ entries }) => entries}
      empty={
        <Empty icon={IconUsers} title={text.waitlist.none}>
          {text.waitlist.none_about}
        </Empty>
      }
      columns={buildColumns(may_write)}
      getKey={({ id }) => id}
      getName={({ guest_name }) => guest_name}
      card={(entry) => (
        <>
          <span className="row apart nowrap">
            <span className="strong cut">{entry.guest_name}</span>
            <StatusBadge badge={findLabel(ENTRY_STATUS, entry.status)} />
          </span>
          <span className="small">
            {entry.bookable_name} · {describeWindow(entry)}
          </span>
          {may_write ? <Remove entry={entry} /> : null}
        </>
      )}
      foot={(output) => (
        <Pager
          {...output}
          noun={text.waitlist.noun}
          onPage={(next) => show({ ...search, ...(next > 1 ? { page: next } : {}) })}
        />
      )}
    />
  );
}

function describeWindow({ windows, time_zone }: WaitlistEntry): string {
  const [first] = windows;
  return first === undefined ? "" : createTimes(time_zone).window(first.from, first.to);
}

function buildColumns(may_write: boolean): Column<WaitlistEntry>[] {
  return [
    {
      key: "position",
      head: text.waitlist.position,
      width: 90,
      align: "end",
      cell: ({ position }) => <span className="num">{position ?? "–"}</span>,
    },
    {
      key: "guest",
      head: text.desk.guest,
      cell: (entry) => (
        <TwoLines below={entry.guest_phone ?? entry.guest_email ?? ""}>{entry.guest_name}</TwoLines>
      ),
    },
    {
      key: "for",
      head: text.bookable,
      cell: (entry) => <TwoLines below={describeWindow(entry)}>{entry.bookable_name}</TwoLines>,
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
      width: 210,
      cell: (entry) => (
        <TwoLines
          below={
            entry.status === "OFFERED" && entry.offer !== null
              ? text.waitlist.until({ until: createTimes(entry.time_zone).moment(entry.offer.expires_at) })
              : ""
          }
        >
          <StatusBadge badge={findLabel(ENTRY_STATUS, entry.status)} />
        </TwoLines>
      ),
    },
    ...(may_write
      ? [
          {
            key: "actions",
            head: text.desk.actions,
            width: 220,
            cell: (entry: WaitlistEntry) => <Remove entry={entry} />,
          },
        ]
      : []),
  ];
}

function Remove({ entry }: { entry: WaitlistEntry }) {
  const options = { if_match: entry.version };
  const keys = [[RESERVATIONS]];
  const remove = useSave(() => client.waitlistEntryRemove({ entry_id: entry.id }, options), {
    keys,
    success_message: text.waitlist.removed,
  });
  const starts_at = entry.offer?.status === "OPEN" ? entry.offer.starts_at : undefined;
  const convert = useSave(
    (start: string) => client.waitlistEntryConvert({ entry_id: entry.id, starts_at: start }, options),
    { keys, success_message: text.waitlist.converted },
  );
  if (entry.status !== "WAITING" && entry.status !== "OFFERED") return null;
  return (
    <span className="row tight">
      {starts_at === undefined ? null : (
        <Button size="compact-sm" loading={convert.isPending} onClick={() => convert.mutate(starts_at)}>
          {text.waitlist.convert}
        </Button>
      )}
      <Button
        size="compact-sm"
        variant="subtle"
        color="red"
        loading={remove.isPending}
        onClick={() => remove.mutate(undefined)}
      >
        {text.waitlist.remove}
      </Button>
    </span>
  );
}
