/** Drivers: what each does today, and where they are. */
import { Button, SegmentedControl } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useCallback, useMemo, useState } from "react";
import { IconMapPinOff, IconPlus, IconUserOff } from "#icons";
import { isStaff, useMe } from "../../../api/session.ts";
import { BaseMap } from "../../../map/map.tsx";
import type { MapPin } from "../../../map/shapes.ts";
import { StatusBadge } from "../../../parts/badge.tsx";
import { number } from "../../../parts/format.ts";
import type { Column } from "../../../parts/grid/columns.ts";
import { ListView } from "../../../parts/grid/list-view.tsx";
import { findLabel } from "../../../parts/labels.ts";
import { LoadBar } from "../../../parts/load-bar.tsx";
import { Bar, Page } from "../../../parts/page.tsx";
import { useOpenRecord } from "../../../parts/record-link.tsx";
import { Empty, Loaded, Waiting } from "../../../parts/states.tsx";
import { type Times, useTimes } from "../../../parts/times.ts";
import { useNow } from "../../../parts/use-now.ts";
import { useDepot } from "../../identity/settings/queries.ts";
import { type RouteSummary, routesQuery } from "../../planning/routes/queries.ts";
import { contractorsQuery } from "../contractors/queries.ts";
import { AddDriver } from "./add-driver.tsx";
import { type Age, chooseRoute, computeAge } from "./driver-day.ts";
import { type DriversSearch, GROUPS, readDriversSearch } from "./drivers-search.ts";
import { type DriverSummary, driversQuery, type LivePosition, positionsQuery } from "./queries.ts";
import { DRIVER_STATUS, DUTY } from "./status.ts";
import { text } from "./text.ts";
import "./drivers.css";

const here = getRouteApi("/inside/drivers");

/** White letters on each have a contrast of at least 4.5:1. */
const AGE_COLOUR: Record<Age, string> = { fresh: "#1c6b47", older: "#8a5300", old: "#5f5850" };
const NOBODY: LivePosition[] = [];

/** A driver with the route and the position of today. */
interface Row {
  driver: DriverSummary;
  contractor: string | undefined;
  route: RouteSummary | undefined;
  /** On duty or on a break, with a position. */
  live_position: LivePosition | undefined;
}

const getKey = ({ driver }: Row) => driver.id;
const getName = ({ driver }: Row) => driver.name;
const foundBy = ({ driver, contractor, route }: Row) => [
  driver.name,
  driver.email,
  driver.phone,
  driver.vehicle?.plate,
  contractor,
  route?.number,
  ...driver.skills,
];

function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  return `${words[0]?.[0] ?? ""}${words.length > 1 ? (words.at(-1)?.[0] ?? "") : ""}`.toUpperCase();
}

export function Drivers() {
  const times = useTimes();
  const navigate = useNavigate({ from: "/drivers" });
  const search = here.useSearch();
  const query = useQuery(driversQuery);
  const live = useQuery(positionsQuery).data ?? NOBODY;
  const me = useMe();
  const may_see_routes = me.permissions.includes("routes:read");
  const routes = useQuery({ ...routesQuery({ date: times.today() }), enabled: may_see_routes }).data?.routes;
  const may_add = me.permissions.includes("drivers:write") && isStaff(me);
  const contractors = useQuery({
    ...contractorsQuery,
    enabled: isStaff(me) && me.permissions.includes("orders:read"),
  }).data?.contractors;
  const [adding, setAdding] = useState(false);
  const all = query.data?.drivers;
  const rows = useMemo(
    () =>
      (all ?? []).map(
        (driver): Row => ({
          driver,
          contractor: contractors?.find(({ id }) => id === driver.contractor_id)?.name,
          route: chooseRoute(routes ?? [], driver.id),
          live_position: live.find(({ driver_id }) => driver_id === driver.id),
        }),
      ),
    [all, contractors, routes, live],
  );
  const { group } = search;
  const isShown = useCallback(
    ({ driver }: Row) =>
      group === undefined || (group === "on" ? driver.duty !== "off" : driver.status !== "active"),
    [group],
  );
  const setSearch = useCallback(
    (next: DriversSearch) => void navigate({ search: next, replace: true }),
    [navigate],
  );
  const open = useOpenRecord("driver");
  const now = useNow();
  const columns = useMemo(() => buildColumns(times, now), [times, now]);
  return (
    <Page
      fill
      subtitle={
        all
          ? [
              text.count({ n: all.length }),
              text.on_duty({ n: number(all.filter(({ duty }) => duty === "on").length) }),
              text.on_map({ n: number(live.length) }),
            ].join(" · ")
          : "…"
      }
      actions={
        may_add ? (
          <Button leftSection={<IconPlus size={16} />} onClick={() => setAdding(true)}>
            {text.create}
          </Button>
        ) : null
      }
    >
      <div className="drivers-split">
        <Loaded query={query} fallback={<Waiting rows={10} />}>
          {() => (
            <ListView
              id="drivers"
              label={text.title}
              noun={text.nouns}
              all={text.all}
              rows={rows}
              isShown={isShown}
              find={{ label: text.find, placeholder: text.find_about, by: foundBy }}
              columns={columns}
              getKey={getKey}
              getName={getName}
              onOpen={({ driver }) => open(driver.id)}
              card={(row) => <DriverCard row={row} times={times} now={now} />}
              search={search}
              setSearch={setSearch}
              read={readDriversSearch}
              toolbar={
                <SegmentedControl
                  aria-label={text.group}
                  value={group ?? "all"}
                  onChange={(value) => {
                    const { group: _before, ...others } = search;
                    const group = GROUPS.find((one) => one === value);
                    setSearch(group === undefined ? others : { ...others, group: group });
                  }}
                  data={[
                    { value: "all", label: text.groups.all },
                    { value: "on", label: text.groups.on },
                    { value: "closed", label: text.groups.closed },
                  ]}
                />
              }
              empty={
                <Empty icon={IconUserOff} title={text.none}>
                  {isStaff(me) ? text.add_first : text.contractor_about}
                </Empty>
              }
            />
          )}
        </Loaded>
        <DriversMap positions={live} now={now} times={times} open={open} />
      </div>
      {adding ? <AddDriver close={() => setAdding(false)} /> : null}
    </Page>
  );
}

function DriversMap({
  positions,
  now,
  times,
  open,
}: {
  positions: readonly LivePosition[];
  now: number;
  times: Times;
  open: (driver_id: string) => void;
}) {
  const { depot } = useDepot();
  const pins = useMemo<MapPin[]>(() => {
    const home: MapPin[] = depot ? [{ id: "depot", kind: "depot", ...depot }] : [];
    return [
      ...home,
      ...positions.map(({ driver_id, name, duty, lat, lng, at, stops_resolved, stops_total }): MapPin => {
        const progress =
          stops_total === null
            ? ""
            : text.progress({ done: String(stops_resolved), total: String(stops_total) });
        const rest = duty === "break" ? findLabel(DUTY, duty).label : "";
        return {
          id: String(driver_id),
          kind: "driver",
          lat,
          lng,
          text: initials(name),
          title: [text.pin({ name, ago: times.ago(at) }), rest, progress].filter(Boolean).join(", "),
          colour: AGE_COLOUR[computeAge(at, now)],
        };
      }),
    ];
  }, [positions, depot, times, now]);
  if (pins.length === 0) {
    return (
      <section className="sheet" aria-label={text.where}>
        <Empty icon={IconMapPinOff} title={text.nobody}>
          {text.nobody_about}
        </Empty>
      </section>
    );
  }
  return (
    <div className="drivers-map">
      <BaseMap
        label={text.where}
        pins={pins}
        onPin={open}
        nameCluster={(group) =>
          text.cluster({ n: group.length, names: group.map(({ title }) => title).join("; ") })
        }
        fit={positions.length > 0 ? "some" : "none"}
      />
      {positions.length > 0 ? (
        <p className="map-legend">
          {(["fresh", "older", "old"] as const).map((age) => (
            <span key={age}>
              <span className="age-dot" style={{ background: AGE_COLOUR[age] }} aria-hidden />
              {text.ages[age]}
            </span>
          ))}
        </p>
      ) : null}
    </div>
  );
}

const getState = ({ status, duty }: DriverSummary) =>
  status === "active" ? findLabel(DUTY, duty) : findLabel(DRIVER_STATUS, status);

function buildColumns(times: Times, now: number): Column<Row>[] {
  return [
    {
      key: "name",
      head: text.driver,
      value: ({ driver }) => driver.name,
      cell: ({ driver, contractor }) => (
        <span className="stack tight" style={{ gap: 0 }} title={contractor}>
          <span className="strong">{driver.name}</span>
          <span className="dim small cut">
            {[
              driver.vehicle ? `${driver.vehicle.plate} · ${driver.vehicle.name}` : text.no_vehicle,
              contractor,
            ]
              .filter(Boolean)
              .join(" · ")}
          </span>
        </span>
      ),
    },
    {
      key: "state",
      head: text.state,
      width: 104,
      value: ({ driver }) => getState(driver).label,
      cell: ({ driver }) => <StatusBadge badge={getState(driver)} />,
    },
    {
      key: "progress",
      head: text.route,
      width: 120,
      value: ({ route }) =>
        route === undefined ? null : route.stops_resolved / Math.max(1, route.stops_total),
      cell: ({ route }) =>
        route === undefined ? <span className="dim">–</span> : <Progress route={route} />,
    },
    {
      key: "load",
      head: text.load,
      width: 84,
      window_width_min: 1100,
      value: ({ route }) => route?.load.units ?? null,
      cell: ({ route, driver }) =>
        route === undefined ? (
          <span className="dim">–</span>
        ) : (
          <LoadBar load={route.load} capacity={toCapacity(driver)} />
        ),
    },
    {
      key: "seen",
      head: text.seen_head,
      width: 96,
      align: "end",
      value: ({ driver }) => driver.position?.at ?? null,
      cell: (row) => <LastPosition row={row} times={times} now={now} />,
    },
    {
      key: "route",
      head: text.route_number,
      width: 130,
      optional: true,
      value: ({ route }) => route?.number ?? null,
      cell: ({ route }) => route?.number ?? "–",
    },
    {
      key: "phone",
      head: text.phone,
      width: 140,
      optional: true,
      value: ({ driver }) => driver.phone,
      cell: ({ driver }) => driver.phone ?? "–",
    },
    {
      key: "email",
      head: text.email,
      width: 200,
      optional: true,
      value: ({ driver }) => driver.email,
      cell: ({ driver }) => driver.email,
    },
    {
      key: "skills",
      head: text.skills,
      width: 160,
      optional: true,
      value: ({ driver }) => driver.skills.join(", "),
      cell: ({ driver }) => driver.skills.join(", ") || "–",
    },
    {
      key: "contractor",
      head: text.drives_for,
      width: 150,
      optional: true,
      value: ({ contractor }) => contractor ?? null,
      cell: ({ contractor }) => contractor ?? "–",
    },
  ];
}

function toCapacity({ vehicle }: DriverSummary) {
  if (vehicle === null) return null;
  return {
    units: vehicle.capacity_units,
    weight_g: vehicle.capacity_weight_g,
    volume_cm3: vehicle.capacity_volume_cm3,
    pallets: vehicle.capacity_pallets,
  };
}

function Progress({ route: { stops_resolved, stops_total } }: { route: RouteSummary }) {
  return (
    <span className="row nowrap" style={{ gap: 8 }}>
      <span className="grow">
        <Bar
          value={stops_resolved}
          of={stops_total}
          tone="good"
          label={text.progress({ done: String(stops_resolved), total: String(stops_total) })}
        />
      </span>
      <span className="small num">
        {stops_resolved}/{stops_total}
      </span>
    </span>
  );
}

/** The colour is that of the pin on the map; drivers off duty have none. */
function LastPosition({
  row: { driver, live_position },
  times,
  now,
}: {
  row: Row;
  times: Times;
  now: number;
}) {
  const at = live_position?.at ?? driver.position?.at;
  return (
    <span className="row tight nowrap" style={{ justifyContent: "flex-end" }}>
      {live_position === undefined ? null : (
        <span
          className="age-dot"
          style={{ background: AGE_COLOUR[computeAge(live_position.at, now)] }}
          aria-hidden
        />
      )}
      <span className="dim">{times.ago(at)}</span>
    </span>
  );
}

function DriverCard({ row, times, now }: { row: Row; times: Times; now: number }) {
  const { driver, route } = row;
  return (
    <>
      <span className="row apart nowrap">
        <span className="strong cut">{driver.name}</span>
        <StatusBadge badge={getState(driver)} />
      </span>
      <span className="row apart nowrap small">
        <span className="dim cut">{driver.vehicle?.plate ?? text.no_vehicle}</span>
        <LastPosition row={row} times={times} now={now} />
      </span>
      {route === undefined ? (
        <span className="dim small">{text.no_route}</span>
      ) : (
        <span className="row nowrap" style={{ gap: 12 }}>
          <span className="grow">
            <Progress route={route} />
          </span>
          <LoadBar load={route.load} capacity={toCapacity(driver)} />
        </span>
      )}
    </>
  );
}
