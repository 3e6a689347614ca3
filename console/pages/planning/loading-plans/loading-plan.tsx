/** One loading plan: its spaces as they are loaded, what is left out and why, and what is done with it. */
import { Button, UnstyledButton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { IconContainer, IconLock, IconLockOpen } from "#icons";
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { StatusBadge } from "../../../parts/badge.tsx";
import { kilograms, number } from "../../../parts/format.ts";
import { BackLink } from "../../../parts/links.tsx";
import { Page, Sheet } from "../../../parts/page.tsx";
import { LeftOut, PlanItems } from "../../../parts/plans/items.tsx";
import { findState, formatPercent, formatSize } from "../../../parts/plans/measures.ts";
import { PrintButton, SolveButton, Total, Unsolved } from "../../../parts/plans/solving.tsx";
import { text as plan_text } from "../../../parts/plans/text.ts";
import { RecordLink } from "../../../parts/record-link.tsx";
import { useSave } from "../../../parts/save.ts";
import { Empty } from "../../../parts/states.tsx";
import { useTimes } from "../../../parts/times.ts";
import { notifyFailure } from "../../../parts/toast.ts";
import { UnloadedPage } from "../../../parts/unloaded-page.tsx";
import "./loading.css";
import { type Draft, LoadedSpaceView } from "./loaded-space.tsx";
import { LOADING_KEY, type LoadingPlan, loadingPlanQuery } from "./queries.ts";
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
          <span>{plan_text.pieces({ n: plan.pieces })}</span>
          {plan.route_id === null ? null : (
            <RecordLink type="route" id={plan.route_id}>
              {text.route} {plan.route_id}
            </RecordLink>
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
        <Unsolved
          plan={plan}
          icon={IconContainer}
          solving={text.solving}
          about={text.not_solved_about}
          figures={
            <>
              <Total name={text.spaces} value={plan.progress ? number(plan.progress.spaces) : "–"} />
              <Total name={text.unplaced} value={plan.progress ? number(plan.progress.unplaced) : "–"} />
            </>
          }
          cancel={may_write ? () => client.loadingPlanCancel({ loading_plan_id: plan.id }) : undefined}
          keys={[LOADING_KEY]}
        />
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
      refused: (error) => notifyFailure(error, text.not_locked),
    },
  );
  return (
    <>
      {plan.result === null || plan.result.spaces.length === 0 ? null : (
        <PrintButton
          label={text.sheet}
          href={`/api/v1/loading/plans/${plan.id}/file`}
          read={() => client.loadingPlanFile({ loading_plan_id: plan.id })}
        />
      )}
      {may_write && plan.can.solve ? (
        <SolveButton
          plan={plan}
          solve={() => client.loadingPlanSolve({ loading_plan_id: plan.id, async: true })}
          keys={[LOADING_KEY]}
        />
      ) : null}
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

function Result({ plan, may_write }: { plan: LoadingPlan; may_write: boolean }) {
  const spaces = plan.result?.spaces ?? [];
  const [chosen_space, setChosenSpace] = useState(1);
  const [draft, setDraft] = useState<Draft | null>(null);
  const loaded = spaces.find(({ space_no }) => space_no === chosen_space) ?? spaces[0];
  const may_move = may_write && plan.can.move;
  const putIn = (ref: string) => {
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
  };
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
                  setChosenSpace(space_no);
                }}
              >
                <span className="strong num">{space_no}</span>{" "}
                <span className="small">{plan.spaces.find(({ ref }) => ref === space)?.code}</span>{" "}
                <span className="dim small num">{formatPercent(metrics.fill_percent)}</span>
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
        <LeftOut
          title={text.unplaced}
          about={text.unplaced_about}
          items={plan.result?.unplaced}
          action={
            may_move && loaded !== undefined
              ? (ref) => (
                  <Button size="compact-xs" variant="default" onClick={() => putIn(ref)}>
                    {text.put_in}
                  </Button>
                )
              : undefined
          }
        />
        <PlanItems items={plan.items} measure={formatSize} />
      </div>
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
          <Total name={text.volume_filled} value={formatPercent(plan.fill_percent ?? 0)} />
          <Total name={text.weight_total} value={kilograms(totals.weight_g)} />
        </dl>
        <p className="dim small">
          {gap_percent <= 0 ? text.proved : text.gap({ percent: formatPercent(gap_percent) })}
        </p>
      </div>
    </Sheet>
  );
}
