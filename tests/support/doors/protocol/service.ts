/** The decisions of the service about one device, joined as its operations join them. */
import { type Ending, readAck } from "#domain/lockers/devices/rules.ts";
import { readCommandEnd, readOperation } from "#domain/lockers/lockers/read-operation.ts";
import { compareToCheck, decideFact, findSnapshotInput, type Input } from "#domain/lockers/lockers/rules.ts";
import { formatTime } from "#locker-protocol/device-clock.ts";
import type {
  Ack,
  DeviceMessage,
  Operation,
  OperationsPush,
  ServiceMessage,
  Snapshot,
} from "#locker-protocol/messages.ts";
import { type Cell, CLOCK_MARGIN_MS, ensure, type IssuedCommand, NEIGHBOUR, type Site } from "./state.ts";

export function setCell(site: Site, code: string, cell: Cell): Site {
  return { ...site, cells: { ...site.cells, [code]: cell } };
}

/** Whether what a device says of this time came before the last check of a compartment. */
export function compareToLastCheck({ checked_ms }: Cell, time: string, is_time_uncertain = false) {
  const checked_at = checked_ms === null ? null : formatTime(checked_ms);
  return compareToCheck(
    { checked_at, check_margin_ms: CLOCK_MARGIN_MS },
    Date.parse(time),
    is_time_uncertain,
  );
}

export function apply(
  site: Site,
  code: string,
  input: Input | null,
  observed: Partial<Cell> = {},
  order?: ReturnType<typeof compareToLastCheck>,
): Site {
  if (order === "before") return site;
  const cell = { ...site.cells[code]!, ...observed };
  const { status, reason, reservation } = decideFact(cell, input, order);
  const is_open = reservation === "HELD" || reservation === "IN_USE";
  const was = site.cells[code]!;
  if (was.reservation === "IN_USE" && !is_open)
    ensure(input === "checked_empty" || was.status === "UNLOADING", `${input} freed ${code}`);
  return setCell(site, code, { ...cell, status, reason, reservation: is_open ? reservation : null });
}

/** What an operation means for its compartment. */
function applyOperation(
  site: Site,
  { compartment: code, action, result, details = {}, occurred_at, time_uncertain }: Operation,
): Site {
  if (code === undefined || code === NEIGHBOUR) return site;
  const command = site.commands.find(({ nonce }) => nonce === details["nonce"]);
  const { status, contents } = site.cells[code]!;
  const { input, observed } = readOperation(
    { action, result, details },
    { status, contents, fault_code: null },
    command?.use,
  );
  const { door = site.cells[code]!.door, contents: reported_contents = contents } = observed;
  const order = compareToLastCheck(site.cells[code]!, occurred_at, time_uncertain);
  return apply(site, code, input, { door, contents: reported_contents }, order);
}

export function endCommand(
  site: Site,
  command: IssuedCommand,
  { status, outcome }: Ending,
  result: IssuedCommand["result"],
  answered_at?: string,
): Site {
  const commands = site.commands.map((one) => (one === command ? { ...one, status, result } : one));
  const next = { ...site, commands };
  const cell = site.cells[command.code]!;
  const { input, observed } = readCommandEnd({ body: { use: command.use }, result }, outcome, cell);
  const { door = cell.door, contents = cell.contents } = observed;
  const order = answered_at === undefined ? undefined : compareToLastCheck(cell, answered_at);
  return apply(next, command.code, input, { door, contents }, order);
}

function applyAck(site: Site, { nonce, status, result, at }: Ack): Site {
  const command = site.commands.find((one) => one.nonce === nonce)!;
  const meaning = readAck(command, status);
  return meaning === null || meaning === "acked"
    ? site
    : endCommand(site, command, meaning, { ...result }, at);
}

/** The door tells as well as the answer of the command does, which may come later. */
function endByDoor(site: Site, { action, details }: Operation): Site {
  const command =
    action === "door_opened" ? site.commands.find(({ nonce }) => nonce === details?.["nonce"]) : undefined;
  if (command === undefined || command.result !== null) return site;
  return endCommand(site, command, { status: "DONE", outcome: "done" }, { by: "door_opened" });
}

function observeSnapshot(site: Site, { seq, compartments }: Snapshot): Site {
  if (seq !== site.applied_seq) return site;
  return compartments.reduce((next, { code, door, contents }) => {
    if (code === NEIGHBOUR) return next;
    const input = findSnapshotInput(next.cells[code]!, { door, contents });
    return apply(next, code, input, { door, contents });
  }, site);
}

export function receive(
  site: Site,
  message: DeviceMessage,
  now_ms: number,
): { site: Site; answer: ServiceMessage } {
  const { message_id: answers } = message;
  const server_time = formatTime(now_ms);
  if (message.type === "ack")
    return { site: applyAck(site, message), answer: { type: "receipt", answers, server_time } };
  if (message.type === "snapshot")
    return { site: observeSnapshot(site, message), answer: { type: "receipt", answers, server_time } };
  let next = site;
  for (const operation of (message as OperationsPush).operations)
    if (operation.seq === next.applied_seq + 1)
      next = { ...endByDoor(applyOperation(next, operation), operation), applied_seq: operation.seq };
  const { applied_seq } = next;
  const answer: ServiceMessage = {
    type: "operations_answer",
    answers,
    epoch: 1,
    applied_seq,
    received_to: applied_seq,
    missing: [],
    server_time,
  };
  return { site: next, answer };
}
