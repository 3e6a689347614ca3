/** The routes of a day. */
import { VisuallyHidden } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { IconRouteOff } from "#icons";
import { StatusBadge, Tag } from "../../../parts/badge.tsx";
import { DayPicker } from "../../../parts/day-picker.tsx";
import { duration, kilometres, number } from "../../../parts/format.ts";
import type { Column } from "../../../parts/grid/columns.ts";
import { readListSearch } from "../../../parts/grid/list-search.ts";
import { ListView } from "../../../parts/grid/list-view.tsx";
import { findLabel } from "../../../parts/labels.ts";
import { ButtonLink } from "../../../parts/links.tsx";
import { bindFilters, FilterSelect, getFilters } from "../../../parts/list/filters.tsx";
import { Bar, Page } from "../../../parts/page.tsx";
import { useOpenRecord } from "../../../parts/record-link.tsx";
import { Empty, Loaded, Waiting } from "../../../parts/states.tsx";
import { useTimes } from "../../../parts/times.ts";
import { TwoLines } from "../../../parts/two-lines.tsx";
import { type RouteSummary, routesQuery } from "./queries.ts";
import { ROUTE_STATUS } from "./status.ts";
import { text } from "./text.ts";

const route = getRouteApi("/inside/routes");

const foundBy = ({ number, driver_name }: RouteSummary) => [number, driver_name];

export function Routes() {
  const times = useTimes();
  const { date = times.today(), ...search } = route.useSearch();
  const navigate = useNavigate({ from: "/routes" });
  const openRoute = useOpenRecord("route");
  const [status, setStatus] = useState<RouteSummary["status"]>();
  const query = useQuery(routesQuery({ date, ...(status ? { status: [status] } : {}) }));
  const columns: Column<RouteSummary>[] = [
    {
      key: "driver",
      value: ({ driver_name, number }) => driver_name ?? number,
      head: text.driver,
      cell: (one) => <TwoLines below={one.number}>{one.driver_name ?? text.no_driver}</TwoLines>,
    },
    {
      key: "status",
      value: ({ status }) => findLabel(ROUTE_STATUS, status).label,
      head: text.state,
      width: 130,
      cell: (one) => <StatusBadge badge={findLabel(ROUTE_STATUS, one.status)} />,
    },
    {
      key: "progress",
      value: (one) => one.stops_resolved / Math.max(1, one.stops_total),
      head: text.stops_head,
      width: 190,
      cell: (one) => <Progress route={one} />,
    },
    {
      key: "orders",
      value: ({ orders }) => orders,
      head: text.orders,
      align: "end",
      width: 70,
      window_width_min: 900,
      cell: (one) => one.orders,
    },
    {
      key: "km",
      value: (one) => one.planned_distance_m,
      head: text.distance,
      align: "end",
      width: 90,
      cell: (one) => kilometres(one.planned_distance_m),
    },
    {
      key: "time",
      value: (one) => one.planned_duration_s,
      head: text.duration,
      align: "end",
      width: 90,
      window_width_min: 900,
      cell: (one) => duration(one.planned_duration_s),
    },
    {
      key: "start",
      value: (one) => one.actual_start_at ?? one.planned_start_at,
      head: text.start,
      align: "end",
      width: 80,
      window_width_min: 1240,
      cell: (one) => times.time(one.actual_start_at ?? one.planned_start_at),
    },
    {
      key: "end",
      value: (one) => one.actual_end_at ?? one.planned_end_at,
      head: text.end,
      align: "end",
      width: 80,
      window_width_min: 1240,
      cell: (one) => (
        <span className={one.actual_end_at ? undefined : "dim"}>
          {times.time(one.actual_end_at ?? one.planned_end_at)}
        </span>
      ),
    },
    {
      key: "load",
      value: (one) => one.load.units ?? 0,
      head: text.units,
      align: "end",
      width: 70,
      window_width_min: 1240,
      cell: (one) => one.load.units ?? 0,
    },
  ];
  const routes = query.data?.routes ?? [];
  const done_count = routes.reduce((sum, one) => sum + one.stops_resolved, 0);
  const stops = routes.reduce((sum, one) => sum + one.stops_total, 0);
  return (
    <Page
      subtitle={
        query.data ? text.summary({ routes: query.data.total, done: number(done_count), all: stops }) : "…"
      }
      actions={
        <DayPicker
          value={date}
          onChange={(next) => void navigate({ search: (old) => ({ ...old, date: next }) })}
        />
      }
    >
      <Loaded query={query} fallback={<Waiting rows={10} />}>
        {(page) => (
          <ListView
            id="routes"
            label={text.title}
            noun={text.nouns}
            all={text.all}
            rows={page.routes}
            find={{ label: text.find, placeholder: text.find_about, by: foundBy }}
            columns={columns}
            getKey={(one) => one.id}
            getName={(one) =>
              one.driver_name === null
                ? text.name_without_driver({ number: one.number })
                : text.name_of({ number: one.number, driver: one.driver_name })
            }
            onOpen={({ id }) => openRoute(id)}
            search={search}
            setSearch={(next) =>
              void navigate({
                search: (old) => ({ ...(old.date ? { date: old.date } : {}), ...next }),
                replace: true,
              })
            }
            read={readListSearch}
            toolbar={
              <FilterSelect
                label={text.state}
                any={text.any_state}
                names={ROUTE_STATUS}
                {...bindFilters(getFilters("clientRoutes"), { status }, (part) => setStatus(part.status))(
                  "status",
                )}
                w={180}
              />
            }
            empty={
              <Empty
                icon={IconRouteOff}
                title={status ? text.none_in_state : text.none}
                action={
                  <ButtonLink to="/plan" search={{ date }}>
                    {text.plan}
                  </ButtonLink>
                }
              >
                {text.none_about}
              </Empty>
            }
            card={(one) => (
              <>
                <span className="row apart nowrap">
                  <span className="strong cut">{one.driver_name ?? text.no_driver}</span>
                  <StatusBadge badge={findLabel(ROUTE_STATUS, one.status)} />
                </span>
                <Progress route={one} />
                <span className="row apart small dim num">
                  <span>{one.number}</span>
                  <span>
                    {kilometres(one.planned_distance_m)} · {duration(one.planned_duration_s)}
                  </span>
                </span>
              </>
            )}
          />
        )}
      </Loaded>
    </Page>
  );
}

function Progress({ route: { stops_resolved, stops_total, failed_attempts } }: { route: RouteSummary }) {
  return (
    <span className="row nowrap" style={{ gap: 8 }}>
      {failed_attempts === undefined ? null : (
        <span title={text.failed_attempts({ n: failed_attempts })}>
          <Tag tone="warn">
            <span aria-hidden>{failed_attempts} ✕</span>
            <VisuallyHidden>{text.failed_attempts({ n: failed_attempts })}</VisuallyHidden>
          </Tag>
        </span>
      )}
      <span className="grow">
        <Bar
          value={stops_resolved}
          of={stops_total}
          tone="good"
          label={text.stops_done({ done: stops_resolved, all: stops_total })}
        />
      </span>
      <span className="small num" style={{ minWidth: 48, textAlign: "end" }}>
        {stops_resolved} / {stops_total}
      </span>
    </span>
  );
}
