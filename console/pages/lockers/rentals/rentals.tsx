/** Rentals of locker compartments: renter, compartment and end. */
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { IconLockSquareRounded } from "#icons";
import { useMe } from "../../../api/session.ts";
import { StatusBadge } from "../../../parts/badge.tsx";
import type { Column } from "../../../parts/grid/columns.ts";
import { findLabel } from "../../../parts/labels.ts";
import { ButtonLink } from "../../../parts/links.tsx";
import {
  bindFilters,
  FilterDay,
  FilterSearch,
  FilterSelect,
  getFilters,
} from "../../../parts/list/filters.tsx";
import { ListPage } from "../../../parts/list/list.tsx";
import { Pager } from "../../../parts/pager.tsx";
import { useOpenRecord } from "../../../parts/record-link.tsx";
import { Empty } from "../../../parts/states.tsx";
import { type Times, useTimes } from "../../../parts/times.ts";
import { findRenter, rentalsQuery, type StorageRental } from "./queries.ts";
import { type RentalSearch, toRentalsInput } from "./rental-filters.ts";
import { RENTAL_STATE } from "./rental-state.ts";
import { text } from "./text.ts";

const here = getRouteApi("/inside/rentals");

export function Rentals() {
  const times = useTimes();
  const { role } = useMe().user;
  const search = here.useSearch();
  const navigate = useNavigate();
  const openRental = useOpenRecord("rental");
  const query = useQuery(rentalsQuery(toRentalsInput(search, times)));
  const show = (next: RentalSearch) => void navigate({ to: "/rentals", search: next });
  const { page: _page, ...filters } = search;
  const filtered = Object.keys(filters).length > 0;
  return (
    <ListPage
      subtitle={query.data ? (filtered ? text.found : text.total)({ n: query.data.total }) : "…"}
      label={text.list}
      actions={
        role === "client_admin" ? (
          <ButtonLink variant="default" to="/rentals/stats">
            {text.stats.open}
          </ButtonLink>
        ) : null
      }
      toolbar={
        <div className="filters">
          <Filters search={filters} show={show} />
        </div>
      }
      query={query}
      rows={({ rentals }) => rentals}
      empty={
        <Empty
          icon={IconLockSquareRounded}
          title={filtered ? text.none_found : text.none}
          action={
            filtered ? (
              <Button variant="default" onClick={() => show({})}>
                {text.show_all}
              </Button>
            ) : null
          }
        >
          {filtered ? text.none_found_about : text.none_about}
        </Empty>
      }
      columns={buildColumns(times)}
      getKey={({ id }) => id}
      getName={({ id, device }) => text.row({ id: String(id), locker: device })}
      onOpen={({ id }) => openRental(id)}
      card={(rental) => <Card rental={rental} times={times} />}
      foot={(output) => (
        <Pager
          {...output}
          noun={text.count}
          onPage={(page) => show({ ...filters, ...(page > 1 ? { page } : {}) })}
        />
      )}
    />
  );
}

/** Changing a filter returns to the first page. */
function Filters({ search, show }: { search: RentalSearch; show: (next: RentalSearch) => void }) {
  const change = (part: { [Name in keyof RentalSearch]?: RentalSearch[Name] | undefined }) =>
    show({ ...search, ...part } as RentalSearch);
  const filter = bindFilters(getFilters("lockerStorageRentals"), search, change);
  return (
    <>
      <FilterSearch label={text.code} {...filter("device")} on_leave />
      <FilterSelect
        label={text.state}
        any={text.any_state}
        names={RENTAL_STATE}
        {...filter("state")}
        w={{ base: "100%", xs: 170 }}
      />
      <FilterDay
        aria-label={text.from_label}
        leftSection={text.from}
        leftSectionWidth={46}
        {...filter("from")}
        max={search.to}
        w={{ base: "100%", xs: 176 }}
      />
      <FilterDay
        aria-label={text.to_label}
        leftSection={text.to}
        leftSectionWidth={32}
        {...filter("to")}
        min={search.from}
        w={{ base: "100%", xs: 162 }}
      />
    </>
  );
}

function buildColumns(times: Times): Column<StorageRental>[] {
  return [
    {
      key: "where",
      head: text.locker,
      cell: ({ device, device_name, compartment, size }) => (
        <span className="stack tight" style={{ gap: 0 }}>
          <span className="strong">{device_name || device}</span>
          <span className="dim small">
            <span className="mono">{device}</span> · {text.size({ compartment, size })}
          </span>
        </span>
      ),
    },
    {
      key: "state",
      head: text.state,
      width: 150,
      cell: ({ state }) => <StatusBadge badge={findLabel(RENTAL_STATE, state)} />,
    },
    {
      key: "renter",
      head: text.renter,
      window_width_min: 641,
      cell: (rental) => findRenter(rental) ?? <span className="dim">–</span>,
    },
    {
      key: "booked",
      head: text.booked,
      width: 300,
      cell: (one) => times.window(one.booked_from, one.booked_to),
    },
    {
      key: "back",
      head: text.given_back,
      width: 140,
      window_width_min: 1240,
      cell: ({ actual_to }) => <span className="dim">{times.moment(actual_to)}</span>,
    },
  ];
}

function Card({ rental, times }: { rental: StorageRental; times: Times }) {
  return (
    <>
      <span className="row apart nowrap">
        <span className="strong cut">{rental.device_name || rental.device}</span>
        <StatusBadge badge={findLabel(RENTAL_STATE, rental.state)} />
      </span>
      <span className="small dim">
        {text.size({ compartment: rental.compartment, size: rental.size })}
        {findRenter(rental) ? ` · ${findRenter(rental)}` : ""}
      </span>
      <span className="small num">{times.window(rental.booked_from, rental.booked_to)}</span>
    </>
  );
}
