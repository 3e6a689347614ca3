/** What can happen next in a state. */
import { computeExpiry, isOpenCommand } from "#domain/lockers/devices/records/command.ts";
import { chooseCompartment, DEFAULT_DIMENSIONS, findUse } from "#domain/lockers/lockers/rules.ts";
import { formatTime } from "#locker-protocol/device-clock.ts";
import type { Board, CompartmentRecord, Device } from "#locker-protocol/firmware/device-state.ts";
import type { Command } from "#locker-protocol/messages.ts";
import { give, type UntimedInput } from "./devices.ts";
import { apply, endCommand, receive, setCell } from "./service.ts";
import {
  ensure,
  getClock,
  type IssuedCommand,
  LIFE_MS,
  NEIGHBOUR,
  replaceSite,
  type Site,
  START_MS,
  type State,
  type Successor,
  send,
  spend,
} from "./state.ts";

export const deliverAny = (state: State): Successor[] =>
  state.packets.flatMap((packet) => deliver(state, packet));

/** What happens though every packet is lost. */
export const listOwnSuccessors = (state: State): Successor[] => [
  ...state.sites.flatMap((site, at) => [
    ...actOfService(state, site, at),
    ...actOfDevice(state, site, at),
    ...actOfPeople(state, site, at),
  ]),
  ...passTime(state),
];

/**
 * A packet that arrived may arrive again. It is not lost until its place is taken: with it everything can happen that can happen
 * without it.
 */
function deliver(state: State, packet: State["packets"][number]): Successor[] {
  const { site: at, message } = packet;
  const name = `deliver ${message.type}`;
  const site = state.sites[at]!;
  if (packet.to_device)
    return site.device.memory === null
      ? []
      : give(state, at, name, { kind: "message", message: packet.message });
  const { site: next, answer } = receive(site, packet.message, getClock(state, site));
  return [
    { name, state: send(replaceSite(state, at, next), { site: at, to_device: true, message: answer }) },
  ];
}

/** What does not fit into the network is lost, whichever it is. */
export function listFitting(state: State): State[] {
  const { packets, in_flight } = state;
  if (packets.length <= in_flight) return [state];
  return packets.flatMap((_, index) => listFitting({ ...state, packets: packets.toSpliced(index, 1) }));
}

function actOfService(state: State, site: Site, at: number): Successor[] {
  const successors: Successor[] = [];
  for (const code of Object.keys(site.cells)) {
    // While one command may be carried out there is no other.
    const commands = site.commands.filter((one) => one.code === code);
    if (commands.some(isOpenCommand) || commands.length === site.budget.commands || state.time >= state.times)
      continue;
    const reserved_site = site.cells[code]!.status === "FREE" ? reserve(site, code) : site;
    const use = reserved_site === undefined ? null : findUse(reserved_site.cells[code]!.status);
    if (reserved_site === undefined || use === null) continue;
    const command: IssuedCommand = {
      nonce: nameCommand(at, Object.keys(site.cells).indexOf(code), commands.length),
      code,
      use,
      expires: state.time + 1,
      status: "QUEUED",
      result: null,
    };
    const next = replaceSite(state, at, { ...reserved_site, commands: [...site.commands, command] });
    successors.push({ name: `issue ${use} ${code}`, state: next });
  }
  for (const command of site.commands) {
    if (!isAlive(state, command)) continue;
    const commands = site.commands.map((one) =>
      one === command && one.status === "QUEUED" ? { ...one, status: "SENT" as const } : one,
    );
    const message: Command = {
      type: "command",
      packet_id: command.nonce,
      nonce: command.nonce,
      kind: "open",
      compartment: command.code,
      expires_at: formatTime(START_MS + command.expires * 2 * LIFE_MS - LIFE_MS),
      body: { use: command.use },
    };
    successors.push({
      name: `send ${command.use} ${command.code}`,
      state: send(replaceSite(state, at, { commands }), { site: at, to_device: true, message }),
    });
  }
  return successors;
}

const nameCommand = (...numbers: number[]) => `00000000-0000-4000-8000-${numbers.join("").padStart(12, "0")}`;

/** Undefined where the compartment cannot be granted. */
function reserve(site: Site, code: string): Site | undefined {
  const { status, door } = site.cells[code]!;
  // Nobody types codes here.
  const confirmation = { use_revision: 0, confirmed_revision: 0, confirmed_seq: 0 };
  const room = {
    id: 1,
    size: "S" as const,
    ...DEFAULT_DIMENSIONS.S,
    status,
    door,
    fault_code: null,
    ...confirmation,
  };
  if (chooseCompartment(site, [room], { size: "S" }) === undefined) return undefined;
  const board = site.boards[code]!;
  ensure(board.contents === "EMPTY", `double grant: ${code} has ${board.contents}`);
  ensure(site.cells[code]!.reservation === null, `double grant: ${code} is reserved`);
  return setCell(site, code, { ...apply(site, code, "reserve").cells[code]!, reservation: "HELD" });
}

const isAlive = (state: State, command: IssuedCommand) =>
  isOpenCommand(command) && state.time < command.expires;

function actOfDevice(state: State, site: Site, at: number): Successor[] {
  const { flash, memory } = site.device;
  const boards = Object.values(site.boards);
  if (memory === null)
    return give(state, at, "restore power", { kind: "power_restored", cause: "power", boards }).map(
      ({ name, state: next }) => {
        return { name, state: replaceSite(next, at, { device: connect(next.sites[at]!.device) }) };
      },
    );
  const changes = boards.filter(({ code, door, contents }) => {
    const record = flash.compartments[code]!;
    return record.door !== door || record.contents !== contents;
  });
  const successors = changes.flatMap((board) =>
    give(state, at, `read ${board.code}`, { kind: "sensor", board }),
  );
  const is_waiting = flash.queue.entries.length > 0 || flash.transactions.some((one) => !one.is_acknowledged);
  successors.push(...actOfNeighbour(state, site, at, changes.length === 0));
  // Time for a door to open passes after its sensor was read.
  if (is_waiting && changes.length === 0)
    successors.push(...give(replaceSite(state, at, { ticks: site.ticks + 1 }), at, "tick", { kind: "tick" }));
  // One that has nothing to do loses nothing.
  if (site.budget.cuts > 0 && site.commands.length > 0)
    successors.push({
      name: "cut",
      state: spend(replaceSite(state, at, { device: { flash, memory: null } }), at, "cuts"),
    });
  return successors;
}

const DEPOSIT_OPENING: CompartmentRecord["opening"] = { cause: "code", use: "deposit", since: 0 };
const CLOSED_BOARD: Board = { code: NEIGHBOUR, door: "CLOSED", contents: "FULL" };

/** What another compartment records in one step, and how: it may be in any state before. */
const NEIGHBOUR_STEPS: readonly {
  count: number;
  before: Pick<CompartmentRecord, "door" | "contents" | "opening">;
  input: UntimedInput;
}[] = [
  // Its contents changed.
  {
    count: 1,
    before: { door: "CLOSED", contents: "EMPTY", opening: null },
    input: { kind: "sensor", board: CLOSED_BOARD },
  },
  // Its door was closed after a deposit.
  {
    count: 2,
    before: { door: "OPEN", contents: "FULL", opening: DEPOSIT_OPENING },
    input: { kind: "sensor", board: CLOSED_BOARD },
  },
  // Its door has not opened.
  {
    count: 1,
    before: { door: "CLOSED", contents: "EMPTY", opening: DEPOSIT_OPENING },
    input: { kind: "tick" },
  },
];

function actOfNeighbour(state: State, site: Site, at: number, is_read: boolean): Successor[] {
  const { neighbour_operations } = site.budget;
  return NEIGHBOUR_STEPS.flatMap(({ count, input }, index) => {
    if (neighbour_operations < count || (input.kind === "tick" && !is_read)) return [];
    const next = replaceSite(state, at, {
      device: setNeighbour(site.device, index),
      budget: { ...site.budget, neighbour_operations: neighbour_operations - count },
      ticks: site.ticks + (input.kind === "tick" ? 1 : 0),
    });
    return give(next, at, `neighbour's ${input.kind} records ${count}`, input);
  });
}

const devices_before = NEIGHBOUR_STEPS.map(() => new WeakMap<Device, Device>());

function setNeighbour(device: Device, step: number): Device {
  const cached_device = devices_before[step]!.get(device);
  if (cached_device !== undefined) return cached_device;
  const { flash, memory } = device;
  const record = { ...flash.compartments[NEIGHBOUR]!, ...NEIGHBOUR_STEPS[step]!.before };
  const changed = {
    flash: { ...flash, compartments: { ...flash.compartments, [NEIGHBOUR]: record } },
    memory,
  };
  devices_before[step]!.set(device, changed);
  return changed;
}

const connected_devices = new WeakMap<Device, Device>();

function connect(device: Device): Device {
  const connected = connected_devices.get(device) ?? {
    flash: device.flash,
    memory: device.memory && { ...device.memory, connected: true },
  };
  connected_devices.set(device, connected);
  return connected;
}

function actOfPeople(state: State, site: Site, at: number): Successor[] {
  const successors: Successor[] = [];
  for (const [code, board] of Object.entries(site.boards)) {
    if (board.door !== "OPEN") continue;
    const visitor = site.visitors[code];
    const after = visitor === "deposit" ? ("FULL" as const) : ("EMPTY" as const);
    for (const contents of new Set([board.contents, after]))
      successors.push({
        name: `close ${code} ${contents}`,
        state: replaceSite(state, at, {
          boards: { ...site.boards, [code]: { code, door: "CLOSED", contents } },
        }),
      });
  }
  for (const [code, { status }] of Object.entries(site.cells)) {
    if (status !== "VERIFY" || !canSettle(site, code)) continue;
    const input = site.boards[code]!.contents === "FULL" ? "checked_full" : "checked_empty";
    const next = apply(site, code, input);
    const cell = next.cells[code]!;
    if (cell.status === "VERIFY") continue;
    // It takes a while: what came before it came earlier.
    const at_tick = { ...next, ticks: site.ticks + 1 };
    const checked = setCell(at_tick, code, { ...cell, checked_ms: getClock(state, at_tick) });
    successors.push({
      name: `check ${code}`,
      state: replaceSite(state, at, { ...checked, ticks: site.ticks + 2 }),
    });
  }
  return successors;
}

/** An operator looks into a compartment when no command may open it any more. */
export const canSettle = (site: Site, code: string) =>
  site.boards[code]!.door === "CLOSED" &&
  !site.commands.some((command) => command.code === code && isOpenCommand(command));

/** Time passes: commands without a result end, and then what waits for a person. */
function passTime(state: State): Successor[] {
  const successors: Successor[] = [];
  if (state.time < state.times) {
    const time = state.time + 1;
    const sites = state.sites.map((site) =>
      site.commands
        .filter((one) => isOpenCommand(one) && one.expires <= time)
        .reduce((next, command) => {
          const { outcome } = computeExpiry({ status: command.status, expires_at: "" });
          return endCommand(next, command, { status: "EXPIRED", outcome }, null);
        }, site),
    );
    successors.push({ name: "expire", state: { ...state, time, sites } });
  }
  for (const [at, site] of state.sites.entries())
    for (const [code, { status, door }] of Object.entries(site.cells)) {
      const waits = site.commands.some((one) => one.code === code && isOpenCommand(one));
      const input =
        status === "RESERVED" ? "hold_ended" : door === "OPEN" ? null : ("claim_missing" as const);
      if (waits || input === null || site.commands.length === 0) continue;
      const next = apply(site, code, input);
      if (next.cells[code]!.status !== status)
        successors.push({ name: `${input} ${code}`, state: replaceSite(state, at, next) });
    }
  return successors;
}
