/** What a device does with an input. Power may be cut between any two effects. */
import type { Board, Device, Input as DeviceInput, Effect } from "#locker-protocol/firmware/device-state.ts";
import { applyEffects, step } from "#locker-protocol/firmware.ts";
import { ensure, getClock, replaceSite, type State, type Successor, send, spend } from "./state.ts";

export type UntimedInput = DeviceInput extends infer One
  ? One extends DeviceInput
    ? Omit<One, "clock">
    : never
  : never;
type Steps = Map<string, { device: Device; effects: readonly Effect[]; is_cut: boolean }[]>;

/** One device is in many states: what it does with an input is computed once. Each keeps those after it, so they are forgotten at times. */
let known_steps = new WeakMap<Device, Steps>();
let known_count = 0;
const KNOWN_MAX = 200_000;

/** Between two levels of a search. */
export function forgetSteps(): void {
  if (known_count <= KNOWN_MAX) return;
  known_steps = new WeakMap();
  known_count = 0;
}

const message_numbers = new WeakMap<object, number>();
let messages_count = 0;

function nameInput(input: UntimedInput): string {
  if (input.kind !== "message") return JSON.stringify(input);
  const number = message_numbers.get(input.message) ?? messages_count++;
  message_numbers.set(input.message, number);
  return `message ${number}`;
}

/** The device after an input, for each moment at which power may be cut, and without a cut. */
function listSteps(before: Device, input: UntimedInput, clock: number) {
  const steps: Steps = known_steps.get(before) ?? new Map();
  known_steps.set(before, steps);
  const name = `${clock} ${nameInput(input)}`;
  const known_list = steps.get(name);
  if (known_list !== undefined) return known_list;
  known_count += 1;
  const memory = before.memory && {
    ...before.memory,
    reading: { offset_ms: 0, uncertainty_ms: 0, clock },
    heartbeat: clock,
  };
  const device = { flash: before.flash, memory };
  const result = step(device, { ...input, clock } as DeviceInput);
  const last = result.effects.length;
  const list = Array.from({ length: last + 1 }, (_, count) => ({
    device: applyEffects(device, result, count),
    effects: result.effects.slice(0, count),
    is_cut: count < last,
  }));
  steps.set(name, list);
  return list;
}

/** The states after an input, one for each moment at which power may be cut, and one without a cut. */
export function give(state: State, at: number, name: string, input: UntimedInput): Successor[] {
  const site = state.sites[at]!;
  const may_cut = site.budget.cuts > 0 && site.device.memory !== null;
  const successors: Successor[] = [];
  for (const { device, effects, is_cut } of listSteps(site.device, input, getClock(state, site))) {
    // What is shown does not matter.
    if (is_cut && (!may_cut || effects.at(-1)?.kind === "display")) continue;
    let next = replaceSite(state, at, { device });
    for (const effect of effects) next = observe(next, at, effect);
    if (is_cut) next = spend(next, at, "cuts");
    successors.push({ name: is_cut ? `${name}, cut after ${effects.length}` : name, state: next });
  }
  return successors;
}

function observe(state: State, at: number, effect: Effect): State {
  const site = state.sites[at]!;
  if (effect.kind === "send") {
    const { message } = effect;
    // Heartbeats tell nothing that the operations do not.
    if (message.type !== "ack" && message.type !== "operations" && message.type !== "snapshot") return state;
    return send(state, { site: at, to_device: false, message });
  }
  if (effect.kind !== "pulse") return state;
  const { nonce, compartment: code } = effect;
  const command = site.commands.find((one) => one.nonce === nonce)!;
  const pulses = { ...site.pulses, [nonce!]: (site.pulses[nonce!] ?? 0) + 1 };
  ensure(pulses[nonce!] === 1, `double pulse: ${nonce}`);
  ensure(state.time < command.expires, `pulse of an expired command: ${nonce}`);
  const board: Board = { ...site.boards[code]!, door: "OPEN" };
  return replaceSite(state, at, {
    pulses,
    boards: { ...site.boards, [code]: board },
    visitors: { ...site.visitors, [code]: command.use },
  });
}
