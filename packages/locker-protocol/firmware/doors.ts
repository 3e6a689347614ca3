/** Latches and sensors. */
import type { Board, CompartmentRecord, Opening } from "./device-state.ts";
import { changeVisit, display, emit, type Run, record, setCompartment, setMemory, without } from "./run.ts";
import { finish } from "./transactions.ts";

/** How long whoever typed a code may be before the door that was to open, or that was closed. */
export const VISIT_MS = 120_000;

/** Moves the latch. The transaction, or the counter of the code, is written before: `emit`. */
export function open(run: Run, code: string, opening: Opening): void {
  // Two movements, and one door that may open: for the first nobody can tell.
  endCommand(run, code);
  setCompartment(run, code, { opening });
  emit(run, { kind: "pulse", compartment: code, nonce: opening.nonce ?? null });
  display(run, "take_or_put", code);
}

/** Nobody can tell what became of the command for which the latch moved last, unless it was answered. */
function endCommand(run: Run, code: string): void {
  const nonce = run.flash.compartments[code]!.opening?.nonce;
  if (nonce !== undefined && run.flash.transactions.some((one) => one.nonce === nonce && one.ack === null))
    finish(run, nonce, "unknown", { at: code });
}

export function setOpenSince(run: Run, code: string, since: number | null): void {
  const rest = without(run.memory.open_since, code);
  setMemory(run, { open_since: since === null ? rest : { ...rest, [code]: since } });
}

/** `certainty`: whether it happened now, or at some time without power. */
export function readSensor(run: Run, { code, door, contents }: Board, certainty: "ok" | "unknown"): void {
  const before = run.flash.compartments[code];
  if (before === undefined) return;
  setCompartment(run, code, { door, contents });
  if (door !== before.door && door === "OPEN") recordOpening(run, code, certainty);
  else if (door !== before.door && door === "CLOSED") recordClosing(run, code, before, certainty);
  else if (contents !== before.contents) record(run, "contents_changed", code, { contents }, certainty);
}

function recordOpening(run: Run, code: string, certainty: "ok" | "unknown"): void {
  setOpenSince(run, code, run.clock);
  const { opening } = run.flash.compartments[code]!;
  const { since: _, ...details } = opening ?? { since: 0, cause: "forced" as const };
  record(run, "door_opened", code, details, certainty);
  if (run.memory.visit?.compartment === code) changeVisit(run, { has_opened: true });
  if (opening?.nonce !== undefined && certainty === "ok") finish(run, opening.nonce, "done", { at: code });
}

function recordClosing(
  run: Run,
  code: string,
  { door, opening }: CompartmentRecord,
  certainty: "ok" | "unknown",
): void {
  setOpenSince(run, code, null);
  if (run.memory.visit?.compartment === code) changeVisit(run, { until: run.clock + VISIT_MS });
  // The board was silent while it may have opened.
  endCommand(run, code);
  setCompartment(run, code, { opening: null });
  const { contents } = run.flash.compartments[code]!;
  // The first reading tells the state, and not that somebody closed the door.
  const action = door === "UNKNOWN" && opening === null ? "contents_changed" : "door_closed";
  record(run, action, code, { contents }, certainty);
  const use = opening?.use;
  if (use === undefined || use === "operator" || (contents !== "FULL" && contents !== "EMPTY")) return;
  const suffix = (contents === "FULL") === (use === "deposit") ? "confirmed" : "aborted";
  record(run, `${use}_${suffix}`, code, { by: "sensor" }, certainty);
}

export function recordFault(run: Run, code: string, fault: string, active: boolean): void {
  const compartment = run.flash.compartments[code];
  if (compartment === undefined || (compartment.fault === fault) === active) return;
  setCompartment(run, code, {
    fault: active ? fault : null,
    ...(active && fault === "no_board" && { door: "UNKNOWN", contents: "UNKNOWN" }),
  });
  record(run, active ? "fault" : "fault_cleared", code, { code: fault });
}
