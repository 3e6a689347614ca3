/** Rentals of locker compartments: renter, compartment and end. */
import { Button, Select, TextInput } from "@mantine/core";
import { IconLockSquareRounded, IconSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { State } from "../../../parts/badge.tsx";
import { count } from "../../../parts/format.ts";
import { findLabel, RENTAL_STATE } from "../../../parts/labels.ts";
import { Page } from "../../../parts/page.tsx";
import { Pager } from "../../../parts/pager.tsx";
import { Empty, Loaded, Waiting } from "../../../parts/states.tsx";
import { type Column, Table } from "../../../parts/table.tsx";
import { type Times, useTimes } from "../../../parts/times.ts";
import { rentalsQuery, type StorageRental } from "./queries.ts";
import { PER_PAGE, type RentalSearch, toRentalsInput } from "./rental-filters.ts";

const here = getRouteApi("/inside/rentals");
const STATES = Object.entries(RENTAL_STATE).map(([value, { label }]) => ({ value, label }));

export function Rentals() {
  const times = useTimes();
  const search = here.useSearch();
  const navigate = useNavigate();
  const query = useQuery(rentalsQuery(toRentalsInput(search, times)));
  const show = (next: RentalSearch) => void navigate({ to: "/rentals", search: next });
  const { page: _page, ...filters } = search;
  const filtered = Object.keys(filters).length > 0;
  return (
    <Page
      about={
        query.data
          ? count(
              query.data.total,
              filtered ? "rental found" : "rental",
              filtered ? "rentals found" : "rentals",
            )
          : "…"
      }
    >
      <section className="sheet" aria-label="Locker rentals">
        <div className="filters">
          <Filters search={filters} show={show} />
        </div>
        <Loaded query={query} waiting={<Waiting rows={10} />}>
          {({ rentals, total }) =>
            rentals.length === 0 ? (
              <Empty
                icon={IconLockSquareRounded}
                title={filtered ? "No rental fits" : "No rentals yet"}
                action={
                  filtered ? (
                    <Button variant="default" onClick={() => show({})}>
                      Show all
                    </Button>
                  ) : null
                }
              >
                {filtered
                  ? "Nothing was rented with these filters."
                  : "Compartments that are rented at a locker appear here."}
              </Empty>
            ) : (
              <>
                <Table
                  label="Rentals"
                  rows={rentals}
                  columns={buildColumns(times)}
                  keyOf={({ id }) => id}
                  nameOf={({ id, device }) => `Rental ${id} at ${device}`}
                  onOpen={({ id }) =>
                    void navigate({ to: "/rentals/$rental_id", params: { rental_id: String(id) } })
                  }
                  card={(rental) => <Card rental={rental} times={times} />}
                />
                <Pager
                  page={search.page ?? 1}
                  per_page={PER_PAGE}
                  total={total}
                  noun="rentals"
                  onPage={(page) => show({ ...filters, ...(page > 1 ? { page } : {}) })}
                />
              </>
            )
          }
        </Loaded>
      </section>
    </Page>
  );
}

/** Changing a filter returns to the first page. */
function Filters({ search, show }: { search: RentalSearch; show: (next: RentalSearch) => void }) {
  const [device, setDevice] = useState(search.device ?? "");
  useEffect(() => setDevice(search.device ?? ""), [search.device]);
  const change = (member: keyof RentalSearch, value: string | null) => {
    const { [member]: _before, ...others } = search;
    show(value ? { ...others, [member]: value } : others);
  };
  return (
    <>
      <form
        className="grow"
        onSubmit={(event) => {
          event.preventDefault();
          change("device", device.trim());
        }}
      >
        <TextInput
          type="search"
          aria-label="Code of the locker"
          placeholder="Code of the locker"
          leftSection={<IconSearch size={16} />}
          maxLength={100}
          value={device}
          onChange={(event) => setDevice(event.currentTarget.value)}
          onBlur={() =>
            device.trim() === (search.device ?? "") ? undefined : change("device", device.trim())
          }
        />
      </form>
      <Select
        aria-label="State"
        placeholder="Any state"
        clearable
        clearButtonProps={{ "aria-label": "Any state" }}
        data={STATES}
        value={search.state ?? null}
        onChange={(state) => change("state", state)}
        w={{ base: "100%", xs: 170 }}
      />
      <TextInput
        type="date"
        aria-label="Rented on or after"
        leftSection="From"
        leftSectionWidth={46}
        value={search.from ?? ""}
        max={search.to}
        onChange={(event) => change("from", event.currentTarget.value)}
        w={{ base: "100%", xs: 176 }}
      />
      <TextInput
        type="date"
        aria-label="Rented on or before"
        leftSection="To"
        leftSectionWidth={32}
        value={search.to ?? ""}
        min={search.from}
        onChange={(event) => change("to", event.currentTarget.value)}
        w={{ base: "100%", xs: 162 }}
      />
    </>
  );
}

function buildColumns(times: Times): Column<StorageRental>[] {
  return [
    {
      key: "where",
      head: "Locker",
      cell: ({ device, device_name, compartment, size }) => (
        <span className="stack tight" style={{ gap: 0 }}>
          <span className="strong">{device_name || device}</span>
          <span className="dim small">
            <span className="mono">{device}</span> · compartment {compartment}, {size}
          </span>
        </span>
      ),
    },
    {
      key: "state",
      head: "State",
      width: 150,
      cell: ({ state }) => <State word={findLabel(RENTAL_STATE, state)} />,
    },
    {
      key: "renter",
      head: "Renter",
      from: 900,
      cell: ({ renter }) => renter ?? <span className="dim">–</span>,
    },
    {
      key: "booked",
      head: "Booked",
      width: 300,
      cell: (one) => times.window(one.booked_from, one.booked_to),
    },
    {
      key: "back",
      head: "Given back",
      width: 140,
      from: 1240,
      cell: ({ actual_to }) => <span className="dim">{times.moment(actual_to)}</span>,
    },
  ];
}

function Card({ rental, times }: { rental: StorageRental; times: Times }) {
  return (
    <>
      <span className="row apart nowrap">
        <span className="strong cut">{rental.device_name || rental.device}</span>
        <State word={findLabel(RENTAL_STATE, rental.state)} />
      </span>
      <span className="small dim">
        Compartment {rental.compartment}, {rental.size}
        {rental.renter ? ` · ${rental.renter}` : ""}
      </span>
      <span className="small num">{times.window(rental.booked_from, rental.booked_to)}</span>
    </>
  );
}
