/**
 * The reference firmware of a device, as a pure state machine: an input changes memory and has effects in order. A power cut
 * may come between any two effects; what survives it is the last `write` before it. `emit` writes what was decided before
 * it lets anything out, so that no message and no movement of a latch can be forgotten.
 *
 * Times of inputs (`clock`) are of the device's own clock, milliseconds since 1970, which drifts and may be wrong.
 * Source: README.md, "Rules of a device".
 */

import { acceptCode } from "./firmware/code-entry.ts";
import { type Device, type Effect, type Input, type Memory, NEW_MEMORY } from "./firmware/device-state.ts";
import { readSensor, recordFault } from "./firmware/doors.ts";
import { receive } from "./firmware/inbox.ts";
import { sendBye, sendState } from "./firmware/outbox.ts";
import { boot, connect, tick } from "./firmware/power.ts";
import { type Run, record, setMemory, write } from "./firmware/run.ts";
import { openAgain, recordStatement } from "./firmware/visit.ts";

/** What an input leads to. A device without power handles nothing but `power_restored`. */
export function step(device: Device, input: Input): { memory: Memory | null; effects: Effect[] } {
  const memory = input.kind === "power_restored" ? NEW_MEMORY : device.memory;
  if (memory === null) return { memory, effects: [] };
  const { flash } = device;
  const run: Run = { clock: input.clock, flash, memory, effects: [], stored_flash: flash };
  handle(run, input);
  write(run);
  return { memory: run.memory, effects: run.effects };
}

/** The device after the first `count` of the effects: with fewer than all of them power was cut. */
export function applyEffects(
  device: Device,
  { memory, effects }: ReturnType<typeof step>,
  count = effects.length,
): Device {
  const last_write = effects.slice(0, count).findLast((effect) => effect.kind === "write");
  return { flash: last_write?.flash ?? device.flash, memory: count < effects.length ? null : memory };
}

function handle(run: Run, input: Input): void {
  switch (input.kind) {
    case "power_restored":
      boot(run, input);
      break;
    case "shutdown":
      sendBye(run, input.reason);
      break;
    case "message":
      receive(run, input.message);
      break;
    case "code":
      acceptCode(run, input.code, input.compartment);
      break;
    case "open_again":
      openAgain(run);
      break;
    case "statement":
      recordStatement(run, input);
      break;
    case "leave":
      setMemory(run, { visit: null });
      break;
    case "sensor":
      readSensor(run, input.board, "ok");
      sendState(run);
      break;
    case "fault":
      recordFault(run, input.compartment, input.code, input.active);
      sendState(run);
      break;
    case "mains":
      record(run, input.present ? "power_restored" : "power_lost", null, {});
      break;
    case "network":
      connect(run, input.connected);
      break;
    case "temperature":
      record(run, "temperature", input.compartment, { celsius: input.celsius });
      break;
    case "battery":
      record(run, "battery", null, { percent: input.percent });
      break;
    case "tampered":
      record(run, "tampered", null, { what: input.what });
      break;
    case "tick":
      tick(run);
      break;
  }
}
