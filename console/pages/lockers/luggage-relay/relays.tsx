/** What staff have to do with bags between two lockers: where they are, who has them, where they go. */
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { IconLockSquareRounded } from "#icons";
import { CameraButton } from "../../../field/camera-scanner.tsx";
import { StatusBadge } from "../../../parts/badge.tsx";
import type { Column } from "../../../parts/grid/columns.ts";
import { findLabel } from "../../../parts/labels.ts";
import { bindFilters, FilterSearch, FilterSelect, getFilters } from "../../../parts/list/filters.tsx";
import { ListPage } from "../../../parts/list/list.tsx";
import { Pager } from "../../../parts/pager.tsx";
import { useOpenRecord } from "../../../parts/record-link.tsx";
import { Empty } from "../../../parts/states.tsx";
import { type Times, useTimes } from "../../../parts/times.ts";
import { type LuggageRelay, relaysQuery } from "./queries.ts";
import { type RelaySearch, toRelaysInput } from "./relay-filters.ts";
import { RELAY_STATUS } from "./relay-status.ts";
import { text } from "./text.ts";

const here = getRouteApi("/inside/luggage-relay");

export function Relays() {
  const times = useTimes();
  const search = here.useSearch();
  const navigate = useNavigate();
  const open = useOpenRecord("luggage_relay");
  const query = useQuery(relaysQuery(toRelaysInput(search)));
  const show = (next: RelaySearch) => void navigate({ to: "/luggage-relay", search: next });
  const { page: _page, ...filters } = search;
  const filtered = filters.status !== undefined || filters.tag !== undefined;
  const filter = bindFilters(getFilters("luggageRelays"), filters, (part) =>
    show({ ...filters, ...part } as RelaySearch),
  );
  return (
    <ListPage
      subtitle={query.data ? text.total({ n: query.data.total }) : "…"}
      label={text.list}
      toolbar={
        <div className="filters">
          <FilterSearch label={text.find_tag} {...filter("tag")} on_leave />
          <CameraButton onScan={(tag) => show({ tag })} />
          <FilterSelect
            label={text.status}
            any={text.open}
            names={RELAY_STATUS}
            {...filter("status")}
            w={{ base: "100%", xs: 220 }}
          />
        </div>
      }
      query={query}
      rows={({ relays }) => relays}
      empty={
        <Empty
          icon={IconLockSquareRounded}
          title={filtered ? text.none_found : text.none}
          action={
            filtered ? (
              <Button variant="default" onClick={() => show({})}>
                {text.open}
              </Button>
            ) : null
          }
        >
          {filtered ? text.none_found_about : text.none_about}
        </Empty>
      }
      columns={buildColumns(times)}
      getKey={({ id }) => id}
      getName={({ id }) => text.row({ id: String(id) })}
      onOpen={({ id }) => open(id)}
      card={(relay) => <Card relay={relay} times={times} />}
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

/** Where the bags are now. */
export function describePlace({
  status,
  holder,
  warehouse,
  hub_bin,
  from_locker,
  from_compartment,
  bags,
  return_choice,
}: LuggageRelay) {
  if (status === "STORED_IN_LOCKER") return `${from_locker}, ${from_compartment}`;
  if (status === "STORED_IN_LOCKER_2")
    return [return_choice?.locker_name, ...bags.map(({ compartment }) => compartment)]
      .filter(Boolean)
      .join(", ");
  if (holder !== null) return holder;
  return [warehouse, hub_bin].filter((part) => part !== null).join(", ") || "–";
}

function buildColumns(times: Times): Column<LuggageRelay>[] {
  return [
    {
      key: "status",
      head: text.status,
      width: 190,
      cell: ({ status }) => <StatusBadge badge={findLabel(RELAY_STATUS, status)} />,
    },
    {
      key: "bags",
      head: text.bags,
      cell: ({ bags, renter }) => (
        <span className="stack tight" style={{ gap: 0 }}>
          <span className="mono">{bags.map(({ tag }) => tag).join(", ") || "–"}</span>
          {renter === null ? null : <span className="dim small">{renter}</span>}
        </span>
      ),
    },
    { key: "where", head: text.where, cell: (relay) => describePlace(relay) },
    {
      key: "goes",
      head: text.goes_to,
      window_width_min: 900,
      cell: ({ return_choice, exception }) =>
        exception !== null ? (
          <span>{`${text.exceptions[exception.kind]}: ${exception.note}`}</span>
        ) : return_choice === null ? (
          <span className="dim">{text.not_chosen}</span>
        ) : (
          <span className="stack tight" style={{ gap: 0 }}>
            <span>{return_choice.locker_name}</span>
            <span className="dim small">
              {times.window(return_choice.window.start, return_choice.window.end)} ·{" "}
              {text.choosers[return_choice.chosen_by]}
            </span>
          </span>
        ),
    },
    {
      key: "since",
      head: text.since,
      width: 140,
      window_width_min: 1240,
      cell: ({ status_since }) => <span className="dim">{times.moment(status_since)}</span>,
    },
  ];
}

function Card({ relay, times }: { relay: LuggageRelay; times: Times }) {
  return (
    <>
      <span className="row apart nowrap">
        <span className="strong cut">{describePlace(relay)}</span>
        <StatusBadge badge={findLabel(RELAY_STATUS, relay.status)} />
      </span>
      {relay.bags.length === 0 ? null : (
        <span className="small dim mono">{relay.bags.map(({ tag }) => tag).join(", ")}</span>
      )}
      {relay.exception === null ? null : (
        <span className="small">{`${text.exceptions[relay.exception.kind]}: ${relay.exception.note}`}</span>
      )}
      {relay.return_choice === null ? null : (
        <span className="small">
          {relay.return_choice.locker_name},{" "}
          {times.window(relay.return_choice.window.start, relay.return_choice.window.end)}
        </span>
      )}
    </>
  );
}
