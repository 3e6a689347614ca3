/** Dragging orders over the board with a pointer: what is dragged, over what it is, and what dropping it would do. */
import { useEffect, useMemo, useRef, useSyncExternalStore } from "react";
import { listPlacements, type RoutePlacement, type ScheduledRoute } from "../../routes/queries.ts";
import { type Block, findPosition } from "./timeline.ts";

/** Movement before a press becomes a drag, pixels. */
const SLOP_PX = 5;
/** How long a target is held before its preview is asked for. */
const HOLD_MS = 70;
const EDGE_PX = 36;
const EDGE_STEP_PX = 14;

type Target = { route_id: number; position: number | undefined } | "off";

export interface Drag {
  order_ids: readonly number[];
  x: number;
  y: number;
  target: Target | null;
  /** Undefined while it is being asked for. */
  preview: RoutePlacement | undefined;
}

export interface DragContext {
  routes: readonly ScheduledRoute[];
  layouts: { readonly current: ReadonlyMap<number, readonly Block[]> };
  /** The route under a point of the map, if it is over the map. */
  routeAt: (x: number, y: number) => number | null;
  drop: (order_ids: readonly number[], target: Target) => void;
}

export interface DragControl {
  /** For a press of the main button on something with these orders. */
  begin: (event: PointerEvent | React.PointerEvent, order_ids: readonly number[]) => void;
  subscribe: (listener: () => void) => () => void;
  get: () => Drag | null;
}

const isSame = (a: Target | null, b: Target | null) =>
  a === b ||
  (typeof a === "object" &&
    typeof b === "object" &&
    a?.route_id === b?.route_id &&
    a?.position === b?.position);

/** What lies under a point: a route and a place in it, or where orders wait to be planned. */
function findTarget(x: number, y: number, order_ids: readonly number[], context: DragContext): Target | null {
  const element = document.elementFromPoint(x, y);
  if (element === null) return null;
  if (element.closest("[data-unplanned]") !== null) return "off";
  const row = element.closest("[data-route]");
  const id = row === null ? context.routeAt(x, y) : Number(row.getAttribute("data-route"));
  const route = context.routes.find((one) => one.id === id);
  if (route === undefined) return null;
  const lane = row?.querySelector(".gantt-lane");
  if (!lane?.contains(element)) return { route_id: route.id, position: undefined };
  const moved = new Set(order_ids);
  const moving = new Set(
    route.stops.filter(({ orders }) => orders.some((order) => moved.has(order.id))).map((stop) => stop.id),
  );
  const at = x - lane.getBoundingClientRect().left;
  return {
    route_id: route.id,
    position: findPosition(context.layouts.current.get(route.id) ?? [], at, moving),
  };
}

function createDragControl(latest: { current: DragContext }): DragControl & { end: () => void } {
  let drag: Drag | null = null;
  const listeners = new Set<() => void>();
  let asking: AbortController | undefined;
  let holding: ReturnType<typeof setTimeout> | undefined;
  let stop = () => {};
  const set = (next: Drag | null) => {
    drag = next;
    for (const listener of listeners) listener();
  };
  const ask = (target: Target | null, order_ids: readonly number[]) => {
    asking?.abort();
    clearTimeout(holding);
    if (target === null || target === "off") return;
    const { route_id, position } = target;
    const mine = new AbortController();
    asking = mine;
    holding = setTimeout(() => {
      listPlacements(
        { order_ids: [...order_ids], route_ids: [route_id], ...(position === undefined ? {} : { position }) },
        mine.signal,
      ).then(
        ({ placements: [preview] }) => {
          if (drag !== null && !mine.signal.aborted) set({ ...drag, preview });
        },
        // Without a preview the service still decides when it is dropped.
        () => {},
      );
    }, HOLD_MS);
  };
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    get: () => drag,
    end: () => stop(),
    begin(event, order_ids) {
      if (event.button !== 0 || order_ids.length === 0) return;
      const { clientX: x0, clientY: y0 } = event;
      stop();
      const onMove = (moved: PointerEvent) => {
        const { clientX: x, clientY: y } = moved;
        if (drag === null && Math.hypot(x - x0, y - y0) < SLOP_PX) return;
        moved.preventDefault();
        if (drag === null) document.body.classList.add("is-dragging");
        scrollAtEdges(x, y);
        const target = findTarget(x, y, order_ids, latest.current);
        const same = drag !== null && isSame(drag.target, target);
        set({ order_ids, x, y, target, preview: same ? drag?.preview : undefined });
        if (!same) ask(target, order_ids);
      };
      const onUp = () => {
        const dropped = drag;
        stop();
        if (dropped === null) return;
        // The click that follows would choose what is under the pointer.
        window.addEventListener("click", swallow, { capture: true, once: true });
        setTimeout(() => window.removeEventListener("click", swallow, { capture: true }), 0);
        if (dropped.target !== null) latest.current.drop(dropped.order_ids, dropped.target);
      };
      const onKey = (key: KeyboardEvent) => {
        if (key.key !== "Escape") return;
        key.stopPropagation();
        stop();
      };
      window.addEventListener("pointermove", onMove);
      window.addEventListener("pointerup", onUp);
      window.addEventListener("pointercancel", stop);
      window.addEventListener("keydown", onKey, true);
      stop = () => {
        window.removeEventListener("pointermove", onMove);
        window.removeEventListener("pointerup", onUp);
        window.removeEventListener("pointercancel", stop);
        window.removeEventListener("keydown", onKey, true);
        document.body.classList.remove("is-dragging");
        asking?.abort();
        clearTimeout(holding);
        if (drag !== null) set(null);
        stop = () => {};
      };
    },
  };
}

function swallow(event: Event): void {
  event.stopPropagation();
  event.preventDefault();
}

/** Rows and times outside of the view are reached by holding at its edge. */
function scrollAtEdges(x: number, y: number): void {
  const chart = document.querySelector(".gantt");
  const box = chart?.getBoundingClientRect();
  if (!chart || !box || x < box.left || x > box.right || y < box.top || y > box.bottom) return;
  if (y < box.top + EDGE_PX) chart.scrollTop -= EDGE_STEP_PX;
  else if (y > box.bottom - EDGE_PX) chart.scrollTop += EDGE_STEP_PX;
  if (x > box.right - EDGE_PX) chart.scrollLeft += EDGE_STEP_PX;
}

/** One control for a board. */
export function useDragControl(context: DragContext): DragControl {
  const latest = useRef(context);
  latest.current = context;
  const control = useMemo(() => createDragControl(latest), []);
  useEffect(() => () => control.end(), [control]);
  return control;
}

export const useDrag = (control: DragControl): Drag | null =>
  useSyncExternalStore(control.subscribe, control.get);
