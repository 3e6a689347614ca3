/** One run of the planner: watched while it works, judged when it is done, committed or left. */
import { Alert, Button, Loader, Progress } from "@mantine/core";
import { IconCheck, IconPlayerStop } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { client as service } from "../../api/client.ts";
import { isOpen, type PlanRun, planRunQuery } from "../../api/plans.ts";
import type { RouteSummary } from "../../api/routes.ts";
import { Sheet } from "../../parts/page.tsx";
import { Loaded } from "../../parts/states.tsx";
import { failed, said } from "../../parts/toast.ts";
import { count, duration, kilometres, plain } from "../../parts/words.ts";
import { PlannedList } from "./planned-list.tsx";
import { RunMap, straight_m } from "./run-map.tsx";
import { Sparkline } from "./sparkline.tsx";

export function RunView({
  plan_run_id,
  current,
  leave,
}: {
  plan_run_id: number;
  current: RouteSummary[];
  leave: () => void;
}) {
  const query = useQuery(planRunQuery(plan_run_id));
  const [chosen, setChosen] = useState<number | null>(null);
  return (
    <Loaded query={query}>
      {(run) => (
        <div className="fill-split">
          <div className="scroll stack">
            {isOpen(run) ? <Working run={run} /> : <Judged run={run} current={current} leave={leave} />}
            {run.routes.length > 0 ? (
              <PlannedList routes={run.routes} chosen={chosen} choose={setChosen} />
            ) : null}
            {run.unassigned.length > 0 ? <LeftOut unassigned={run.unassigned} /> : null}
          </div>
          <RunMap run={run} chosen={chosen} />
        </div>
      )}
    </Loaded>
  );
}

function Working({ run }: { run: PlanRun }) {
  const client = useQueryClient();
  const { progress } = run;
  const limit_ms = (run.options.time_limit_s ?? 10) * 1000;
  const elapsed_ms = progress?.elapsed_ms ?? 0;
  const way_m = progress ? progress.routes.reduce((sum, { path }) => sum + straight_m(path), 0) : 0;
  const [seen, setSeen] = useState<number[]>([]);
  const last = useRef(-1);
  useEffect(() => {
    if (progress && progress.iteration !== last.current && way_m > 0) {
      last.current = progress.iteration;
      setSeen((was) => [...was.slice(-119), way_m / 1000]);
    }
  }, [progress, way_m]);
  const cancel = useMutation({
    mutationFn: (keep_best: boolean) =>
      service.clientPlanRunCancel({ plan_run_id: run.id, ...(keep_best ? { keep_best } : {}) }),
    onError: (error) => failed(error, "It was not stopped"),
    onSettled: () => client.invalidateQueries({ queryKey: ["plans"] }),
  });
  return (
    <Sheet
      title={
        <span className="row tight">
          <Loader size={14} /> {run.state === "QUEUED" ? "Waiting to start" : "Building routes"}
        </span>
      }
      actions={
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlayerStop size={14} />}
          loading={cancel.isPending && !cancel.variables}
          onClick={() => cancel.mutate(false)}
        >
          Stop
        </Button>
      }
    >
      <div className="stack">
        <Progress value={Math.min(100, (elapsed_ms / limit_ms) * 100)} aria-label="Time used" />
        <dl className="totals" aria-live="off">
          <Total name="Time" value={`${(elapsed_ms / 1000).toFixed(1)} / ${limit_ms / 1000} s`} />
          <Total name="Vehicles" value={progress ? String(progress.vehicles) : "–"} />
          <Total name="Left out" value={progress ? String(progress.unassigned) : "–"} />
          <Total name="Straight way" value={way_m > 0 ? kilometres(way_m) : "–"} />
        </dl>
        <Sparkline values={seen} label="Straight-line length of the best plan so far, kilometres" />
        <p className="dim small num">
          {progress ? `${progress.iteration.toLocaleString("en-GB")} attempts` : "…"}
        </p>
        {progress ? (
          <Button
            variant="light"
            leftSection={<IconCheck size={16} />}
            // It takes the planner a moment to notice.
            loading={cancel.variables === true && !cancel.isError}
            onClick={() => cancel.mutate(true)}
          >
            Use the best plan so far
          </Button>
        ) : null}
      </div>
    </Sheet>
  );
}

function Judged({ run, current, leave }: { run: PlanRun; current: RouteSummary[]; leave: () => void }) {
  const client = useQueryClient();
  const commit = useMutation({
    mutationFn: () => service.clientPlanRunCommit({ plan_run_id: run.id }),
    onSuccess: () => {
      said(`${count(run.totals?.vehicles ?? 0, "route")} made.`);
      void client.invalidateQueries({ queryKey: ["routes"] });
      void client.invalidateQueries({ queryKey: ["orders"] });
      void client.invalidateQueries({ queryKey: ["plans"] });
      leave();
    },
  });
  const { totals } = run;
  if (run.state === "FAILED" || run.state === "CANCELLED" || totals === null) {
    return (
      <Alert
        color={run.state === "FAILED" ? "red" : "yellow"}
        variant="outline"
        title={run.state === "FAILED" ? "The planner failed" : "The planner was stopped"}
      >
        {run.failure ?? "Nothing was changed."}
      </Alert>
    );
  }
  const now_m = current.reduce((sum, route) => sum + route.planned_distance_m, 0);
  const now_stops = current.reduce((sum, route) => sum + route.orders, 0);
  return (
    <Sheet title={run.committed_at ? "Committed plan" : "The plan"}>
      <div className="stack">
        <dl className="totals">
          <Total name="Vehicles" value={String(totals.vehicles)} />
          <Total name="Distance" value={kilometres(totals.distance_m)} />
          <Total name="Driving and stops" value={duration(totals.duration_s)} />
          <Total name="Stops" value={totals.stops.toLocaleString("en-GB")} />
          <Total name="Left out" value={String(totals.unassigned)} bad={totals.unassigned > 0} />
        </dl>
        {totals.compared_to_unbalanced ? (
          <p className="dim small">
            Even shares cost{" "}
            {signed(
              kilometres(Math.abs(totals.compared_to_unbalanced.distance_m)),
              totals.compared_to_unbalanced.distance_m,
            )}{" "}
            and{" "}
            {signed(
              count(Math.abs(totals.compared_to_unbalanced.vehicles), "vehicle"),
              totals.compared_to_unbalanced.vehicles,
            )}
            .
          </p>
        ) : null}
        {current.length > 0 && !run.committed_at ? (
          <p className="note tone-blue">
            The day already has {count(current.length, "route")} with {count(now_stops, "order")} over{" "}
            {kilometres(now_m)}. These stay; this plan adds to them.
          </p>
        ) : null}
        {commit.error ? (
          <Alert color="red" variant="outline" role="alert" title="The plan was not committed">
            {commit.error.message}
          </Alert>
        ) : null}
        {run.can_commit ? (
          <Button
            size="md"
            leftSection={<IconCheck size={18} />}
            loading={commit.isPending}
            onClick={() => commit.mutate()}
          >
            Commit {count(totals.vehicles, "route")}
          </Button>
        ) : run.committed_at ? (
          <Button variant="default" onClick={leave}>
            Go to the routes
          </Button>
        ) : null}
      </div>
    </Sheet>
  );
}

function signed(text: string, value: number): string {
  return value === 0 ? "nothing" : `${value > 0 ? "+" : "−"}${text}`;
}

function Total({ name, value, bad }: { name: string; value: string; bad?: boolean }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={bad ? "num bad" : "num"}>{value}</dd>
    </div>
  );
}

const REASONS: Record<string, string> = {
  no_location: "No position on the map",
  no_drivers: "No driver is free",
  no_vehicle_has_skills: "No vehicle has the skills",
  window_unreachable: "Nobody can be there in its window",
  capacity_exhausted: "The vehicles are full",
};

function LeftOut({ unassigned }: { unassigned: PlanRun["unassigned"] }) {
  const by_reason = Map.groupBy(unassigned, ({ reason }) => reason);
  return (
    <Sheet title={`Left out (${unassigned.length})`}>
      <ul className="stack tight">
        {[...by_reason].map(([reason, list]) => (
          <li key={reason}>
            <details>
              <summary>
                <span className="strong">{REASONS[reason] ?? plain(reason)}</span>{" "}
                <span className="dim">{list.length}</span>
              </summary>
              <span className="row tight" style={{ padding: "4px 14px" }}>
                {list.slice(0, 100).map(({ order_id }) => (
                  <a key={order_id} href={`/orders/${order_id}`}>
                    {order_id}
                  </a>
                ))}
              </span>
            </details>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
