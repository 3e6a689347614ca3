/** What an operation that a device reported says of a compartment. Pure. */
import type { CommandOutcome, CommandRow, OperationRow } from "#domain/lockers/devices/public.ts";
import { PROBLEMS } from "#locker-protocol/messages.ts";
import type { CompartmentRow } from "./records/compartment.ts";
import { CONTENTS, DOORS, findContentsInput, findUse, getClosedInput, type Input } from "./rules.ts";
import type { Observation } from "./state.ts";

interface Meaning {
  /** Null where only what is observed changes. */
  input: Input | null;
  observed: Observation;
}

/** Set by the service where the device says so by an operation of its own. */
const DOOR_STUCK = "door_stuck";

const OPENED = {
  deposit: "opened_for_deposit",
  collect: "opened_for_collect",
  operator: "opened_by_operator",
} as const satisfies Record<string, Input>;

/** `command_use`: what the command was for that opened the door; undefined without one. */
export function readOperation(
  { action, result, details }: Pick<OperationRow, "action" | "result" | "details">,
  compartment: Pick<CompartmentRow, "status" | "contents" | "fault_code">,
  command_use: string | null | undefined,
): Meaning {
  const contents = CONTENTS.find((one) => one === details["contents"]) ?? "UNKNOWN";
  const moved: Observation = compartment.fault_code === DOOR_STUCK ? { fault_code: null } : {};
  switch (action) {
    case "door_opened": {
      if (result === "failed") return { input: null, observed: {} };
      if (result === "unknown") return { input: "open_unknown", observed: {} };
      const input = readOpening(details, compartment.status, command_use);
      return { input, observed: { ...moved, door: "OPEN" } };
    }
    case "code_accepted":
      return { input: details["use"] === "operator" ? null : "code_accepted", observed: {} };
    case "door_closed":
      return { input: getClosedInput(contents), observed: { ...moved, door: "CLOSED", contents } };
    case "door_stuck": {
      const door = DOORS.find((one) => one === details["door"]);
      return {
        input: "door_stuck",
        observed: { fault_code: DOOR_STUCK, ...(door === undefined ? {} : { door }) },
      };
    }
    case "contents_changed":
      return { input: findContentsInput(compartment.contents, contents), observed: { contents } };
    case "deposit_confirmed":
    case "deposit_aborted":
    case "collect_confirmed":
    case "collect_aborted":
      return { input: action, observed: {} };
    case "problem_reported": {
      const problem = PROBLEMS.find((one) => one === details["problem"]);
      return { input: problem === undefined ? null : `reported_${problem}`, observed: {} };
    }
    case "tampered":
      return { input: "opened_by_force", observed: {} };
    case "fault":
      return { input: null, observed: { fault_code: String(details["code"] ?? "unknown") } };
    case "fault_cleared":
      return { input: null, observed: { fault_code: null } };
    case "temperature":
      return { input: null, observed: { temperature_c: Number(details["celsius"]).toFixed(1) } };
    default:
      return { input: null, observed: {} };
  }
}

function readOpening(
  { cause, use }: Readonly<Record<string, unknown>>,
  status: CompartmentRow["status"],
  command_use: string | null | undefined,
): Input {
  if (cause === "forced") return "opened_by_force";
  if (cause === "operator") return "opened_by_operator";
  // A device that does not say for what it opened did what could be done there.
  const purpose = command_use ?? use ?? findUse(status) ?? "operator";
  return getOpenedInput(purpose);
}

const getOpenedInput = (use: unknown): Input => OPENED[use as keyof typeof OPENED] ?? "opened_by_operator";

/** What the end of an open command says of its compartment, where no operation has said it. */
export function readCommandEnd(
  { body, result }: Pick<CommandRow, "body" | "result">,
  outcome: CommandOutcome,
  compartment: Pick<CompartmentRow, "contents">,
): Meaning {
  const contents = CONTENTS.find((one) => one === result?.["contents"]);
  if (outcome === "unknown") return { input: "open_unknown", observed: {} };
  // The door stayed shut, as far as its sensor saw it.
  if (outcome === "failed" && contents !== undefined)
    return { input: findContentsInput(compartment.contents, contents), observed: { contents } };
  if (outcome !== "done" || result?.["by"] === "door_opened") return { input: null, observed: {} };
  const door = DOORS.find((one) => one === result?.["door"]);
  return { input: getOpenedInput(body["use"]), observed: door === undefined ? {} : { door } };
}
