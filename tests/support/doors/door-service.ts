/**
 * The service's decisions about one locker, in memory: the pure functions of the families `devices` and `lockers`, joined as
 * their operations, subscribers and times join them around the database. `doors.test.ts` plays the same runs against it and
 * against the operations themselves, and compares them.
 */
import { computeExpiry, isOpenCommand } from "#domain/lockers/devices/records/command.ts";
import {
  computeOccurredAt,
  type DecideGap,
  type Ending,
  findChangedOperation,
  findLostPart,
  planOperations,
  readAck,
  SILENCE_MS,
} from "#domain/lockers/devices/rules.ts";
import { readCommandEnd, readOperation } from "#domain/lockers/lockers/read-operation.ts";
import type { CompartmentRow } from "#domain/lockers/lockers/records/compartment.ts";
import type { ReservationRow } from "#domain/lockers/lockers/records/reservation.ts";
import {
  type CompartmentState,
  chooseCompartment,
  compareToCheck,
  computeClockMargin,
  DEFAULT_DIMENSIONS,
  type Decision,
  decide,
  decideFact,
  findSnapshotInput,
  findUse,
  type Input,
  listUses,
} from "#domain/lockers/lockers/rules.ts";
import type { Observation } from "#domain/lockers/lockers/state.ts";
import {
  CLAIM_MISSING,
  COLLECTION_END,
  DOOR_LEFT_OPEN,
  findChangedTimes,
  HOLD_END,
} from "#domain/lockers/lockers/times.ts";
import { buildChainStart } from "#locker-protocol/chain.ts";
import { formatTime } from "#locker-protocol/device-clock.ts";
import type {
  Ack,
  Command,
  DeviceMessage,
  LostRange,
  Operation,
  OperationsPush,
  ServiceMessage,
  Snapshot,
} from "#locker-protocol/messages.ts";

export const GAP_WAIT_MS = 15 * 60_000;
export const HOLD_MS = 15 * 60_000;
const OPEN_MS = 30_000;
const KNOWLEDGE_MS = 7 * 24 * 3_600_000;
const DOOR_OPEN_MAX_MS = 3 * 60_000;

type Compartment = Pick<
  CompartmentRow,
  | "id"
  | "code"
  | "size"
  | "width_mm"
  | "height_mm"
  | "depth_mm"
  | "status"
  | "status_reason"
  | "status_since"
  | "door"
  | "contents"
  | "fault_code"
  | "close_by"
  | "deposit_counter"
  | "collect_counter"
  | "operator_counter"
  | "use_revision"
  | "confirmed_revision"
  | "confirmed_seq"
  | "checked_at"
  | "check_margin_ms"
>;
type Reservation = Pick<
  ReservationRow,
  "id" | "compartment_id" | "status" | "expires_at" | "collect_until" | "deposit_counter" | "collect_counter"
>;
interface IssuedCommand {
  id: number;
  nonce: string;
  kind: Command["kind"];
  compartment: string | null;
  body: Record<string, unknown>;
  expires_at: string;
  status: "QUEUED" | "SENT" | "ACKED" | "DONE" | "FAILED" | "EXPIRED";
  result: Record<string, unknown> | null;
}
interface LogRow {
  seq: number | null;
  action: string;
  sent: Operation | null;
  too_late: boolean;
  compartment: string | null;
  command: IssuedCommand | null;
  stored_at: number;
  occurred_at: string;
}

/** What is done at a compartment, and what it was before and is after. */
export interface Change {
  compartment: Compartment;
  input: Input | null;
  before: { status: string; reservation: Reservation | undefined };
}

/** What people ask for, and the answer where it is refused. */
export type Outcome = "done" | string;

export class DoorService {
  now_ms: number;
  readonly epoch = 1;
  readonly compartments: Compartment[];
  readonly reservations: Reservation[] = [];
  readonly commands: IssuedCommand[] = [];
  readonly log: LogRow[] = [];
  readonly changed_operations: number[] = [];
  applied_seq = 0;
  head: string | null;
  is_online = true;
  #last_seen_ms: number;
  readonly #rows = new Map<number, LogRow>();
  readonly #due = new Map<string, number>();
  readonly #onChange: (change: Change) => void;

  constructor(
    { device_id, codes, now_ms }: { device_id: number; codes: readonly string[]; now_ms: number },
    onChange: (change: Change) => void = () => {},
  ) {
    this.now_ms = now_ms;
    this.#last_seen_ms = now_ms;
    this.head = buildChainStart(device_id, this.epoch);
    this.#onChange = onChange;
    this.compartments = codes.map((code, at) => ({
      id: at + 1,
      code,
      size: "S",
      ...DEFAULT_DIMENSIONS.S,
      status: "FREE",
      status_reason: null,
      status_since: formatTime(now_ms),
      door: "UNKNOWN",
      contents: "UNKNOWN",
      fault_code: null,
      close_by: null,
      deposit_counter: 0,
      collect_counter: 0,
      operator_counter: 0,
      use_revision: 0,
      confirmed_revision: 0,
      confirmed_seq: 0,
      checked_at: null,
      check_margin_ms: 0,
    }));
  }

  get #now() {
    return new Date(this.now_ms);
  }

  find(code: string): Compartment {
    return this.compartments.find((one) => one.code === code)!;
  }

  findReservation({ id }: Pick<Compartment, "id">): Reservation | undefined {
    return this.reservations.find(
      ({ compartment_id, status }) => compartment_id === id && (status === "HELD" || status === "IN_USE"),
    );
  }

  // Messages of the device

  /** Null where the network does not carry the message to the service. */
  receive(message: DeviceMessage): ServiceMessage | null {
    this.#markHeard(message.type === "bye");
    const { message_id: answers } = message;
    const server_time = formatTime(this.now_ms);
    if (message.type === "operations") return this.#receiveOperations(message, server_time);
    if (message.type === "ack") this.#acknowledge(message);
    if (message.type === "snapshot") this.#observe(message);
    return { type: "receipt", answers, server_time };
  }

  #markHeard(says_bye = false): void {
    const was_silent = !this.is_online || this.#last_seen_ms + SILENCE_MS <= this.now_ms;
    this.is_online = !says_bye;
    this.#last_seen_ms = this.now_ms;
    if (was_silent && !says_bye)
      for (const compartment of this.compartments)
        if (
          this.commands.findLast((one) => one.kind === "set_use" && one.compartment === compartment.code)
            ?.status === "EXPIRED"
        )
          this.#tellUses(compartment);
  }

  #receiveOperations(
    { operations, lost = [], head, message_id: answers }: OperationsPush,
    server_time: string,
  ): ServiceMessage {
    const earlier = new Map(
      operations.flatMap(({ seq }) => {
        const operation = this.#rows.get(seq)?.sent;
        return operation ? [[seq, operation] as const] : [];
      }),
    );
    const changed_operation = findChangedOperation(operations, earlier);
    if (changed_operation !== undefined) {
      this.changed_operations.push(changed_operation.seq);
      return { type: "refusal", answers, error_code: "CHANGED_OPERATION", server_time };
    }
    const news = operations.filter(({ seq }) => !earlier.has(seq)).sort((one, other) => one.seq - other.seq);
    for (const operation of news) this.#store(operation);
    const received = this.#apply(lost, ({ from, to }) => {
      const part = findLostPart({ from, to }, lost);
      return part === null ? null : { ...part, why: "lost" };
    });
    if (head !== undefined && this.applied_seq === Math.max(0, ...operations.map(({ seq }) => seq))) {
      if (this.head !== null && this.head !== head) this.changed_operations.push(this.applied_seq);
      this.head = head;
    }
    if (received.missing.length > 0) this.#askAgain(received.missing);
    return {
      type: "operations_answer",
      answers,
      epoch: this.epoch,
      applied_seq: this.applied_seq,
      ...received,
      ...(this.head === null ? {} : { head: this.head }),
      server_time,
    };
  }

  #store(operation: Operation): void {
    const nonce = operation.details?.["nonce"];
    const row: LogRow = {
      seq: operation.seq,
      action: operation.action,
      sent: operation,
      too_late: operation.seq <= this.applied_seq,
      compartment: operation.compartment ?? null,
      command: this.commands.find((one) => one.nonce === nonce) ?? null,
      stored_at: this.now_ms,
      occurred_at: computeOccurredAt(operation, this.#now).toISOString(),
    };
    this.log.push(row);
    this.#rows.set(operation.seq, row);
  }

  #record(action: string, compartment: string | null = null, command: IssuedCommand | null = null): void {
    this.log.push({
      seq: null,
      action,
      sent: null,
      too_late: false,
      compartment,
      command,
      stored_at: this.now_ms,
      occurred_at: formatTime(this.now_ms),
    });
  }

  #findWaiting(): LogRow[] {
    return [...this.#rows.values()]
      .filter(({ seq }) => seq! > this.applied_seq)
      .sort((one, other) => one.seq! - other.seq!);
  }

  #apply(lost: readonly LostRange[], decideGap: DecideGap<LogRow>) {
    const { applied_seq, head } = this;
    const { steps, missing, received_to } = planOperations(
      { applied_seq, head },
      { waiting: this.#findWaiting(), is_all: true },
      lost,
      decideGap,
    );
    for (const step of steps) {
      this.applied_seq = step.progress.applied_seq;
      this.head = step.progress.head;
      if (step.kind === "give_up") {
        this.#record("gap");
        for (const compartment of this.compartments) this.#applyFact(compartment, "gap");
        continue;
      }
      for (const row of step.rows) this.#follow(row);
      for (const { action, command } of step.rows)
        if (action === "door_opened" && command?.kind === "open" && command.result === null)
          this.#end(command, { status: "DONE", outcome: "done" }, { status: "done", by: "door_opened" });
    }
    return { missing, received_to };
  }

  #follow({ sent, compartment: code, command, occurred_at }: LogRow): void {
    const compartment = this.compartments.find((one) => one.code === code);
    if (compartment === undefined) return;
    const { action, result, details = {} } = sent!;
    const use = command === null ? undefined : (command.body["use"] as string | undefined);
    const { input, observed } = readOperation({ action, result, details }, compartment, use);
    const at = Math.min(Date.parse(occurred_at), this.now_ms);
    this.#applyReport(compartment, input, observed, at, sent!.time_uncertain);
  }

  #askAgain(missing: { from: number; to: number }[]): void {
    const [behind] = this.#findWaiting();
    const given_up_at = (behind?.stored_at ?? this.now_ms) + GAP_WAIT_MS;
    this.#due.set("gap", given_up_at);
    const is_asked = this.commands.some((one) => one.kind === "resend" && isOpenCommand(one));
    if (!is_asked && given_up_at > this.now_ms) this.#queue("resend", null, { ranges: missing }, given_up_at);
  }

  #acknowledge({ nonce, status, result, seq, at, why }: Ack): void {
    const command = this.commands.find((one) => one.nonce === nonce);
    if (command === undefined) return;
    const meaning = readAck(command, status);
    if (meaning === "acked") command.status = "ACKED";
    else if (meaning !== null)
      this.#end(command, meaning, { status, ...(why === undefined ? {} : { why }), ...result, seq, at });
  }

  #end(command: IssuedCommand, { status, outcome }: Ending, result?: Record<string, unknown>): void {
    command.status = status;
    if (result !== undefined) command.result = result;
    this.#due.delete(`command ${command.id}`);
    if (status === "EXPIRED") this.#record("command_expired", command.compartment, command);
    if (command.compartment === null) return;
    const compartment = this.find(command.compartment);
    const revision = Number(command.body["revision"]);
    if (command.kind === "set_use" && outcome === "done" && compartment.confirmed_revision < revision) {
      compartment.confirmed_revision = revision;
      compartment.confirmed_seq = Number(command.result!["seq"]);
    }
    if (command.kind !== "open") return;
    const { input, observed } = readCommandEnd(command, outcome, compartment);
    const answered_at = command.result?.["at"];
    if (typeof answered_at !== "string") this.#applyFact(compartment, input, observed);
    else {
      const at = computeOccurredAt({ occurred_at: answered_at }, this.#now);
      this.#applyReport(compartment, input, observed, at.getTime());
    }
  }

  #observe({ seq, compartments }: Snapshot): void {
    if (seq !== this.applied_seq) return;
    for (const { code, door, contents, fault = null } of compartments) {
      const compartment = this.compartments.find((one) => one.code === code);
      if (compartment === undefined) continue;
      const input = findSnapshotInput(compartment, { door, contents });
      this.#applyFact(compartment, input, { door, contents, fault_code: fault });
    }
  }

  // Decisions

  #describe(compartment: Compartment, { door, contents }: Observation = {}): CompartmentState {
    const { status } = this.findReservation(compartment) ?? {};
    return {
      status: compartment.status,
      reason: compartment.status_reason,
      door: door ?? compartment.door,
      contents: contents ?? compartment.contents,
      reservation: (status as "HELD" | "IN_USE" | undefined) ?? null,
    };
  }

  #applyFact(
    compartment: Compartment,
    input: Input | null,
    observed: Observation = {},
    at_ms = this.now_ms,
    order: Parameters<typeof decideFact>[2] = "after",
  ): void {
    const decision = decideFact(this.#describe(compartment, observed), input, order);
    this.#change(compartment, decision, input, observed, at_ms);
  }

  /** What the device says that happened, at a time of its own clock. */
  #applyReport(
    compartment: Compartment,
    input: Input | null,
    observed: Observation,
    at_ms: number,
    is_time_uncertain = false,
  ): void {
    const order = compareToCheck(compartment, at_ms, is_time_uncertain);
    if (order !== "before") this.#applyFact(compartment, input, observed, at_ms, order);
  }

  #applyRequest(compartment: Compartment, input: Input): Outcome {
    const decision = decide(this.#describe(compartment), input);
    if ("refused" in decision) return decision.refused;
    this.#change(compartment, decision, input);
    return "done";
  }

  #change(
    compartment: Compartment,
    decision: Decision,
    input: Input | null,
    observed: Observation = {},
    at_ms = this.now_ms,
    granted?: Reservation,
  ): void {
    const reservation = this.findReservation(compartment);
    const before = { compartment: { ...compartment }, reservation: reservation && { ...reservation } };
    if (granted !== undefined) before.reservation = undefined;
    else if (reservation !== undefined && decision.reservation !== null)
      reservation.status = decision.reservation;
    if (decision.status !== compartment.status) compartment.status_since = formatTime(this.now_ms);
    compartment.status = decision.status;
    compartment.status_reason = decision.reason;
    const { temperature_c: _, ...report } = observed;
    if (report.door !== undefined && report.door !== compartment.door)
      compartment.close_by = report.door === "OPEN" ? formatTime(at_ms + DOOR_OPEN_MAX_MS) : null;
    Object.assign(compartment, report);
    this.#follows(before, compartment);
    this.#onChange({
      compartment,
      input,
      before: { status: before.compartment.status, reservation: before.reservation },
    });
  }

  /** Times, and what the device is told to accept. */
  #follows(
    before: { compartment: Compartment; reservation: Reservation | undefined },
    compartment: Compartment,
  ): void {
    const after = { compartment, reservation: this.findReservation(compartment) };
    const { starts, ends } = findChangedTimes(before, after, this.#now);
    for (const { kind, id, at } of starts) this.#due.set(`${kind} ${id}`, at.getTime());
    for (const { kind, id } of ends) this.#due.delete(`${kind} ${id}`);
    if (JSON.stringify(listUses(before)) !== JSON.stringify(listUses(after))) this.#tellUses(compartment);
  }

  #tellUses(compartment: Compartment): void {
    const { uses, not_after } = listUses({ compartment, reservation: this.findReservation(compartment) });
    compartment.use_revision += 1;
    const body = { revision: compartment.use_revision, uses, not_after };
    this.#queue("set_use", compartment.code, body, this.now_ms + KNOWLEDGE_MS);
  }

  // Commands

  #queue(
    kind: Command["kind"],
    compartment: string | null,
    body: Record<string, unknown>,
    expires_ms: number,
  ): void {
    const id = this.commands.length + 1;
    const nonce = `00000000-0000-4000-8000-${String(id).padStart(12, "0")}`;
    const expires_at = formatTime(expires_ms);
    this.commands.push({ id, nonce, kind, compartment, body, expires_at, status: "QUEUED", result: null });
    this.#due.set(`command ${id}`, expires_ms);
  }

  /** The device asks for its commands. */
  pull(): IssuedCommand[] {
    this.#markHeard();
    const commands = this.commands.filter(
      (one) => isOpenCommand(one) && Date.parse(one.expires_at) > this.now_ms,
    );
    for (const command of commands) if (command.status === "QUEUED") command.status = "SENT";
    return commands;
  }

  // Time

  /** When something happens next by itself. */
  findNextTime(): number {
    const silent_at = this.is_online ? this.#last_seen_ms + SILENCE_MS : Number.POSITIVE_INFINITY;
    return Math.min(silent_at, ...this.#due.values());
  }

  /** Everything whose time has come. */
  passTime(): void {
    for (;;) {
      const [next] = [...this.#due]
        .filter(([, at]) => at <= this.now_ms)
        .sort(([, one], [, other]) => one - other);
      if (next === undefined) break;
      const [task, at] = next;
      const [kind = "", id = ""] = task.split(" ");
      this.#come(kind, Number(id));
      // A task that set itself again keeps its place among those of the same time, as its row does.
      if (this.#due.get(task) === at) this.#due.delete(task);
    }
    if (this.#last_seen_ms + SILENCE_MS <= this.now_ms) this.is_online = false;
  }

  #come(kind: string, id: number): void {
    if (kind === "gap") {
      const latest = this.now_ms - GAP_WAIT_MS;
      this.#apply([], ({ to }, { stored_at }) => (stored_at > latest ? null : { to, why: "timeout" }));
      const [behind] = this.#findWaiting();
      if (behind !== undefined) this.#due.set("gap", behind.stored_at + GAP_WAIT_MS);
      return;
    }
    if (kind === "command") {
      const command = this.commands[id - 1]!;
      const { at, outcome } = computeExpiry(command);
      if (at > this.#now) this.#due.set(`command ${id}`, at.getTime());
      else this.#end(command, { status: "EXPIRED", outcome });
      return;
    }
    const reservation = this.reservations.find((one) => one.id === id);
    const compartment = this.compartments.find(
      (one) => one.id === (kind === HOLD_END || kind === COLLECTION_END ? reservation?.compartment_id : id),
    )!;
    if (kind === HOLD_END) {
      if (reservation?.status !== "HELD") return;
      if (compartment.status === "RESERVED" && this.#isOpening(compartment.code)) {
        this.#due.set(`${kind} ${id}`, this.now_ms + OPEN_MS);
        return;
      }
      this.#applyFact(compartment, "hold_ended");
      if (this.findReservation(compartment) === undefined) this.#record("released", compartment.code);
    }
    if (kind === COLLECTION_END) this.#applyFact(compartment, "collection_ended");
    if (kind === CLAIM_MISSING && compartment.door !== "OPEN") this.#applyFact(compartment, "claim_missing");
    if (kind === DOOR_LEFT_OPEN) this.#applyFact(compartment, "left_open");
  }

  // People

  reserve(collect_ms: number): Outcome {
    const compartment = chooseCompartment(this, this.compartments, { size: "S" });
    if (compartment === undefined) return "no_free_compartment";
    const decision = decide(this.#describe(compartment), "reserve");
    if ("refused" in decision) return decision.refused;
    const reservation: Reservation = {
      id: this.reservations.length + 1,
      compartment_id: compartment.id,
      status: "HELD",
      expires_at: formatTime(this.now_ms + HOLD_MS),
      collect_until: formatTime(this.now_ms + collect_ms),
      deposit_counter: null,
      collect_counter: null,
    };
    this.reservations.push(reservation);
    this.#change(compartment, decision, "reserve", {}, this.now_ms, reservation);
    this.#record("reserved", compartment.code);
    return "done";
  }

  #request(code: string, run: (compartment: Compartment, reservation: Reservation) => Outcome): Outcome {
    const compartment = this.find(code);
    const reservation = this.findReservation(compartment);
    return reservation === undefined ? "reservation_ended" : run(compartment, reservation);
  }

  release(code: string): Outcome {
    return this.#request(code, (compartment) => {
      if (compartment.status === "RESERVED" && this.#isOpening(code)) return "door_in_use";
      const outcome = this.#applyRequest(compartment, "release");
      if (outcome === "done") this.#record("released", code);
      return outcome;
    });
  }

  extend(code: string, until_ms: number): Outcome {
    return this.#request(code, (compartment, reservation) => {
      const before = { compartment: { ...compartment }, reservation: { ...reservation } };
      const until = formatTime(until_ms);
      if (reservation.status === "HELD") reservation.expires_at = until;
      else reservation.collect_until = until;
      const decision = decide(this.#describe(compartment), "extend");
      if ("refused" in decision) return decision.refused;
      if (decision.status !== compartment.status) compartment.status_since = formatTime(this.now_ms);
      compartment.status = decision.status;
      compartment.status_reason = decision.reason;
      this.#follows(before, compartment);
      return "done";
    });
  }

  issueCode(code: string, use: "deposit" | "collect", reissue: boolean): Outcome {
    return this.#request(code, (compartment, reservation) => {
      if (use === "deposit" && reservation.status === "IN_USE") return "deposit_done";
      if (reservation[`${use}_counter`] !== null && !reissue) return "done";
      const before = { compartment: { ...compartment }, reservation: { ...reservation } };
      compartment[`${use}_counter`] += 1;
      reservation[`${use}_counter`] = compartment[`${use}_counter`];
      this.#follows(before, compartment);
      return "done";
    });
  }

  issueOperatorCode(code: string): Outcome {
    const compartment = this.find(code);
    compartment.operator_counter += 1;
    const body = { use: "operator", up_to: compartment.operator_counter - 1 };
    this.#queue("invalidate_codes", code, body, this.now_ms + KNOWLEDGE_MS);
    this.#record("operator_code_issued", code);
    return "done";
  }

  /** By staff who look into it, or for whoever holds the reservation. */
  open(code: string, by: "staff" | "holder"): Outcome {
    const use = by === "staff" ? "operator" : findUse(this.find(code).status);
    if (use === null) return "compartment_busy";
    if (!this.is_online) return "device_offline";
    if (this.#isOpening(code)) return "open_pending";
    this.#queue("open", code, { use }, this.now_ms + OPEN_MS);
    this.#record("opened_remotely", code);
    return "done";
  }

  #isOpening(code: string): boolean {
    return this.commands.some((one) => one.kind === "open" && one.compartment === code && isOpenCommand(one));
  }

  #staff(code: string, input: Input, action: string): Outcome {
    const outcome = this.#applyRequest(this.find(code), input);
    if (outcome === "done") this.#record(action, code);
    return outcome;
  }

  /** Somebody looks into it. */
  #look(code: string, input: Input, action: string): Outcome {
    if (this.#isOpening(code)) return "door_in_use";
    const outcome = this.#staff(code, input, action);
    if (outcome !== "done") return outcome;
    const compartment = this.find(code);
    compartment.checked_at = formatTime(this.now_ms);
    compartment.check_margin_ms = computeClockMargin(formatTime(this.#last_seen_ms), this.#now);
    return outcome;
  }

  check(code: string, contents: "EMPTY" | "FULL"): Outcome {
    return this.#look(code, contents === "EMPTY" ? "checked_empty" : "checked_full", "checked");
  }

  takeOut(code: string): Outcome {
    return this.#staff(code, "take_out", "taken_out_of_service");
  }

  putBack(code: string, contents: "EMPTY" | "FULL"): Outcome {
    return this.#look(code, contents === "EMPTY" ? "return_empty" : "return_full", "returned_to_service");
  }
}

/** What is compared with what the operations store. */
export function describeService({
  compartments,
  reservations,
  commands,
  log,
  applied_seq,
  is_online,
}: DoorService) {
  return {
    applied_seq,
    is_online,
    compartments: compartments.map((one) => [
      one.code,
      one.status,
      one.status_reason,
      one.door,
      one.contents,
      one.fault_code,
      one.close_by,
      one.confirmed_revision,
      one.confirmed_seq,
      one.checked_at,
      one.check_margin_ms,
    ]),
    reservations: reservations.map((one) => [
      one.status,
      one.expires_at,
      one.collect_until,
      one.deposit_counter,
      one.collect_counter,
    ]),
    commands: commands.map((one) => [one.kind, one.compartment, one.body, one.status, one.expires_at]),
    log: log.map((one) => [one.seq, one.action, one.compartment, one.too_late]),
  };
}
