/** One input being handled: changes of memory, and effects in order. */
import { formatTime } from "../device-clock.ts";
import type { Action, Details, Operation } from "../messages.ts";
import { addOperation } from "../operation-queue.ts";
import type { CompartmentRecord, DisplayKey, Effect, Flash, Memory, Visit } from "./device-state.ts";

/** One input being handled. */
export interface Run {
  clock: number;
  flash: Flash;
  memory: Memory;
  effects: Effect[];
  /** What the last `write` has. */
  stored_flash: Flash;
}

export function write(run: Run): void {
  if (run.flash === run.stored_flash) return;
  run.effects.push({ kind: "write", flash: run.flash });
  run.stored_flash = run.flash;
}

/** Lets something out, after what was decided is written. */
export function emit(run: Run, effect: Exclude<Effect, { kind: "write" }>): void {
  write(run);
  run.effects.push(effect);
}

export const display = (run: Run, key: DisplayKey, compartment: string | null = null) =>
  emit(run, { kind: "display", key, compartment });

export function setFlash(run: Run, change: Partial<Flash>): void {
  run.flash = { ...run.flash, ...change };
}

export function setMemory(run: Run, change: Partial<Memory>): void {
  run.memory = { ...run.memory, ...change };
}

export function setCompartment(run: Run, code: string, change: Partial<CompartmentRecord>): void {
  const compartment = { ...run.flash.compartments[code]!, ...change };
  setFlash(run, { compartments: { ...run.flash.compartments, [code]: compartment } });
}

export function without<Value>(record: Readonly<Record<string, Value>>, key: string): Record<string, Value> {
  const { [key]: _, ...rest } = record;
  return rest;
}

/** The time as well as the device knows it. */
export function formatNow(run: Run): string {
  return formatTime(run.clock + (run.memory.reading?.offset_ms ?? run.flash.offset_ms));
}

export function record<Name extends Action>(
  run: Run,
  action: Name,
  compartment: string | null,
  details: Details<Name>,
  result: Operation["result"] = "ok",
): void {
  const queue = addOperation(run.flash.queue, {
    action,
    ...(compartment !== null && { compartment }),
    occurred_at: formatNow(run),
    ...(run.memory.reading === null && { time_uncertain: true }),
    result,
    ...(Object.keys(details).length > 0 && { details: details as NonNullable<Operation["details"]> }),
  });
  setFlash(run, { queue });
}

export function changeVisit(run: Run, change: Partial<Visit>): void {
  setMemory(run, { visit: { ...run.memory.visit!, ...change } });
}
