/**
 * The reference firmware between people, doors, a network, power and a clock, for tests: what may happen to a device, and what
 * is observed of it. Who uses it gives the service.
 */
import assert from "node:assert/strict";
import { buildCode, deriveSecret } from "../codes.ts";
import { formatTime } from "../device-clock.ts";
import { type Board, buildFlash, type Device, type Effect, type Input } from "../firmware/device-state.ts";
import { applyEffects, step } from "../firmware.ts";
import type {
  Command,
  CommandBody,
  CommandKind,
  DeviceMessage,
  Operation,
  ServiceMessage,
  Use,
} from "../messages.ts";

export const CODE_SECRET = Uint8Array.from({ length: 32 }, (_, at) => at);
export const COMPARTMENTS = ["A-1", "A-2"] as const;
export const START_MS = Date.UTC(2026, 10, 28, 12);
const QUEUE_SIZE = 12;

interface Packet<Message> {
  message: Message;
}

/** What the device talks to. Null where no answer leaves. */
type Receive = (message: DeviceMessage, now_ms: number) => ServiceMessage | null;

/** Everything around one device but the service: people, doors, a network, power and a clock. */
export class DeviceWorld {
  now_ms = START_MS;
  /** Of the device: what its clock shows at `now_ms` 0, and how fast it runs. */
  clock_start = 0;
  readonly drift: number;
  device: Device;
  readonly #receive: Receive;
  readonly doors = new Map<string, Board>(
    COMPARTMENTS.map((code) => [code, { code, door: "CLOSED", contents: "EMPTY" }]),
  );
  readonly stuck = new Set<string>();
  readonly silent = new Set<string>();
  up: Packet<DeviceMessage>[] = [];
  down: Packet<ServiceMessage>[] = [];
  readonly commands: Command[] = [];
  readonly pulses = new Map<string, number>();
  /** Every operation that was written. */
  readonly written = new Map<number, Operation>();
  readonly codes = new Map<string, number>();
  typed_code = "";
  revision = 0;
  packets = 0;
  cut_after: number | null = null;

  constructor(receive: Receive, { drift = 0, queue_size = QUEUE_SIZE } = {}) {
    this.#receive = receive;
    this.drift = drift;
    const flash = buildFlash(
      {
        type: "provision_answer",
        device_id: 7,
        epoch: 1,
        code_secret: CODE_SECRET.toBase64({ alphabet: "base64url", omitPadding: true }),
        server_time: formatTime(START_MS),
        heartbeat_s: 60,
        compartments: COMPARTMENTS.map((code, at) => ({ compartment_id: at + 1, code })),
      },
      "1.0.0",
      queue_size,
    );
    this.device = { flash, memory: null };
  }

  get clock() {
    return Math.round(this.clock_start + (this.now_ms - START_MS) * (1 + this.drift));
  }

  /** The device handles an input; power may be cut between its effects. */
  give(input: Input extends infer One ? (One extends Input ? Omit<One, "clock"> : never) : never): void {
    const result = step(this.device, { ...input, clock: this.clock } as Input);
    const count =
      this.cut_after === null ? result.effects.length : Math.min(this.cut_after, result.effects.length);
    const is_cut = this.cut_after !== null && result.memory !== null;
    for (const effect of result.effects.slice(0, count)) this.observe(effect);
    this.device = applyEffects(this.device, result, count);
    if (is_cut) this.device = { flash: this.device.flash, memory: null };
    this.cut_after = null;
    if (input.kind === "power_restored" || result.memory === null || is_cut) return;
    this.moveDoors();
  }

  /** Doors whose latch moved, and that the device has not seen open. */
  readonly sprung = new Set<string>();

  observe(effect: Effect): void {
    if (effect.kind === "send") this.up.push({ message: effect.message });
    if (effect.kind === "write")
      for (const { operation } of effect.flash.queue.entries) {
        const before = this.written.get(operation.seq);
        if (before === undefined) this.written.set(operation.seq, operation);
        else if (operation !== before)
          assert.deepEqual(operation, before, `operation ${operation.seq} is written twice`);
      }
    if (effect.kind !== "pulse") return;
    const { compartment, nonce } = effect;
    const key = nonce ?? `code ${this.typed_code}`;
    const count = (this.pulses.get(key) ?? 0) + 1;
    this.pulses.set(key, count);
    assert.equal(count, 1, `the latch moved ${count} times for ${key}`);
    const command = this.commands.find((one) => one.nonce === nonce);
    if (nonce !== null) {
      assert.equal(command?.compartment, compartment);
      assert.ok(this.now_ms < Date.parse(command!.expires_at), "the latch moved for an expired command");
    }
    if (key.includes("again"))
      assert.notEqual(this.doors.get(compartment)!.door, "OPEN", "an open door was opened again");
    if (!this.stuck.has(compartment) && !this.silent.has(compartment)) this.sprung.add(compartment);
  }

  moveDoors(): void {
    for (const code of this.sprung) {
      this.sprung.delete(code);
      this.move(code, { door: "OPEN" });
    }
  }

  move(code: string, change: Partial<Board>): void {
    const board = { ...this.doors.get(code)!, ...change };
    this.doors.set(code, board);
    if (!this.silent.has(code)) this.give({ kind: "sensor", board });
  }

  readBoards(): Board[] {
    for (const code of this.sprung) this.doors.set(code, { ...this.doors.get(code)!, door: "OPEN" });
    this.sprung.clear();
    return [...this.doors.values()].map((board) =>
      this.silent.has(board.code) ? { code: board.code, door: "UNKNOWN", contents: "UNKNOWN" } : board,
    );
  }

  cutPower(): void {
    this.device = { flash: this.device.flash, memory: null };
  }

  restorePower(): void {
    if (this.device.memory === null)
      this.give({ kind: "power_restored", cause: "power", boards: this.readBoards() });
  }

  issue<Kind extends CommandKind>(
    kind: Kind,
    compartment: string,
    body: CommandBody<Kind> & Record<string, unknown>,
    life_ms: number,
  ) {
    const nonce = buildUuid(this.commands.length + 1);
    const expires_at = formatTime(this.now_ms + life_ms);
    this.commands.push({ type: "command", packet_id: nonce, nonce, kind, compartment, expires_at, body });
    this.sendCommand(this.commands.length - 1);
  }

  sendCommand(at: number): void {
    const command = this.commands[at];
    if (command === undefined) return;
    this.packets += 1;
    this.down.push({ message: { ...command, packet_id: buildUuid(1_000_000 + this.packets) } });
  }

  /** A packet goes through, or is lost; one that stays comes again. */
  deliverUp(at: number, { stays, lost }: { stays: boolean; lost: boolean }): void {
    const packet = this.up[at % this.up.length];
    if (packet === undefined) return;
    if (!stays || lost) this.up = this.up.filter((one) => one !== packet);
    const answer = lost ? null : this.#receive(packet.message, this.now_ms);
    if (answer !== null) this.down.push({ message: answer });
  }

  deliverDown(at: number, { stays, lost }: { stays: boolean; lost: boolean }): void {
    const packet = this.down[at % this.down.length];
    if (packet === undefined) return;
    if (!stays || lost) this.down = this.down.filter((one) => one !== packet);
    if (!lost) this.give({ kind: "message", message: packet.message });
  }

  typeCode(compartment: string, use: Use, counter: number): void {
    this.typed_code = `${compartment} ${use} ${counter}`;
    this.give({ kind: "code", code: buildCode(deriveSecret(CODE_SECRET, compartment, use), counter) });
  }

  /** It has power and a connection, and its clock is right. */
  start(): this {
    this.clock_start = START_MS;
    this.restorePower();
    this.give({ kind: "network", connected: true });
    return this;
  }

  /** Everything works again, until nothing is left to send. */
  settle(): void {
    this.cut_after = null;
    this.restorePower();
    for (const code of [...this.silent]) {
      this.silent.delete(code);
      this.give({ kind: "fault", compartment: code, code: "no_board", active: false });
      this.give({ kind: "sensor", board: this.doors.get(code)! });
    }
    this.give({ kind: "network", connected: true });
    for (let round = 0; round < 200 && !this.isSettled(); round++) {
      this.beforeRound();
      while (this.up.length > 0) this.deliverUp(0, { stays: false, lost: false });
      while (this.down.length > 0) this.deliverDown(0, { stays: false, lost: false });
      this.wait(11_000);
      this.give({ kind: "tick" });
    }
    assert.ok(this.isSettled(), "the device comes to an end");
  }

  wait(ms: number): void {
    this.now_ms += ms;
  }

  /** What the service does by itself while everything works. */
  beforeRound(): void {}

  isSettled(): boolean {
    const { queue, transactions } = this.device.flash;
    return (
      this.up.length === 0 &&
      this.down.length === 0 &&
      queue.entries.length === 0 &&
      queue.lost.length === 0 &&
      transactions.every((one) => one.ack !== null && one.is_acknowledged)
    );
  }
}

function buildUuid(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
}
