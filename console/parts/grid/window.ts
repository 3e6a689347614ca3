/** Which rows of a list of equal heights are on screen. Pure, and a hook that follows a scrolled element. */
import { type RefObject, startTransition, useLayoutEffect, useState } from "react";

/** Rows above and below the screen that are kept, so that a frame of scrolling shows no gap. */
const OVERSCAN = 10;
/** The window moves by this many rows at a time, so that most frames of scrolling change nothing. */
const STEP = 8;

export interface Window {
  /** First row that is rendered. */
  from: number;
  /** One behind the last. */
  to: number;
}

export function computeWindow(
  { top, height }: { top: number; height: number },
  row_height: number,
  count: number,
): Window {
  const first = Math.floor((Math.floor(top / row_height) - OVERSCAN) / STEP) * STEP;
  const last = Math.ceil(((top + height) / row_height + OVERSCAN) / STEP) * STEP;
  const from = Math.min(Math.max(0, first), Math.max(0, count - 1));
  return { from, to: Math.max(from, Math.min(count, last)) };
}

/** How far to scroll so that a row is whole on screen below a head; null when it is. */
export function computeReveal(
  { top, height }: { top: number; height: number },
  row_height: number,
  index: number,
  head: number,
): number | null {
  const start = index * row_height;
  if (start < top) return start;
  const end = start + row_height + head;
  return end > top + height ? end - height : null;
}

export function useWindow(
  element: RefObject<HTMLElement | null>,
  row_height: number,
  count: number,
  is_virtual: boolean,
): Window {
  const [window_, setWindow] = useState<Window>({ from: 0, to: Math.min(count, 60) });
  useLayoutEffect(() => {
    const box = element.current;
    if (box === null || !is_virtual) return;
    const follow = () => {
      const next = computeWindow({ top: box.scrollTop, height: box.clientHeight }, row_height, count);
      // In slices: scrolling goes on while rows are rendered.
      startTransition(() => setWindow((was) => (was.from === next.from && was.to === next.to ? was : next)));
    };
    follow();
    box.addEventListener("scroll", follow, { passive: true });
    const sizes = new ResizeObserver(follow);
    sizes.observe(box);
    return () => {
      box.removeEventListener("scroll", follow);
      sizes.disconnect();
    };
  }, [element, row_height, count, is_virtual]);
  return is_virtual
    ? { from: Math.min(window_.from, count), to: Math.min(window_.to, count) }
    : { from: 0, to: count };
}
