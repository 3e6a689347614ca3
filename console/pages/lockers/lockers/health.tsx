/** What is wrong with lockers now, and how much each of them is used and asked for. */
import { SegmentedControl, Select } from "@mantine/core";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { IconChartBar, IconCircleCheck } from "#icons";
import { client } from "../../../api/client.ts";
import { StatusBadge } from "../../../parts/badge.tsx";
import { number } from "../../../parts/format.ts";
import { nameCode } from "../../../parts/labels.ts";
import { BackLink } from "../../../parts/links.tsx";
import { Bar, Page, Sheet } from "../../../parts/page.tsx";
import { Empty, Loaded, Waiting } from "../../../parts/states.tsx";
import { addDays, day, type Times, useTimes } from "../../../parts/times.ts";
import { ColumnPlot } from "./column-plot.tsx";
import { LOCKERS, type LockerHealth, type LockerProblem, lockersQuery } from "./queries.ts";
import { type HealthSearch, PERIODS } from "./search.ts";
import { PROBLEM_TONES } from "./states.ts";
import { text } from "./text.ts";
import { type SizeOfUse, summarizeUse } from "./use.ts";
import "./lockers.css";

const here = getRouteApi("/inside/lockers/health");
const NONE: LockerHealth[] = [];
const LOCKERS_MAX = 200;
/** In the sequence in which somebody should look at them. */
const KINDS = Object.keys(PROBLEM_TONES) as LockerProblem["kind"][];

export function LockerHealthPage() {
  const query = useQuery(lockersQuery({ per_page: LOCKERS_MAX }));
  const lockers = query.data?.lockers ?? NONE;
  const faulty = lockers.filter(({ problems }) => problems.length > 0);
  return (
    <Page
      above={<BackLink to="/lockers">{text.title}</BackLink>}
      subtitle={
        query.data === undefined ? "…" : text.health.count({ n: faulty.length, all: query.data.total })
      }
    >
      <div className="health">
        <Sheet title={text.health.wrong} pad={false}>
          <Loaded query={query}>{() => <Problems lockers={faulty} />}</Loaded>
        </Sheet>
        <Use lockers={lockers} />
      </div>
    </Page>
  );
}

function Problems({ lockers }: { lockers: readonly LockerHealth[] }) {
  const times = useTimes();
  const entries = lockers.flatMap((locker) => locker.problems.map((problem) => ({ locker, problem })));
  if (entries.length === 0)
    return (
      <Empty icon={IconCircleCheck} title={text.health.nothing}>
        {text.health.nothing_about}
      </Empty>
    );
  return KINDS.map((kind) => {
    const of_kind = entries.filter(({ problem }) => problem.kind === kind);
    if (of_kind.length === 0) return null;
    const name = nameCode(text.problems, kind);
    return (
      <section key={kind} className="health-kind" aria-label={name}>
        <h3 className="health-head">
          <StatusBadge badge={{ label: name, tone: PROBLEM_TONES[kind] }} />
          <span className="dim num">{of_kind.length}</span>
        </h3>
        <ul className="list">
          {of_kind.map(({ locker, problem }) => (
            <li key={`${locker.locker_id} ${problem.compartment_id}`}>
              <Link
                className="list-row"
                to="/lockers/$locker_id"
                params={{ locker_id: String(locker.locker_id) }}
                search={problem.compartment_id === null ? {} : { compartment: problem.compartment_id }}
              >
                <span className="strong">{locker.name}</span>
                {problem.compartment_code === null ? null : <span>{problem.compartment_code}</span>}
                <span className="grow dim">{describeMeasure(locker, problem)}</span>
                <span className="dim small nowrap">{times.ago(problem.since)}</span>
              </Link>
            </li>
          ))}
        </ul>
      </section>
    );
  });
}

/** How bad it is, where that is a number. */
function describeMeasure(
  { battery_percent, clock_offset_ms, queued_operations }: LockerHealth,
  { kind }: LockerProblem,
): string {
  if (kind === "battery" && battery_percent !== null)
    return number(battery_percent / 100, { style: "percent" });
  if (kind === "clock" && clock_offset_ms !== null)
    return text.clock_off({
      seconds: number(clock_offset_ms / 1000, { maximumFractionDigits: 0, signDisplay: "exceptZero" }),
    });
  if (kind === "offline" && queued_operations > 0) return text.health.queued({ n: queued_operations });
  return "";
}

const utilisationQuery = (locker_id: number, from: string, to: string) =>
  queryOptions({
    queryKey: [LOCKERS, "use", locker_id, from, to],
    meta: { live: ["locker_reservation"] },
    queryFn: async ({ signal }) => (await client.lockerUtilisation({ locker_id, from, to }, { signal })).days,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });

function Use({ lockers }: { lockers: readonly LockerHealth[] }) {
  const times = useTimes();
  const search = here.useSearch();
  const navigate = useNavigate({ from: "/lockers/health" });
  const change = (part: HealthSearch) =>
    void navigate({
      search: (old: HealthSearch) => ({ ...old, ...part }),
      replace: true,
      resetScroll: false,
    });
  const { days: period = 30 } = search;
  const used = lockers.filter(({ compartments }) => compartments > 0);
  const locker = used.find(({ locker_id }) => locker_id === search.locker_id) ?? used[0];
  const to = times.today();
  const query = useQuery({
    ...utilisationQuery(locker?.locker_id ?? 0, addDays(to, 1 - period), to),
    enabled: locker !== undefined,
  });
  if (locker === undefined) return null;
  return (
    <Sheet title={text.use.title} pad={false}>
      <div className="filters">
        <Select
          aria-label={text.locker}
          searchable
          allowDeselect={false}
          w={{ base: "100%", xs: 260 }}
          data={used.map(({ locker_id, name }) => ({ value: String(locker_id), label: name }))}
          value={String(locker.locker_id)}
          onChange={(value) => value !== null && change({ locker_id: Number(value) })}
        />
        <SegmentedControl
          aria-label={text.use.period}
          value={String(period)}
          onChange={(value) => change({ days: PERIODS.find((one) => String(one) === value) })}
          data={PERIODS.map((days) => ({ value: String(days), label: text.use.days({ n: days }) }))}
        />
      </div>
      <div className="sheet-body">
        <Loaded query={query} fallback={<Waiting rows={5} />}>
          {(days) => <Plots name={locker.name} days={days} times={times} />}
        </Loaded>
      </div>
    </Sheet>
  );
}

type Days = Parameters<typeof summarizeUse>[0];

function Plots({ name, days, times }: { name: string; days: Days; times: Times }) {
  const { by_day, by_size, share } = summarizeUse(days, (date) => countHours(date, times));
  const demand = by_size.reduce((total, { reservations, refused }) => total + reservations + refused, 0);
  if (share === 0 && demand === 0)
    return (
      <Empty icon={IconChartBar} title={text.use.none}>
        {text.use.none_about}
      </Empty>
    );
  const [first, last] = [by_day[0], by_day.at(-1)];
  return (
    <div className="stack" style={{ gap: 20 }}>
      <figure className="use-figure">
        <figcaption>
          <span className="strong">{text.use.occupied}</span>{" "}
          <span className="dim">{text.use.average({ share: percent(share) })}</span>
        </figcaption>
        <ColumnPlot
          label={text.use.plot({ name, share: percent(share), n: by_day.length })}
          columns={by_day.map((one) => ({
            key: one.date,
            value: one.share,
            title: text.use.day({ day: day(one.date), share: percent(one.share) }),
          }))}
          top={1}
          format={percent}
          ends={[first, last].map((one) => (one === undefined ? "" : day(one.date)))}
        />
      </figure>
      <Demand by_size={by_size} />
    </div>
  );
}

/** A small share is no zero. */
const percent = (share: number) =>
  number(share, { style: "percent", maximumFractionDigits: share < 0.1 ? 1 : 0 });

const HOUR_MS = 3_600_000;

/** Of a day, as far as it has passed; days with a change of the clock have another number. */
function countHours(date: string, times: Times): number {
  const from = Date.parse(times.getDayStart(date));
  const to = Math.min(Date.now(), Date.parse(times.getDayStart(addDays(date, 1))));
  return Math.max(0, (to - from) / HOUR_MS);
}

/** For each size how much it is used, and what was asked for: granted, and refused. */
function Demand({ by_size }: { by_size: readonly SizeOfUse[] }) {
  const most = Math.max(1, ...by_size.map(({ reservations, refused }) => reservations + refused));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard.
    <section className="table-scroll" aria-label={text.use.demand} tabIndex={0}>
      <table className="table">
        <caption className="sr">{text.use.demand}</caption>
        <thead>
          <tr>
            <th scope="col">{text.size}</th>
            <th scope="col" className="end">
              {text.wall}
            </th>
            <th scope="col">{text.use.occupied}</th>
            <th scope="col">
              <span className="row tight">
                {text.use.demand}
                <span className="use-key granted" aria-hidden /> {text.use.granted}
                <span className="use-key refused" aria-hidden /> {text.use.refused}
              </span>
            </th>
          </tr>
        </thead>
        <tbody>
          {by_size.map(({ size, compartments, share, reservations, refused }) => (
            <tr key={size}>
              <td className="strong">{size ?? text.use.fits_nowhere}</td>
              <td className="end num">{size === null ? "–" : compartments}</td>
              <td>
                {size === null ? (
                  <span className="dim">–</span>
                ) : (
                  <span className="row tight nowrap">
                    <Bar value={share} of={1} label={percent(share)} />
                    <span className="num">{percent(share)}</span>
                  </span>
                )}
              </td>
              <td>
                <span
                  className="use-demand"
                  role="img"
                  aria-label={text.use.asked({ granted: reservations, refused })}
                >
                  <span className="granted" style={{ width: `${(100 * reservations) / most}%` }} />
                  <span className="refused" style={{ width: `${(100 * refused) / most}%` }} />
                </span>
                <span className="small dim num">{text.use.asked({ granted: reservations, refused })}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
