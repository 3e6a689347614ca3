/** Parcels in lockers: where each is, until when, and what is wrong. */
import { Button, SegmentedControl } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { IconPackage } from "#icons";
import { StatusBadge } from "../../../parts/badge.tsx";
import type { Column } from "../../../parts/grid/columns.ts";
import { findLabel } from "../../../parts/labels.ts";
import { bindFilters, FilterDay, FilterSelect, getFilters } from "../../../parts/list/filters.tsx";
import { ListPage } from "../../../parts/list/list.tsx";
import { Pager } from "../../../parts/pager.tsx";
import { useOpenRecord } from "../../../parts/record-link.tsx";
import { Empty } from "../../../parts/states.tsx";
import { type Times, useTimes } from "../../../parts/times.ts";
import { type DeviceOrderSearch, toDeviceOrdersInput } from "./device-order-filters.ts";
import { DEVICE_ORDER_STATE } from "./device-order-state.ts";
import { type DeviceOrder, deviceOrdersQuery } from "./queries.ts";
import { text } from "./text.ts";

const here = getRouteApi("/inside/device-orders");

export function DeviceOrders() {
  const times = useTimes();
  const search = here.useSearch();
  const navigate = useNavigate();
  const openDeviceOrder = useOpenRecord("device_order");
  const query = useQuery(deviceOrdersQuery(toDeviceOrdersInput(search, times)));
  const show = (next: DeviceOrderSearch) => void navigate({ to: "/device-orders", search: next });
  const { page: _page, ...filters } = search;
  const filtered = Object.keys(filters).length > 0;
  return (
    <ListPage
      subtitle={query.data ? (filtered ? text.found : text.total)({ n: query.data.total }) : "…"}
      label={text.list}
      toolbar={
        <div className="filters">
          <Filters search={filters} show={show} />
        </div>
      }
      query={query}
      rows={({ device_orders }) => device_orders}
      empty={
        <Empty
          icon={IconPackage}
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
      getName={({ order_number, locker_name }) =>
        text.row({ number: order_number ?? "", locker: locker_name })
      }
      onOpen={({ id }) => openDeviceOrder(id)}
      card={(one) => <Card one={one} times={times} />}
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
function Filters({ search, show }: { search: DeviceOrderSearch; show: (next: DeviceOrderSearch) => void }) {
  const change = (part: { [Name in keyof DeviceOrderSearch]?: DeviceOrderSearch[Name] | undefined }) =>
    show({ ...search, ...part } as DeviceOrderSearch);
  const filter = bindFilters(getFilters("deviceOrders"), search, change);
  const is_queue = search.state === "exception";
  return (
    <>
      <SegmentedControl
        aria-label={text.queue}
        value={is_queue ? "exception" : "all"}
        onChange={(value) => change({ state: value === "exception" ? value : undefined })}
        data={[
          { value: "all", label: text.all },
          { value: "exception", label: text.with_exception },
        ]}
      />
      <FilterSelect
        label={text.state}
        any={text.any_state}
        names={DEVICE_ORDER_STATE}
        {...filter("state")}
        w={{ base: "100%", xs: 170 }}
      />
      <FilterSelect
        label={text.purpose}
        any={text.any_purpose}
        names={text.purposes}
        {...filter("purpose")}
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

/** What it waits for: the end of the hold, or of the time to collect. */
const getDeadline = ({ step, deposit_until, collect_until }: DeviceOrder): string | null =>
  step === "expected" ? deposit_until : step === "deposited" ? collect_until : null;

function buildColumns(times: Times): Column<DeviceOrder>[] {
  return [
    {
      key: "parcel",
      head: text.parcel,
      cell: ({ order_number, contents, purpose }) => (
        <span className="stack tight" style={{ gap: 0 }}>
          <span className="mono">{order_number}</span>
          <span className="dim small">{contents || text.purposes[purpose]}</span>
        </span>
      ),
    },
    {
      key: "state",
      head: text.state,
      width: 150,
      cell: ({ state }) => <StatusBadge badge={findLabel(DEVICE_ORDER_STATE, state)} />,
    },
    {
      key: "where",
      head: text.locker,
      cell: ({ locker_name, compartment_code, compartment_size }) => (
        <span className="stack tight" style={{ gap: 0 }}>
          <span>{locker_name}</span>
          <span className="dim small">
            {text.size({ compartment: compartment_code, size: compartment_size })}
          </span>
        </span>
      ),
    },
    {
      key: "customer",
      head: text.customer,
      window_width_min: 900,
      cell: ({ customer_name }) => customer_name ?? <span className="dim">–</span>,
    },
    {
      key: "deadline",
      head: text.deadline,
      width: 160,
      cell: (one) => times.moment(getDeadline(one)),
    },
    {
      key: "created",
      head: text.created,
      width: 150,
      window_width_min: 1240,
      cell: ({ created_at }) => <span className="dim">{times.moment(created_at)}</span>,
    },
  ];
}

function Card({ one, times }: { one: DeviceOrder; times: Times }) {
  const deadline = getDeadline(one);
  return (
    <>
      <span className="row apart nowrap">
        <span className="mono cut">{one.order_number}</span>
        <StatusBadge badge={findLabel(DEVICE_ORDER_STATE, one.state)} />
      </span>
      <span className="small dim">
        {one.locker_name} · {text.size({ compartment: one.compartment_code, size: one.compartment_size })}
      </span>
      {deadline === null ? null : (
        <span className="small num">{text.until({ moment: times.moment(deadline) })}</span>
      )}
    </>
  );
}
