/** What can be told to the simulator, at its prompt and at `POST /commands`: one line each. */
import type { SimulatedLocker } from "./simulated-locker.ts";

/** What a line asks for cannot be done; the message says why. */
export class CommandError extends Error {}

interface Arguments {
  locker: SimulatedLocker;
  rest: string[];
}

interface CommandDefinition {
  /** What follows the name. */
  form: string;
  about: string;
  run: (parameters: Arguments) => Promise<string> | string;
}

const PRESENCE = new WeakMap<SimulatedLocker, { is_away: boolean }>();

/** Whether nobody stands before the doors of a locker, who would close them. */
export const isNobodyThere = (locker: SimulatedLocker) => PRESENCE.get(locker)?.is_away ?? false;

export function setNobodyThere(locker: SimulatedLocker, is_away: boolean): void {
  PRESENCE.set(locker, { is_away });
}

function readSwitch(word: string | undefined): boolean {
  if (word === "on") return true;
  if (word === "off") return false;
  throw new CommandError(`Say on or off, not ${word ?? "nothing"}.`);
}

function readNumber(
  word: string | undefined,
  what: string,
  [least, most]: readonly [number, number],
): number {
  const value = Number(word);
  if (word === undefined || word === "" || !(value >= least && value <= most))
    throw new CommandError(`${what} is a number from ${least} to ${most}.`);
  return value;
}

/** The compartment that a line names. */
function readDoor({ locker, rest: [code] }: Arguments): string {
  if (code === undefined || locker.cabinet.find(code) === undefined)
    throw new CommandError(
      `${locker.serial} has no compartment ${code ?? "(name one)"}: it has ${locker.cabinet.codes.join(", ")}.`,
    );
  return code;
}

const SECONDS = [0.1, 86_400] as const;

/** A fault of a box that is switched. */
function switchBox(
  member: "is_stuck" | "is_held_open" | "is_sensor_dead",
  [on, off]: readonly [string, string],
): CommandDefinition["run"] {
  return async (parameters) => {
    const code = readDoor(parameters);
    const is_on = readSwitch(parameters.rest[1]);
    await parameters.locker.cabinet.change(code, { [member]: is_on });
    return `${code} ${is_on ? on : off}.`;
  };
}

export const COMMANDS: Readonly<Record<string, CommandDefinition>> = {
  network: {
    form: "on|off [seconds]",
    about: "cuts the network, for a time or until it is on again",
    run({ locker, rest: [word, seconds] }) {
      const is_on = readSwitch(word);
      locker.line.is_cut = !is_on;
      locker.wake();
      if (is_on || seconds === undefined) return `The network is ${word}.`;
      const length_s = readNumber(seconds, "The time", SECONDS);
      setTimeout(() => {
        locker.line.is_cut = false;
        locker.wake();
      }, length_s * 1000).unref();
      return `The network is off for ${length_s} s.`;
    },
  },
  power: {
    form: "on|off [seconds]",
    about: "cuts the power, for a time or until it is on again",
    async run({ locker, rest: [word, seconds] }) {
      if (readSwitch(word)) {
        await locker.restorePower();
        return "It has power.";
      }
      if (seconds === undefined) {
        locker.cutPower();
        return "It has no power.";
      }
      const length_s = readNumber(seconds, "The time", SECONDS);
      void locker.cutPowerFor(length_s);
      return `It has no power for ${length_s} s.`;
    },
  },
  "cut-at-open": {
    form: "before|after [seconds]",
    about: "cuts the power, for 5 s, when the next latch moves: before it does, or right after",
    run({ locker, rest: [moment, seconds = "5"] }) {
      if (moment !== "before" && moment !== "after")
        throw new CommandError("Say before or after: the latch moves, or has moved.");
      locker.cut_at_pulse = { moment, off_s: readNumber(seconds, "The time", SECONDS) };
      return `Power will be cut ${moment} the next latch moves.`;
    },
  },
  stuck: {
    form: "<door> on|off",
    about: "the latch moves and the door stays shut",
    run: switchBox("is_stuck", ["stays shut", "opens again"]),
  },
  "held-open": {
    form: "<door> on|off",
    about: "nobody can close the door once it is open",
    run: switchBox("is_held_open", ["cannot be closed", "can be closed again"]),
  },
  sensor: {
    form: "<door> on|off",
    about: "off: what is in it is unknown",
    async run(parameters) {
      const code = readDoor(parameters);
      const works = readSwitch(parameters.rest[1]);
      await parameters.locker.cabinet.change(code, { is_sensor_dead: !works });
      return works ? `${code} tells what is in it.` : `${code} does not tell what is in it.`;
    },
  },
  board: {
    form: "<door> on|off",
    about: "off: the board of the door is silent, and its latch does not move",
    async run(parameters) {
      const code = readDoor(parameters);
      const works = readSwitch(parameters.rest[1]);
      const { locker } = parameters;
      await locker.give({ kind: "fault", compartment: code, code: "no_board", active: !works });
      await locker.cabinet.change(code, { is_board_dead: !works });
      return works ? `The board of ${code} answers.` : `The board of ${code} is silent.`;
    },
  },
  clock: {
    form: "<seconds> [ppm]",
    about: "how wrong its clock is from its next start on, and how fast it drifts from now on",
    async run({ locker, rest: [seconds, ppm = "0"] }) {
      const error_s = readNumber(seconds, "The error of the clock", [-2e9, 1e9]);
      const drift_ppm = readNumber(ppm, "The drift", [-100_000, 100_000]);
      await locker.setClock(error_s * 1000, drift_ppm);
      return `Its clock drifts by ${drift_ppm} ppm, and is wrong by ${error_s} s after its next start.`;
    },
  },
  slow: {
    form: "<milliseconds>",
    about: "answers of the service arrive so much later; 0 ends it",
    run({ locker, rest: [milliseconds] }) {
      locker.line.slow_ms = readNumber(milliseconds, "The delay", [0, 600_000]);
      return `Answers arrive ${locker.line.slow_ms} ms later.`;
    },
  },
  repeat: {
    form: "on|off",
    about: "every message is sent twice, and every command comes twice",
    run({ locker, rest: [word] }) {
      locker.line.repeats = readSwitch(word);
      return locker.line.repeats ? "Messages come twice." : "Messages come once.";
    },
  },
  lose: {
    form: "<count>",
    about: "so many answers of the service are lost, which has heard the messages",
    run({ locker, rest: [count] }) {
      locker.line.answers_lost = Math.round(readNumber(count, "The count", [0, 1000]));
      return `The next ${locker.line.answers_lost} answers are lost.`;
    },
  },
  code: {
    form: "<8 digits> [door]",
    about: "types a code at the keypad",
    async run({ locker, rest: [code = "", compartment] }) {
      if (!/^[0-9]{8}$/.test(code)) throw new CommandError("A code has 8 digits.");
      await locker.give({ kind: "code", code, ...(compartment !== undefined && { compartment }) });
      const { display } = locker.screen ?? {};
      return display
        ? `${display.key}${display.compartment === null ? "" : ` ${display.compartment}`}`
        : "The screen is dark.";
    },
  },
  put: {
    form: "<door>",
    about: "puts something into a compartment whose door is open",
    run: (parameters) => handle(parameters, "FULL"),
  },
  take: {
    form: "<door>",
    about: "takes out what is in a compartment whose door is open",
    run: (parameters) => handle(parameters, "EMPTY"),
  },
  close: {
    form: "<door>",
    about: "closes a door",
    async run(parameters) {
      const code = readDoor(parameters);
      if (!(await parameters.locker.cabinet.close(code))) throw new CommandError(`${code} cannot be closed.`);
      return `${code} is closed.`;
    },
  },
  force: {
    form: "<door>",
    about: "opens a door by force",
    async run(parameters) {
      const code = readDoor(parameters);
      await parameters.locker.cabinet.change(code, { door: "OPEN" });
      return `${code} is open.`;
    },
  },
  people: {
    form: "on|off",
    about: "whether whoever opens a door puts something in or takes it out, and closes it",
    run({ locker, rest: [word] }) {
      const is_on = readSwitch(word);
      setNobodyThere(locker, !is_on);
      return is_on ? "People use the doors." : "Doors stay as they are until you put, take and close.";
    },
  },
  state: {
    form: "",
    about: "doors, contents, and what is not sent yet",
    run: ({ locker }) => describeLocker(locker),
  },
};

async function handle(parameters: Arguments, contents: "EMPTY" | "FULL"): Promise<string> {
  const code = readDoor(parameters);
  if (parameters.locker.cabinet.find(code)?.door !== "OPEN") throw new CommandError(`${code} is closed.`);
  await parameters.locker.cabinet.change(code, { contents });
  return `${code} is ${contents === "FULL" ? "full" : "empty"}.`;
}

export function describeLocker(locker: SimulatedLocker): string {
  const { memory, flash, serial } = locker;
  const doors = locker.cabinet.codes.filter((code) => locker.cabinet.find(code)?.door === "OPEN");
  const full = locker.cabinet.codes.filter((code) => locker.cabinet.find(code)?.contents === "FULL");
  return [
    `${serial}: ${memory === null ? "no power" : memory.connected ? "connected" : "no network"}`,
    `${flash.queue.next_seq - 1} operations, ${flash.queue.entries.length} not sent`,
    `open: ${doors.join(" ") || "none"}`,
    `full: ${full.join(" ") || "none"}`,
  ].join("; ");
}

export function describeCommands(): string {
  const rows = Object.entries(COMMANDS).map(([name, { form, about }]) => ({
    line: `${name} <locker> ${form}`.trimEnd(),
    about,
  }));
  const width = Math.max(...rows.map(({ line }) => line.length));
  return rows.map(({ line, about }) => `  ${line.padEnd(width)}  ${about}`).join("\n");
}

/** Throws `CommandError`; says what was done. `all` names every locker. */
export async function runCommand(lockers: readonly SimulatedLocker[], line: string): Promise<string> {
  const [name = "", serial = "", ...rest] = line.trim().split(/\s+/);
  if (!Object.hasOwn(COMMANDS, name))
    throw new CommandError(`There is no command ${name || "without a name"}: help lists them.`);
  const selection = lockers.filter((one) => serial === "all" || one.serial === serial);
  if (selection.length === 0)
    throw new CommandError(
      `There is no locker ${serial || "without a serial"}: name ${lockers.map((one) => one.serial).join(", ")}, or all.`,
    );
  const answers = await Promise.all(selection.map((locker) => COMMANDS[name]!.run({ locker, rest })));
  return [...new Set(answers)].join("\n");
}
