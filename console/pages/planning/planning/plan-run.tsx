/** One plan run: its progress, then its result, which can be committed or discarded. */
import { Alert, Button, Loader, Progress } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { IconCheck, IconPlayerStop } from "#icons";
import { client as service } from "../../../api/client.ts";
import { duration, kilometres, number } from "../../../parts/format.ts";
import { Sheet } from "../../../parts/page.tsx";
import { Loaded } from "../../../parts/states.tsx";
import { useTimes } from "../../../parts/times.ts";
import { notifyFailure, notifySuccess } from "../../../parts/toast.ts";
import type { RouteSummary } from "../routes/queries.ts";
import { CostOfBalance } from "./cost-of-balance.tsx";
import { OrderChoice } from "./order-choice.tsx";
import { RunMap, straightLineMetres } from "./plan-run-map.tsx";
import { PlannedList } from "./planned-list.tsx";
import { isRunning, type PlanRun, planRunQuery } from "./queries.ts";
import { Sparkline } from "./sparkline.tsx";
import { text } from "./text.ts";
import { UnplannedDrivers, UnplannedOrders } from "./unplanned.tsx";

const TENTHS = { minimumFractionDigits: 1, maximumFractionDigits: 1 };

export function PlanRunView({
  plan_run_id,
  current,
  leave,
}: {
  plan_run_id: number;
  current: RouteSummary[];
  leave: () => void;
}) {
  const query = useQuery(planRunQuery(plan_run_id));
  const [chosen_driver, setChosenDriver] = useState<number | null>(null);
  const [explained, setExplained] = useState<number | null>(null);
  return (
    <Loaded query={query}>
      {(run) => (
        <div className="fill-split">
          <div className="scroll stack">
            {isRunning(run) ? (
              <RunningRun run={run} />
            ) : (
              <FinishedRun run={run} current={current} leave={leave} />
            )}
            {run.routes.length > 0 ? (
              <PlannedList
                routes={run.routes}
                chosen={chosen_driver}
                choose={setChosenDriver}
                explain={setExplained}
              />
            ) : null}
            {run.unassigned.length > 0 ? (
              <UnplannedOrders unassigned={run.unassigned} explain={setExplained} />
            ) : null}
            <UnplannedDrivers drivers={run.drivers_left_out} />
            <OrderChoice plan_run_id={plan_run_id} order_id={explained} close={() => setExplained(null)} />
          </div>
          <RunMap run={run} chosen={chosen_driver} />
        </div>
      )}
    </Loaded>
  );
}

function RunningRun({ run }: { run: PlanRun }) {
  const client = useQueryClient();
  const times = useTimes();
  const { progress } = run;
  const limit_ms = (run.options.time_limit_s ?? 10) * 1000;
  const elapsed_ms = progress?.elapsed_ms ?? 0;
  const way_m = progress ? progress.routes.reduce((sum, { path }) => sum + straightLineMetres(path), 0) : 0;
  const [seen_costs, setSeenCosts] = useState<number[]>([]);
  const last = useRef(-1);
  useEffect(() => {
    if (progress && progress.iteration !== last.current && way_m > 0) {
      last.current = progress.iteration;
      setSeenCosts((was) => [...was.slice(-119), way_m / 1000]);
    }
  }, [progress, way_m]);
  const cancel = useMutation({
    mutationFn: (keep_best: boolean) =>
      service.clientPlanRunCancel({ plan_run_id: run.id, ...(keep_best ? { keep_best } : {}) }),
    onError: (error) => notifyFailure(error, text.run.not_stopped),
    onSettled: () => client.invalidateQueries({ queryKey: ["plans"] }),
  });
  return (
    <Sheet
      title={
        <span className="row tight">
          <Loader size={14} />{" "}
          {run.state === "QUEUED" || run.queue !== null ? text.run.queued : text.run.running}
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
          {text.run.stop}
        </Button>
      }
    >
      <div className="stack">
        {run.queue ? (
          <p className="note tone-blue" aria-live="polite">
            {run.queue.position === 1
              ? text.run.next_in_line
              : text.run.in_line({ position: run.queue.position })}{" "}
            {text.run.starts({ time: times.time(run.queue.expected_start_at) })}
          </p>
        ) : null}
        <Progress value={Math.min(100, (elapsed_ms / limit_ms) * 100)} aria-label={text.run.time_used} />
        <dl className="totals" aria-live="off">
          <Total name={text.run.time} value={`${number(elapsed_ms / 1000, TENTHS)} / ${limit_ms / 1000} s`} />
          <Total name={text.run.vehicles} value={progress ? String(progress.vehicles) : "–"} />
          <Total name={text.run.left_out} value={progress ? String(progress.unassigned) : "–"} />
          <Total name={text.run.straight} value={way_m > 0 ? kilometres(way_m) : "–"} />
        </dl>
        <Sparkline values={seen_costs} label={text.run.best_so_far} />
        <p className="dim small num">{progress ? text.run.attempts({ n: progress.iteration }) : "…"}</p>
        {progress ? (
          <Button
            variant="light"
            leftSection={<IconCheck size={16} />}
            // The planner checks for cancellation only from time to time.
            loading={cancel.variables === true && !cancel.isError}
            onClick={() => cancel.mutate(true)}
          >
            {text.run.use_best}
          </Button>
        ) : null}
      </div>
    </Sheet>
  );
}

function FinishedRun({ run, current, leave }: { run: PlanRun; current: RouteSummary[]; leave: () => void }) {
  const client = useQueryClient();
  const commit = useMutation({
    mutationFn: () => service.clientPlanRunCommit({ plan_run_id: run.id }),
    onSuccess: () => {
      notifySuccess(text.run.made({ n: run.totals?.vehicles ?? 0 }));
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
        title={run.state === "FAILED" ? text.run.failed : text.run.stopped}
      >
        {run.failure ?? text.run.nothing_changed}
      </Alert>
    );
  }
  const now_m = current.reduce((sum, route) => sum + route.planned_distance_m, 0);
  const now_stops = current.reduce((sum, route) => sum + route.orders, 0);
  return (
    <Sheet title={run.committed_at ? text.run.committed : text.run.plan}>
      <div className="stack">
        <dl className="totals">
          <Total name={text.run.vehicles} value={String(totals.vehicles)} />
          <Total name={text.run.distance} value={kilometres(totals.distance_m)} />
          <Total name={text.run.duration} value={duration(totals.duration_s)} />
          <Total name={text.run.stops} value={number(totals.stops)} />
          {totals.planned_wait_s > 0 ? (
            <Total name={text.run.waits} value={duration(totals.planned_wait_s)} />
          ) : null}
          <Total name={text.run.left_out} value={String(totals.unassigned)} bad={totals.unassigned > 0} />
        </dl>
        {run.orders !== null && run.orders.earlier + run.orders.later > 0 ? (
          <p className="dim small num">
            {[
              text.run.of_day({ n: run.orders.of_date }),
              run.orders.earlier > 0 ? text.run.from_earlier({ n: number(run.orders.earlier) }) : "",
              run.orders.later > 0 ? text.run.from_later({ n: number(run.orders.later) }) : "",
            ]
              .filter((part) => part !== "")
              .join(", ")}
            .
          </p>
        ) : null}
        {totals.compared_to_unbalanced ? <CostOfBalance compared={totals.compared_to_unbalanced} /> : null}
        {current.length > 0 && !run.committed_at ? (
          <p className="note tone-blue">
            {text.run.already({ n: current.length, on_them: now_stops, distance: kilometres(now_m) })}
          </p>
        ) : null}
        {commit.error ? (
          <Alert color="red" variant="outline" role="alert" title={text.run.not_committed}>
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
            {text.run.commit({ n: totals.vehicles })}
          </Button>
        ) : run.committed_at ? (
          <Button variant="default" onClick={leave}>
            {text.run.to_routes}
          </Button>
        ) : null}
      </div>
    </Sheet>
  );
}

function Total({ name, value, bad }: { name: string; value: string; bad?: boolean }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={bad ? "num bad" : "num"}>{value}</dd>
    </div>
  );
}
