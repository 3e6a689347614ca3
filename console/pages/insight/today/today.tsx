/** Overview of the day; every figure links to the list that it counts. */

import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { IconCircleCheck } from "#icons";
import { useMe } from "../../../api/session.ts";
import { Tag } from "../../../parts/badge.tsx";
import { DayPicker } from "../../../parts/day-picker.tsx";
import { number as figure } from "../../../parts/format.ts";
import { findLabel } from "../../../parts/labels.ts";
import { List } from "../../../parts/list/list.tsx";
import { Bar, Page, Sheet } from "../../../parts/page.tsx";
import { Empty, Loaded, Waiting } from "../../../parts/states.tsx";
import { day, useTimes } from "../../../parts/times.ts";
import { ORDER_STATUS } from "../../orders/orders/status.ts";
import { groupsQuery } from "../dispatch/queries.ts";
import { FirstSteps } from "../first-steps/first-steps.tsx";
import { type Digest, digestQuery } from "./queries.ts";
import { text } from "./text.ts";
import "./today.css";

const route = getRouteApi("/inside/");
const TONE = { critical: "bad", warning: "warn", info: "blue" } as const;

export function Today() {
  const times = useTimes();
  const { date = times.today() } = route.useSearch();
  const navigate = useNavigate({ from: "/" });
  const digest = useQuery(digestQuery(date));
  const may_see_exceptions = useMe().permissions.includes("dispatch:read");
  return (
    <Page
      title={date === times.today() ? text.today : day(date, "long")}
      subtitle={digest.data?.headline ?? day(date, "long")}
      actions={<DayPicker value={date} onChange={(next) => void navigate({ search: { date: next } })} />}
    >
      {date === times.today() ? <FirstSteps /> : null}
      <Loaded query={digest} fallback={<Waiting rows={6} height={56} />}>
        {(digest) => (
          <>
            <Counts digest={digest} />
            <div className="split">
              <Sheet title={text.by_status}>
                <Statuses digest={digest} />
              </Sheet>
              <div className="stack" style={{ gap: 16 }}>
                <Routes digest={digest} />
              </div>
            </div>
            {may_see_exceptions ? <Exceptions /> : null}
          </>
        )}
      </Loaded>
    </Page>
  );
}

const GROUPS = [
  { key: "unplanned", statuses: ["NEW_ORDER"], tone: "grey" },
  { key: "on_routes", statuses: ["ROUTED", "DISPATCHED", "LOADED", "PICKED_UP"], tone: "blue" },
  { key: "out", statuses: ["OUT_FOR_DELIVERY", "ARRIVED"], tone: "accent" },
  { key: "delivered", statuses: ["DELIVERED"], tone: "good" },
  // Counted by the service: an order on its way back failed only if it was attempted.
  { key: "failed", statuses: ["FAILED_ATTEMPT", "REJECTED", "RETURNING", "RETURNED"], tone: "bad" },
  { key: "exceptions", statuses: ["EXCEPTION"], tone: "bad" },
  { key: "held", statuses: ["HOLD"], tone: "violet" },
] as const;

function sumCounts(digest: Digest, statuses: readonly string[]): number {
  return statuses.reduce(
    (sum, status) => sum + (digest.by_status[status as keyof Digest["by_status"]] ?? 0),
    0,
  );
}

function Counts({ digest }: { digest: Digest }) {
  const total = Object.values(digest.by_status).reduce((sum, n) => sum + n, 0);
  const { orders: attempts } = digest;
  return (
    <ul className="counts" aria-label={text.orders}>
      {GROUPS.map(({ key, statuses, tone }) => {
        const n = key === "failed" ? digest.orders.failed : sumCounts(digest, statuses);
        return (
          <li key={key}>
            <Link
              to="/orders"
              search={{ status: [...statuses], from: digest.date, to: digest.date }}
              className="count"
            >
              <span
                className={`count-number num ${n > 0 && (tone === "bad" || tone === "violet") ? `tone-${tone} toned` : ""}`}
              >
                {figure(n)}
              </span>
              <span className="count-name">{text.groups[key]}</span>
              <Bar value={n} of={total} tone={tone} label={text.of({ n: figure(n), all: figure(total) })} />
            </Link>
          </li>
        );
      })}
      <li>
        <Link to="/routes" search={{ date: digest.date }} className="count">
          <span className={`count-number num ${attempts.failed_attempts > 0 ? "tone-warn toned" : ""}`}>
            {figure(attempts.failed_attempts)}
          </span>
          <span className="count-name">{text.failed_attempts}</span>
          {attempts.first_attempt_percent === null ? null : (
            <span className="count-name num">
              {text.at_first({
                share: figure(attempts.first_attempt_percent / 100, {
                  style: "percent",
                  maximumFractionDigits: 1,
                }),
              })}
            </span>
          )}
        </Link>
      </li>
      <li>
        <Link to="/drivers" className="count">
          <span className="count-number num">{digest.drivers_on_duty}</span>
          <span className="count-name">{text.on_duty}</span>
        </Link>
      </li>
    </ul>
  );
}

function Statuses({ digest }: { digest: Digest }) {
  const rows = Object.keys(ORDER_STATUS)
    .map((status) => ({
      status,
      n: digest.by_status[status as keyof Digest["by_status"]] ?? 0,
      word: findLabel(ORDER_STATUS, status),
    }))
    .filter(({ n }) => n > 0);
  const most = Math.max(1, ...rows.map(({ n }) => n));
  if (rows.length === 0) return <p className="dim">{text.no_orders}</p>;
  return (
    <ul className="bars">
      {rows.map(({ status, n, word }) => (
        <li key={status}>
          <Link to="/orders" search={{ status: [status], from: digest.date, to: digest.date }}>
            {word.label}
          </Link>
          <Bar
            value={n}
            of={most}
            tone={word.tone}
            label={text.figure({ label: word.label, n: figure(n) })}
          />
          <span className="num">{figure(n)}</span>
        </li>
      ))}
    </ul>
  );
}

function Routes({ digest: { routes, date, late, created, attention_open } }: { digest: Digest }) {
  const rows = [
    { key: "planned", n: routes.planned, tone: "grey" },
    { key: "released", n: routes.released, tone: "blue" },
    { key: "in_progress", n: routes.in_progress, tone: "accent" },
    { key: "finished", n: routes.finished, tone: "good" },
  ] as const;
  return (
    <Sheet
      title={text.routes({ n: figure(routes.total) })}
      actions={
        <Link to={routes.total > 0 ? "/routes" : "/plan"} search={{ date }}>
          {routes.total > 0 ? text.all_routes : text.plan}
        </Link>
      }
    >
      <div className="stack">
        {routes.total > 0 ? (
          <>
            <ul className="bars">
              {rows.map(({ key, n, tone }) => (
                <li key={key}>
                  <span>{text.route_states[key]}</span>
                  <Bar
                    value={n}
                    of={routes.total}
                    tone={tone}
                    label={text.figure({ label: text.route_states[key], n: figure(n) })}
                  />
                  <span className="num">{figure(n)}</span>
                </li>
              ))}
            </ul>
            <div>
              <div className="row apart small" style={{ marginBottom: 4 }}>
                <span>{text.stops_done}</span>
                <span className="num dim">
                  {text.of({ n: figure(routes.stops_resolved), all: figure(routes.stops) })}
                </span>
              </div>
              <Bar
                value={routes.stops_resolved}
                of={routes.stops}
                tone="good"
                label={text.stops_of({ n: figure(routes.stops_resolved), all: figure(routes.stops) })}
              />
            </div>
          </>
        ) : (
          <p className="dim">{text.no_routes}</p>
        )}
        <p className="dim small num">
          {text.summary({ created: figure(created), late: figure(late), exceptions: attention_open })}
        </p>
      </div>
    </Sheet>
  );
}

/** What needs a person, by kind; each leads to its list. */
function Exceptions() {
  const times = useTimes();
  const query = useQuery(groupsQuery);
  const open = (query.data?.groups ?? []).filter((group) => group.open > 0);
  return (
    <List
      label={text.needs}
      title={text.needs}
      actions={open.length > 0 ? <Link to="/exceptions">{text.all_exceptions}</Link> : null}
      query={query}
      rows={() => open}
      empty={
        <Empty icon={IconCircleCheck} title={text.nothing}>
          {text.nothing_about}
        </Empty>
      }
      item={(group) => (
        <li key={group.kind}>
          <Link
            to="/exceptions"
            search={{ kind: group.kind }}
            className="list-row"
            style={{ color: "inherit" }}
          >
            <Tag tone={TONE[group.severity]}>{figure(group.open)}</Tag>
            <span className="grow strong">{group.title}</span>
            <span className="dim small">
              {group.oldest_since === null ? "" : text.oldest({ ago: times.ago(group.oldest_since) })}
            </span>
          </Link>
        </li>
      )}
    />
  );
}
