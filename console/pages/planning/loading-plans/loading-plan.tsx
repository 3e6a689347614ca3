/** One loading plan: its spaces as they are loaded, what is left out and why, and what is done with it. */
import { Alert, Button, Loader, Progress, UnstyledButton } from "@mantine/core";
import { IconContainer, IconLock, IconLockOpen, IconPlayerStop, IconPrinter } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { StatusBadge } from "../../../parts/badge.tsx";
import { kilograms, number } from "../../../parts/format.ts";
import { AnchorLink, BackLink } from "../../../parts/links.tsx";
import { Page, Sheet } from "../../../parts/page.tsx";
import { useSave } from "../../../parts/save.ts";
import { Empty } from "../../../parts/states.tsx";
import { useTimes } from "../../../parts/times.ts";
import { failed } from "../../../parts/toast.ts";
import { UnloadedPage } from "../../../parts/unloaded-page.tsx";
import { getHue } from "../packing-plans/package-view.tsx";
import "../packing-plans/packing.css";
import "./loading.css";
import { type Draft, LoadedSpaceView } from "./loaded-space.tsx";
import {
  findState,
  isSolving,
  LOADING_KEY,
  type LoadingPlan,
  loadingPlanQuery,
  millimetres,
  percent,
} from "./queries.ts";
import { Scans } from "./scans.tsx";
import { text } from "./text.ts";

const here = getRouteApi("/inside/loading/$loading_plan_id");

export function LoadingPlanPage() {
  const loading_plan_id = Number(here.useParams().loading_plan_id);
  const times = useTimes();
  const query = useQuery(loadingPlanQuery(loading_plan_id));
  const may_write = useMe().permissions.includes("loading:write");
  const plan = query.data;
  const above = <BackLink to="/loading">{text.back}</BackLink>;
  if (plan === undefined) return <UnloadedPage query={query} above={above} />;
  return (
    <Page
      title={plan.name || text.plan({ id: plan.id })}
      above={above}
      subtitle={
        <span className="row tight">
          <StatusBadge badge={findState(plan.state)} />
          <span>{text.pieces({ n: plan.pieces })}</span>
          {plan.route_id === null ? null : (
            <AnchorLink to="/routes/$route_id" params={{ route_id: String(plan.route_id) }}>
              {text.route} {plan.route_id}
            </AnchorLink>
          )}
        </span>
      }
      actions={<Actions plan={plan} may_write={may_write} />}
    >
      {plan.locked_at === null ? null : (
        <p className="note tone-teal" style={{ marginBottom: 12 }}>
          {plan.executed_at === null
            ? text.locked_note
            : text.executed_note({ date: times.moment(plan.executed_at) })}
        </p>
      )}
      {plan.result === null ? (
        <Unsolved plan={plan} may_write={may_write} />
      ) : (
        <Result key={plan.finished_at} plan={plan} may_write={may_write} />
      )}
    </Page>
  );
}

function Actions({ plan, may_write }: { plan: LoadingPlan; may_write: boolean }) {
  const lock = useSave(
    (locked: boolean) =>
      client.loadingPlanLock({ loading_plan_id: plan.id, locked }, { if_match: plan.version }),
    {
      keys: [LOADING_KEY],
      success_message: ({ loading_plan }) =>
        loading_plan.locked_at === null ? text.unlocked_done : text.locked_done,
      refused: (error) => failed(error, text.not_locked),
    },
  );
  return (
    <>
      {plan.result === null || plan.result.spaces.length === 0 ? null : (
        <Button
          component="a"
          variant="default"
          leftSection={<IconPrinter size={16} />}
          href={`/api/v1/loading/plans/${plan.id}/file`}
          type="application/pdf"
          onClick={(event) => {
            event.preventDefault();
            void openFile(plan.id);
          }}
        >
          {text.sheet}
        </Button>
      )}
      {may_write && plan.can.solve ? <SolveButton plan={plan} /> : null}
      {may_write && plan.can.unlock ? (
        <Button
          variant="default"
          leftSection={<IconLockOpen size={16} />}
          loading={lock.isPending}
          onClick={() => lock.mutate(false)}
        >
          {text.unlock}
        </Button>
      ) : null}
      {may_write && plan.can.lock ? (
        <Button
          leftSection={<IconLock size={16} />}
          loading={lock.isPending}
          onClick={() => lock.mutate(true)}
        >
          {text.lock}
        </Button>
      ) : null}
    </>
  );
}

/** A browser asks for pages, and the service sends the bytes to whoever asks for a PDF. */
async function openFile(loading_plan_id: number): Promise<void> {
  const opened = window.open("", "_blank");
  try {
    const { content_base64, content_type } = await client.loadingPlanFile({ loading_plan_id });
    const bytes = Uint8Array.from(atob(content_base64), (letter) => letter.charCodeAt(0));
    const url = URL.createObjectURL(new Blob([bytes], { type: content_type }));
    if (opened === null) window.location.assign(url);
    else opened.location.href = url;
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  } catch (error) {
    opened?.close();
    failed(error);
  }
}

function SolveButton({ plan }: { plan: LoadingPlan }) {
  const is_again = plan.result !== null;
  const solve = useSave(() => client.loadingPlanSolve({ loading_plan_id: plan.id, async: true }), {
    keys: [LOADING_KEY],
    success_message: text.waiting,
    refused: (error) => failed(error, text.not_done),
  });
  return (
    <Button
      variant={is_again ? "default" : "filled"}
      loading={solve.isPending}
      onClick={() => solve.mutate(undefined)}
    >
      {is_again ? text.solve_again : text.solve}
    </Button>
  );
}

function Unsolved({ plan, may_write }: { plan: LoadingPlan; may_write: boolean }) {
  if (isSolving(plan)) return <Solving plan={plan} may_write={may_write} />;
  if (plan.state === "failed")
    return (
      <Alert color="red" variant="outline" title={text.failed}>
        {plan.failure}
      </Alert>
    );
  const is_stopped = plan.state === "cancelled";
  return (
    <Sheet>
      <Empty icon={IconContainer} title={is_stopped ? text.stopped : text.not_solved}>
        {is_stopped ? text.stopped_about : text.not_solved_about}
      </Empty>
    </Sheet>
  );
}

function Solving({ plan, may_write }: { plan: LoadingPlan; may_write: boolean }) {
  const { progress } = plan;
  const limit_ms = (plan.options.time_limit_s ?? 5) * 1000;
  const stop = useSave(() => client.loadingPlanCancel({ loading_plan_id: plan.id }), {
    keys: [LOADING_KEY],
    success_message: text.stopped,
  });
  return (
    <Sheet
      title={
        <span className="row tight" aria-live="polite">
          <Loader size={14} /> {plan.state === "queued" ? text.waiting : text.solving}
        </span>
      }
      actions={
        may_write ? (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlayerStop size={14} />}
            loading={stop.isPending}
            onClick={() => stop.mutate(undefined)}
          >
            {text.stop_solving}
          </Button>
        ) : null
      }
    >
      <div className="stack">
        <Progress
          value={Math.min(100, ((progress?.elapsed_ms ?? 0) / limit_ms) * 100)}
          aria-label={text.solving}
        />
        <dl className="totals">
          <Total name={text.spaces} value={progress ? number(progress.spaces) : "–"} />
          <Total name={text.unplaced} value={progress ? number(progress.unplaced) : "–"} />
        </dl>
      </div>
    </Sheet>
  );
}

function Result({ plan, may_write }: { plan: LoadingPlan; may_write: boolean }) {
  const spaces = plan.result?.spaces ?? [];
  const [chosen, setChosen] = useState(1);
  const [draft, setDraft] = useState<Draft | null>(null);
  const loaded = spaces.find(({ space_no }) => space_no === chosen) ?? spaces[0];
  const may_move = may_write && plan.can.move;
  return (
    <div className="split packing-split">
      <div className="stack" style={{ gap: 16 }}>
        {spaces.length > 1 ? (
          <div className="package-tabs" role="tablist" aria-label={text.spaces}>
            {spaces.map(({ space_no, space, metrics }) => (
              <UnstyledButton
                key={space_no}
                className="package-tab"
                role="tab"
                aria-selected={space_no === loaded?.space_no}
                onClick={() => {
                  setDraft(null);
                  setChosen(space_no);
                }}
              >
                <span className="strong num">{space_no}</span>{" "}
                <span className="small">{plan.spaces.find(({ ref }) => ref === space)?.code}</span>{" "}
                <span className="dim small num">{percent(metrics.fill_percent)}</span>
              </UnstyledButton>
            ))}
          </div>
        ) : null}
        {loaded === undefined ? (
          <Sheet>
            <Empty icon={IconContainer} title={text.unplaced}>
              {text.unplaced_about}
            </Empty>
          </Sheet>
        ) : (
          <LoadedSpaceView
            key={`${loaded.space_no} ${plan.version}`}
            plan={plan}
            loaded={loaded}
            may_move={may_move}
            draft={draft}
            setDraft={setDraft}
          />
        )}
      </div>
      <div className="stack" style={{ gap: 16 }}>
        <Totals plan={plan} />
        <Scans plan={plan} may_write={may_write} />
        <Unplaced
          plan={plan}
          onPutIn={
            may_move && loaded !== undefined
              ? (ref) => {
                  const item = plan.items.find((one) => one.ref === ref)!;
                  setDraft({
                    from: null,
                    piece: {
                      piece_no: 0,
                      step: 0,
                      item: ref,
                      x_mm: 0,
                      y_mm: 0,
                      z_mm: 0,
                      size_x_mm: item.length_mm,
                      size_y_mm: item.width_mm,
                      size_z_mm: item.height_mm,
                    },
                  });
                }
              : null
          }
        />
        <Items plan={plan} />
      </div>
    </div>
  );
}

function Total({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="num">{value}</dd>
    </div>
  );
}

function Totals({ plan }: { plan: LoadingPlan }) {
  const { result } = plan;
  if (result === null) return null;
  const { totals, gap_percent } = result;
  return (
    <Sheet title={text.result}>
      <div className="stack">
        <dl className="totals">
          <Total name={text.spaces} value={number(totals.spaces)} />
          <Total name={text.placed} value={`${number(totals.pieces)} / ${number(plan.pieces)}`} />
          <Total name={text.volume_filled} value={percent(plan.fill_percent ?? 0)} />
          <Total name={text.weight_total} value={kilograms(totals.weight_g)} />
        </dl>
        <p className="dim small">
          {gap_percent <= 0 ? text.proved : text.gap({ percent: percent(gap_percent) })}
        </p>
      </div>
    </Sheet>
  );
}

function Unplaced({ plan, onPutIn }: { plan: LoadingPlan; onPutIn: ((ref: string) => void) | null }) {
  const unplaced = plan.result?.unplaced ?? [];
  if (unplaced.length === 0) return null;
  return (
    <Alert color="yellow" variant="outline" title={text.unplaced}>
      <ul className="stack tight">
        {unplaced.map(({ item, quantity, message }) => (
          <li key={item} className="row apart">
            <span>
              <span className="num">{quantity}</span> × {message}.
            </span>
            {onPutIn === null ? null : (
              <Button size="compact-xs" variant="default" onClick={() => onPutIn(item)}>
                {text.put_in}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <p className="dim small" style={{ marginTop: 6 }}>
        {text.unplaced_about}
      </p>
    </Alert>
  );
}

function Items({ plan }: { plan: LoadingPlan }) {
  return (
    <Sheet title={text.items}>
      <ul className="stack tight package-list">
        {plan.items.map((item, index) => (
          <li key={item.ref} className="row tight nowrap">
            <span className="package-swatch" style={{ "--item-hue": getHue(index) } as React.CSSProperties} />
            <span className="grow cut">
              {item.quantity} × {item.name}
            </span>
            <span className="dim small num nowrap">
              {[millimetres(item), kilograms(item.weight_g)].join(" · ")}
            </span>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
