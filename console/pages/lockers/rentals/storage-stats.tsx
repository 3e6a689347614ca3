/** How lockers were rented in a period: use by day and by hour, sizes that are asked for, overdue rentals, income; with an export. */
import { SegmentedControl } from "@mantine/core";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import { IconChartBar } from "#icons";
import type { LockerStorageStatsOutput } from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";
import { money, number } from "../../../parts/format.ts";
import type { Column } from "../../../parts/grid/columns.ts";
import { ExportMenu } from "../../../parts/grid/export-menu.tsx";
import { createSource } from "../../../parts/grid/source.ts";
import { BackLink } from "../../../parts/links.tsx";
import { Fact, Facts, Page, Sheet } from "../../../parts/page.tsx";
import { Empty, Loaded, Waiting } from "../../../parts/states.tsx";
import { addDays, day, useTimes } from "../../../parts/times.ts";
import { ColumnPlot, type PlotColumn } from "../lockers/column-plot.tsx";
import { STATS_PERIODS, type StatsSearch } from "./rental-filters.ts";
import { text } from "./text.ts";

const here = getRouteApi("/inside/rentals/stats");

type Stats = LockerStorageStatsOutput;
type Day = Stats["days"][number];

const statsQuery = (from: string, to: string) =>
  queryOptions({
    queryKey: ["rentals", "stats", from, to],
    meta: { live: ["storage_rental"] },
    queryFn: ({ signal }) => client.lockerStorageStats({ from, to }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });

export function StorageStats() {
  const times = useTimes();
  const { days: period = 30 }: StatsSearch = here.useSearch();
  const navigate = useNavigate({ from: "/rentals/stats" });
  const to = times.today();
  const query = useQuery(statsQuery(addDays(to, 1 - period), to));
  const source = useMemo(
    () => (query.data === undefined ? undefined : createSource(query.data.days)),
    [query.data],
  );
  return (
    <Page
      above={<BackLink to="/rentals">{text.title}</BackLink>}
      actions={
        <>
          <SegmentedControl
            aria-label={text.stats.period}
            value={String(period)}
            onChange={(value) =>
              void navigate({
                search: { days: STATS_PERIODS.find((one) => String(one) === value) },
                replace: true,
                resetScroll: false,
              })
            }
            data={STATS_PERIODS.map((n) => ({ value: String(n), label: text.stats.days({ n }) }))}
          />
          <ExportMenu
            label={text.stats.title}
            source={source}
            columns={buildColumns(query.data?.currency ?? null)}
            layout={{}}
          />
        </>
      }
    >
      <Loaded query={query} fallback={<Waiting rows={8} />}>
        {(stats) => <Plots stats={stats} />}
      </Loaded>
    </Page>
  );
}

const sum = (days: readonly Day[], read: (day: Day) => number) =>
  days.reduce((total, one) => total + read(one), 0);
const hours = (count: number) =>
  text.stats.hours({ hours: number(count, { maximumFractionDigits: count < 10 ? 1 : 0 }) });

function Plots({ stats: { days, hours: by_hour, sizes, currency, price_hidden } }: { stats: Stats }) {
  const occupied_h = sum(days, (one) => one.occupied_h);
  const started_count = sum(days, (one) => one.started);
  const income_minor = sum(days, (one) => one.revenue_minor ?? 0);
  if (occupied_h === 0 && started_count === 0 && income_minor === 0)
    return (
      <Empty icon={IconChartBar} title={text.stats.none}>
        {text.stats.none_about}
      </Empty>
    );
  const toColumns = (read: (day: Day) => number, say: (value: number) => string): PlotColumn[] =>
    days.map((one) => ({
      key: one.date,
      value: read(one),
      title: text.stats.on({ day: day(one.date), what: say(read(one)) }),
    }));
  const dates = [days[0]?.date, days.at(-1)?.date].map((date) => (date === undefined ? "" : day(date)));
  const rentals = (n: number) => text.total({ n });
  return (
    <div className="stack" style={{ gap: 16 }}>
      <Sheet label={text.stats.together}>
        <Facts>
          <Fact name={text.stats.started}>{number(started_count)}</Fact>
          <Fact name={text.stats.occupied}>{hours(occupied_h)}</Fact>
          <Fact name={text.stats.overdue_most}>
            {number(Math.max(0, ...days.map(({ overdue }) => overdue)))}
          </Fact>
          {price_hidden ? null : <Fact name={text.stats.income}>{money(income_minor, currency)}</Fact>}
        </Facts>
      </Sheet>
      <div className="storage-plots">
        <Sheet title={text.stats.by_day}>
          <ColumnPlot
            label={text.stats.by_day}
            columns={toColumns((one) => one.occupied_h, hours)}
            format={hours}
            ends={dates}
          />
        </Sheet>
        <Sheet title={text.stats.by_hour}>
          <ColumnPlot
            label={text.stats.by_hour}
            columns={by_hour.map(({ hour, put_in, taken_out }) => ({
              key: String(hour),
              value: put_in + taken_out,
              title: text.stats.at_hour({ hour: String(hour).padStart(2, "0"), put_in, taken_out }),
            }))}
            format={(value) => number(value)}
            ends={["00:00", "24:00"]}
          />
        </Sheet>
        <Sheet title={text.stats.overdue_by_day}>
          <ColumnPlot
            label={text.stats.overdue_by_day}
            columns={toColumns((one) => one.overdue, rentals)}
            format={(value) => number(value)}
            ends={dates}
            tone="bad"
          />
        </Sheet>
        {price_hidden ? null : (
          <Sheet title={text.stats.income_by_day}>
            <ColumnPlot
              label={text.stats.income_by_day}
              columns={toColumns(
                (one) => Math.max(0, one.revenue_minor ?? 0),
                (value) => money(value, currency),
              )}
              format={(value) => money(value, currency)}
              ends={dates}
            />
          </Sheet>
        )}
      </div>
      <Sheet title={text.stats.by_size} pad={false}>
        <Sizes sizes={sizes} />
      </Sheet>
    </div>
  );
}

function Sizes({ sizes }: Pick<Stats, "sizes">) {
  const most = Math.max(1, ...sizes.map(({ started }) => started));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard.
    <section className="table-scroll" aria-label={text.stats.by_size} tabIndex={0}>
      <table className="table">
        <caption className="sr">{text.stats.by_size}</caption>
        <thead>
          <tr>
            <th scope="col">{text.stats.size}</th>
            <th scope="col">{text.stats.started}</th>
            <th scope="col" className="end">
              {text.stats.occupied}
            </th>
            <th scope="col" className="end">
              {text.states.OVERDUE}
            </th>
          </tr>
        </thead>
        <tbody>
          {sizes.map(({ size, started, occupied_h, overdue }) => (
            <tr key={size}>
              <td className="strong">{size}</td>
              <td>
                <span className="use-demand" aria-hidden>
                  <span className="granted" style={{ width: `${(100 * started) / most}%` }} />
                </span>
                <span className="small dim num">{text.total({ n: started })}</span>
              </td>
              <td className="end num">{hours(occupied_h)}</td>
              <td className="end num">{number(overdue)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Of the file: amounts in units of the currency, as a sheet adds them. */
function buildColumns(currency: string | null): Column<Day>[] {
  const column = (key: string, head: string, value: (row: Day) => string | number | null): Column<Day> => ({
    key,
    head,
    cell: () => null,
    value,
  });
  const digits =
    currency === null
      ? 2
      : (new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions()
          .maximumFractionDigits ?? 2);
  return [
    column("date", text.stats.day, ({ date }) => date),
    column("started", text.stats.started, (one) => one.started),
    column("compartments", text.stats.compartments, (one) => one.compartments),
    column("occupied", text.stats.occupied_h, (one) => one.occupied_h),
    column("overdue", text.states.OVERDUE, (one) => one.overdue),
    column("income", currency === null ? text.stats.income : `${text.stats.income}, ${currency}`, (one) =>
      one.revenue_minor === undefined || one.revenue_minor === null ? null : one.revenue_minor / 10 ** digits,
    ),
  ];
}
