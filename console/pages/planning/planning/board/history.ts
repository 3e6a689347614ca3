/** What was done on the board and can be undone: a stack of steps, also over a reload. Pure. */
export interface Step {
  /** Of the change that undoes it, or does it again. */
  change_id: number;
  order_ids: readonly number[];
  /** Null: off their routes. */
  to: { id: number; name: string } | null;
  /** Every route that changed. */
  route_ids: readonly number[];
}

export interface History {
  done: readonly Step[];
  undone: readonly Step[];
}

export type Direction = "undo" | "redo";

export const EMPTY_HISTORY: History = { done: [], undone: [] };
/** Older steps are forgotten. */
const STEPS_MAX = 100;

/** The step that is undone or done again next. */
export const findNext = ({ done, undone }: History, on: Direction): Step | undefined =>
  (on === "undo" ? done : undone).at(-1);

/** After something new was done nothing can be done again. */
export function record({ done }: History, step: Step): History {
  return { done: [...done, step].slice(-STEPS_MAX), undone: [] };
}

/** After the next step was undone or done again, by a change that can be undone itself. */
export function recordRevert(history: History, on: Direction, change_id: number): History {
  const step = findNext(history, on);
  if (step === undefined) return history;
  const { done, undone } = history;
  const opposite = { ...step, change_id };
  return on === "undo"
    ? { done: done.slice(0, -1), undone: [...undone, opposite] }
    : { done: [...done, opposite].slice(-STEPS_MAX), undone: undone.slice(0, -1) };
}

/**
 * Without the next step, which stays as it is, and without those that can only be reverted after it: they changed routes
 * that it changed, or that one of these did.
 */
export function skip(history: History, on: Direction): History {
  const skipped = new Set(findSkipped(history, on));
  const keep = (steps: readonly Step[]) => steps.filter((step) => !skipped.has(step));
  const { done, undone } = history;
  return on === "undo" ? { done: keep(done), undone } : { done, undone: keep(undone) };
}

/** What skipping the next step leaves as it is: that step first. */
export function findSkipped({ done, undone }: History, on: Direction): readonly Step[] {
  const route_ids = new Set<number>();
  return (on === "undo" ? done : undone).toReversed().filter((step, index) => {
    if (index > 0 && !step.route_ids.some((id) => route_ids.has(id))) return false;
    for (const id of step.route_ids) route_ids.add(id);
    return true;
  });
}

/** Why a step cannot be undone however often it is tried: its routes or orders have moved on, or nobody keeps it any more. */
export type Obstacle = "changed" | "route_status" | "orders" | "gone";

const OBSTACLES: Readonly<Record<string, Obstacle>> = {
  CHANGED_SINCE: "changed",
  INVALID_TRANSITION: "route_status",
  ORDERS_REFUSED: "orders",
};

/** Null for what may pass: no connection, a service that is busy or failed, a session that ended. */
export function findObstacle({
  status,
  error_code,
}: {
  status: number;
  error_code: string;
}): Obstacle | null {
  if (status === 404) return "gone";
  return status === 409 && Object.hasOwn(OBSTACLES, error_code) ? (OBSTACLES[error_code] ?? null) : null;
}

/** Of what is stored; another one is not read. */
const FORMAT = 1;

/** What is stored; undefined when there is nothing to keep. */
export function encodeHistory({ done, undone }: History): unknown {
  return done.length + undone.length === 0 ? undefined : { format: FORMAT, done, undone };
}

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0;
const isIdList = (value: unknown): value is number[] => Array.isArray(value) && value.every(isId);

function isStep(value: unknown): value is Step {
  if (typeof value !== "object" || value === null) return false;
  const { change_id, order_ids, to, route_ids } = value as Partial<Step>;
  return (
    isId(change_id) &&
    isIdList(order_ids) &&
    isIdList(route_ids) &&
    (to === null || (typeof to === "object" && isId(to.id) && typeof to.name === "string"))
  );
}

const isStepList = (value: unknown): value is Step[] => Array.isArray(value) && value.every(isStep);

/** Nothing where something else was stored. */
export function decodeHistory(stored_history: unknown): History {
  const { format, done, undone } = Object(stored_history) as Record<string, unknown>;
  if (format !== FORMAT || !isStepList(done) || !isStepList(undone)) return EMPTY_HISTORY;
  return { done: done.slice(-STEPS_MAX), undone: undone.slice(-STEPS_MAX) };
}

/** The key of an undo or redo, whatever the platform. */
export function readUndoKey(event: {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
}): Direction | null {
  if (!(event.ctrlKey || event.metaKey)) return null;
  const key = event.key.toLowerCase();
  if (key === "y" && !event.shiftKey) return "redo";
  if (key !== "z") return null;
  return event.shiftKey ? "redo" : "undo";
}
