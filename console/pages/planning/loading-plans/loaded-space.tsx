/** One loaded space: its picture, its steps, its weights, and the piece that is moved. */
import { ActionIcon } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { IconArrowsMove } from "#icons";
import type { LoadingMove } from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";
import { kilograms } from "../../../parts/format.ts";
import { Swatch } from "../../../parts/plans/items.tsx";
import { formatPercent, formatSize } from "../../../parts/plans/measures.ts";
import { useSave } from "../../../parts/save.ts";
import { notifyFailure } from "../../../parts/toast.ts";
import { Figures } from "./figures.tsx";
import { LoadView } from "./load-view.tsx";
import { MovePanel } from "./move-panel.tsx";
import { findRest, snap } from "./pieces.ts";
import { checkQuery, LOADING_KEY, type LoadedSpace, type LoadingPlan, type Piece } from "./queries.ts";
import { text } from "./text.ts";

/** A piece while it is moved. `from` null: it was in no space. */
export interface Draft {
  piece: Piece;
  from: number | null;
}

const CHECK_AFTER_MS = 120;
const STEP_MM = { coarse: 50, fine: 10 };

interface Props {
  plan: LoadingPlan;
  loaded: LoadedSpace;
  may_move: boolean;
  draft: Draft | null;
  setDraft: (draft: Draft | null) => void;
}

export function LoadedSpaceView({ plan, loaded, may_move, draft, setDraft }: Props) {
  const last = loaded.placements.at(-1)?.step ?? 0;
  const [step, setStep] = useState(last);
  const raw = useRef<Piece | null>(null);
  const space = plan.spaces.find(({ ref }) => ref === loaded.space);
  const moves = draft === null ? [] : [toMove(loaded.space_no, draft)];
  const [settled] = useDebouncedValue(moves, CHECK_AFTER_MS);
  const check = useQuery({
    ...checkQuery(plan.id, plan.version, settled),
    enabled: draft !== null && settled.length > 0,
  });
  const save = useSave(
    (change: LoadingMove[]) =>
      client.loadingPlanMove({ loading_plan_id: plan.id, moves: change }, { if_match: plan.version }),
    {
      keys: [LOADING_KEY],
      success_message: text.moved,
      refused: (error) => notifyFailure(error, text.not_moved),
      done: () => setDraft(null),
    },
  );
  const others = loaded.placements;
  const is_checked = JSON.stringify(settled) === JSON.stringify(moves) && !check.isFetching;
  const violations = draft === null ? [] : (check.data?.violations ?? []);
  const change = (piece: Piece) => draft !== null && setDraft({ ...draft, piece });
  const drag = (by: { x: number; y: number }) => {
    if (draft === null || space === undefined) return;
    const was = raw.current ?? draft.piece;
    raw.current = { ...was, x_mm: was.x_mm + by.x, y_mm: was.y_mm + by.y };
    const piece = snap(raw.current, others, space);
    change({ ...piece, z_mm: findRest(piece, others) });
  };
  const onKeyDown = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (draft === null || (event.target as Element).closest("input, [role=slider]") !== null) return;
    const by = event.shiftKey ? STEP_MM.fine : STEP_MM.coarse;
    const { piece } = draft;
    const within = (value: number) => Math.max(0, value);
    const turns: Record<string, () => void> = {
      ArrowLeft: () => change({ ...piece, x_mm: within(piece.x_mm - by) }),
      ArrowRight: () => change({ ...piece, x_mm: piece.x_mm + by }),
      ArrowUp: () => change({ ...piece, y_mm: within(piece.y_mm - by) }),
      ArrowDown: () => change({ ...piece, y_mm: piece.y_mm + by }),
      PageUp: () => change({ ...piece, z_mm: piece.z_mm + by }),
      PageDown: () => change({ ...piece, z_mm: within(piece.z_mm - by) }),
      Escape: () => setDraft(null),
      Enter: () => {
        if (is_checked && check.data?.valid) save.mutate(moves);
      },
    };
    const act = turns[event.key];
    if (act === undefined || (event.key === "Enter" && (event.target as Element).closest("button"))) return;
    event.preventDefault();
    act();
  });
  const is_moving = draft !== null;
  useEffect(() => {
    if (!is_moving) return;
    const listen = (event: globalThis.KeyboardEvent) => onKeyDown(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [is_moving]);
  if (space === undefined) return null;
  const checked = check.data?.spaces.find(({ space_no }) => space_no === loaded.space_no);
  const metrics = draft === null || checked === undefined ? loaded.metrics : checked.metrics;
  return (
    <>
      <section className="sheet" aria-label={text.space_no({ n: loaded.space_no })}>
        <div className="sheet-head">
          <h2>
            {space.name}{" "}
            <span className="dim small num">
              {[formatSize(space), kilograms(metrics.weight_g), formatPercent(metrics.fill_percent)].join(
                " · ",
              )}
            </span>
          </h2>
        </div>
        {draft === null ? null : (
          <MovePanel
            plan={plan}
            piece={draft.piece}
            is_new={draft.from === null}
            is_checked={is_checked}
            violations={violations}
            is_saving={save.isPending}
            onChange={change}
            onRest={() => change({ ...draft.piece, z_mm: findRest(draft.piece, others) })}
            onKeep={() => save.mutate(moves)}
            onTakeOut={() =>
              save.mutate([{ space_no: loaded.space_no, piece_no: draft.piece.piece_no, to: null }])
            }
            onLeave={() => setDraft(null)}
          />
        )}
        <LoadView
          name={text.space_no({ n: loaded.space_no })}
          space={space}
          loaded={loaded}
          items={plan.items}
          step={draft === null ? step : last}
          onStep={setStep}
          onChoose={may_move ? (piece) => setDraft({ piece, from: loaded.space_no }) : null}
          moving={draft === null ? null : { piece: draft.piece, is_wrong: violations.length > 0 }}
          onDrag={drag}
          onDrop={() => {
            raw.current = null;
          }}
        />
        <Steps
          plan={plan}
          loaded={loaded}
          step={step}
          onStep={setStep}
          onChoose={may_move ? setDraft : null}
        />
      </section>
      <Figures metrics={metrics} space={space} />
    </>
  );
}

function toMove(space_no: number, { piece, from }: Draft): LoadingMove {
  const { piece_no, item, x_mm, y_mm, z_mm, size_x_mm, size_y_mm, size_z_mm } = piece;
  const to = { space_no, x_mm, y_mm, z_mm, size_x_mm, size_y_mm, size_z_mm };
  return from === null ? { item, to } : { space_no: from, piece_no, to };
}

function Steps({
  plan,
  loaded,
  step,
  onStep,
  onChoose,
}: {
  plan: LoadingPlan;
  loaded: LoadedSpace;
  step: number;
  onStep: (step: number) => void;
  onChoose: ((draft: Draft) => void) | null;
}) {
  const steps = [...Map.groupBy(loaded.placements, (one) => one.step)];
  return (
    <ol className="list package-list" aria-label={text.steps}>
      {steps.map(([number, pieces]) => {
        const [first] = pieces as [Piece];
        const at = plan.items.findIndex(({ ref }) => ref === first.item);
        const item = plan.items[at];
        return (
          <li key={number} className="load-step">
            <button
              type="button"
              className="list-row"
              aria-current={number === step ? "step" : undefined}
              onClick={() => onStep(number)}
            >
              <span className="num dim" style={{ minWidth: 24 }}>
                {number}
              </span>
              <Swatch index={at} />
              <span className="grow cut">
                {pieces.length} × {item?.name}
              </span>
              {item?.stop_seq === undefined ? null : (
                <span className="dim small nowrap">
                  {text.stop} {item.stop_seq}
                </span>
              )}
              <span className="dim small num nowrap">{[first.x_mm, first.y_mm, first.z_mm].join(" / ")}</span>
            </button>
            {onChoose === null ? null : (
              <ActionIcon
                variant="subtle"
                color="gray"
                title={text.move}
                aria-label={text.move_title({ name: `${item?.name ?? ""} ${number}` })}
                onClick={() => onChoose({ piece: pieces.at(-1)!, from: loaded.space_no })}
              >
                <IconArrowsMove size={16} />
              </ActionIcon>
            )}
          </li>
        );
      })}
    </ol>
  );
}
