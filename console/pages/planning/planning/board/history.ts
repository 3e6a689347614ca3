/** What was done on the board and can be undone: a stack of steps, each of which gives its opposite. Pure. */
export interface Step {
  /** "2 orders moved to Maria Silva": for the button and the message. */
  label: string;
  /** Does the opposite; the answer is the step that does this one again. */
  revert: () => Promise<Step>;
}

export interface History {
  done: readonly Step[];
  undone: readonly Step[];
}

export const EMPTY_HISTORY: History = { done: [], undone: [] };
/** Older steps are forgotten. */
const STEPS_MAX = 100;

/** After something new was done nothing can be done again. */
export function record({ done }: History, step: Step): History {
  return { done: [...done, step].slice(-STEPS_MAX), undone: [] };
}

/** After the last step was undone; `opposite` does it again. */
export function recordUndo({ done, undone }: History, opposite: Step): History {
  return { done: done.slice(0, -1), undone: [...undone, opposite] };
}

/** After the last undone step was done again; `opposite` undoes it. */
export function recordRedo({ done, undone }: History, opposite: Step): History {
  return { done: [...done, opposite], undone: undone.slice(0, -1) };
}

/** The key of an undo or redo, whatever the platform. */
export function readUndoKey(event: {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
}): "undo" | "redo" | null {
  if (!(event.ctrlKey || event.metaKey)) return null;
  const key = event.key.toLowerCase();
  if (key === "y" && !event.shiftKey) return "redo";
  if (key !== "z") return null;
  return event.shiftKey ? "redo" : "undo";
}
