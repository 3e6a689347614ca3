/**
 * Planning a day: the orders to be planned, building routes with live progress, then manual editing of the
 * routes.
 */
import { Button, SegmentedControl } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { DayPicker } from "../../../parts/day-picker.tsx";
import { Page } from "../../../parts/page.tsx";
import { useTimes } from "../../../parts/times.ts";
import { routesQuery } from "../routes/queries.ts";
import { Board } from "./board/board.tsx";
import { PlanForm } from "./plan-form.tsx";
import { PlanRunView } from "./plan-run.tsx";
import { text } from "./text.ts";

const route = getRouteApi("/inside/plan");

export function Plan() {
  const times = useTimes();
  const { date = times.today(), run } = route.useSearch();
  const navigate = useNavigate({ from: "/plan" });
  const routes = useQuery(routesQuery({ date }));
  const open = routes.data?.routes.filter(({ status }) => status !== "CANCELLED") ?? [];
  const [view, setView] = useState<"plan" | "routes" | null>(null);
  const current_view = run !== undefined ? "run" : (view ?? (open.length > 0 ? "routes" : "plan"));

  return (
    <Page
      fill
      actions={
        <>
          {run === undefined && open.length > 0 ? (
            <SegmentedControl
              aria-label={text.shown}
              value={current_view}
              onChange={(value) => setView(value as "plan" | "routes")}
              data={[
                { value: "routes", label: text.routes({ n: open.length }) },
                { value: "plan", label: text.more },
              ]}
            />
          ) : null}
          {run !== undefined ? (
            <Button variant="default" onClick={() => void navigate({ search: { date } })}>
              {text.leave}
            </Button>
          ) : null}
          <DayPicker
            value={date}
            onChange={(next) => {
              setView(null);
              void navigate({ search: { date: next } });
            }}
          />
        </>
      }
    >
      {current_view === "run" && run !== undefined ? (
        <PlanRunView
          key={run}
          plan_run_id={run}
          current={open}
          leave={() => {
            setView("routes");
            void navigate({ search: { date } });
          }}
        />
      ) : current_view === "routes" ? (
        <Board key={date} date={date} />
      ) : (
        <PlanForm date={date} started={(id) => void navigate({ search: { date, run: id } })} />
      )}
    </Page>
  );
}
