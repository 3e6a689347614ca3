/**
 * One locker: the reference firmware between a cabinet, a connection and a screen. Effects are carried out in order, each input
 * after the one before it, and what is decided is stored before anything leaves: whoever ends the program at any moment has cut
 * the power of the device.
 */
import { setTimeout as wait } from "node:timers/promises";
import type { Device, Effect, Flash, Input, Memory } from "#locker-protocol/firmware/device-state.ts";
import { findVisit } from "#locker-protocol/firmware/visit.ts";
import { applyEffects, step } from "#locker-protocol/firmware.ts";
import type { Operation } from "#locker-protocol/messages.ts";
import { buildScreenState, type ScreenFacts, type ScreenState } from "#locker-protocol/screen.ts";
import type { Cabinet } from "./cabinet.ts";
import type { Connection, ConnectionOptions, LineFaults } from "./http-connection.ts";
import { writeStoredFile } from "./stored-file.ts";

const TICK_MS = 1000;
const REBOOT_MS = 2000;

/** An input without the time, which is read when its turn comes. */
type UntimedInput = Input extends infer One ? (One extends Input ? Omit<One, "clock"> : never) : never;

export interface LockerOptions {
  base_url: string;
  facts: ScreenFacts;
  private_key: Uint8Array;
  flash: Flash;
  flash_file: string;
  cabinet: Cabinet;
  firmware: string;
  poll_ms: number;
  connect: (options: ConnectionOptions) => Connection;
  onOperation: (operation: Operation) => void;
  /** What somebody who watches should know. */
  onNotice: (notice: string) => void;
}

export class SimulatedLocker {
  readonly facts: ScreenFacts;
  readonly cabinet: Cabinet;
  readonly line: LineFaults = { is_cut: false, slow_ms: 0, repeats: false, answers_lost: 0 };
  /** Power is cut when the latch moves next: before it does, or right after. */
  cut_at_pulse: { moment: "before" | "after"; off_s: number } | null = null;
  readonly #options: LockerOptions;
  #device: Device;
  #connection: Connection | null = null;
  #ticking: NodeJS.Timeout | undefined;
  /** What runs on although nobody waits for it. */
  #work: Promise<unknown> = Promise.resolve();
  #display: ScreenState["display"] = null;
  readonly #listeners = new Set<() => void>();
  /** The device's clock at a moment of the process. */
  #clock_start = { clock: Date.now(), at: performance.now(), rate: 1 };

  constructor(options: LockerOptions) {
    this.#options = options;
    this.facts = options.facts;
    this.cabinet = options.cabinet;
    this.#device = { flash: options.flash, memory: null };
    this.cabinet.onSensor = (board) => {
      void this.give({ kind: "sensor", board });
      this.#notify();
    };
  }

  get flash(): Flash {
    return this.#device.flash;
  }

  get memory(): Memory | null {
    return this.#device.memory;
  }

  get serial(): string {
    return this.facts.serial;
  }

  get has_power(): boolean {
    return this.#device.memory !== null;
  }

  // Clock

  get clock(): number {
    const { clock, at, rate } = this.#clock_start;
    return Math.round(clock + (performance.now() - at) * rate);
  }

  async setClock(clock_error_ms: number, clock_drift_ppm: number): Promise<void> {
    await this.cabinet.setClock({ clock_error_ms, clock_drift_ppm });
    this.#clock_start = { clock: this.clock, at: performance.now(), rate: 1 + clock_drift_ppm * 1e-6 };
  }

  // Power

  async restorePower(cause: "power" | "command" = "power"): Promise<void> {
    if (this.has_power) return;
    const { clock_error_ms, clock_drift_ppm } = this.cabinet.clock;
    this.#clock_start = {
      clock: Math.max(0, Date.now() + clock_error_ms),
      at: performance.now(),
      rate: 1 + clock_drift_ppm * 1e-6,
    };
    const { firmware } = this.#options;
    await this.give({ kind: "power_restored", cause, boards: this.cabinet.readBoards(), firmware });
    for (const code of this.cabinet.codes) {
      const is_dead = this.cabinet.find(code)?.is_board_dead === true;
      await this.give({ kind: "fault", compartment: code, code: "no_board", active: is_dead });
    }
    const { base_url, private_key, poll_ms, onNotice, connect } = this.#options;
    this.#connection = connect({
      base_url,
      private_key,
      poll_ms,
      device_id: this.flash.device_id,
      faults: this.line,
      offset_ms: this.flash.offset_ms,
      getClock: () => this.clock,
      onMessage: (message) => void this.give({ kind: "message", message }),
      onConnection: (connected) => {
        if (this.memory !== null && connected !== this.memory.connected)
          void this.give({ kind: "network", connected });
      },
      onRefused: (reason) => onNotice(`the service refuses this device: ${reason}`),
    });
    this.#connection.start();
    this.#ticking = setInterval(() => void this.give({ kind: "tick" }), TICK_MS);
  }

  /** Nothing that is not stored stays. */
  cutPower(): void {
    clearInterval(this.#ticking);
    void this.#connection?.stop();
    this.#connection = null;
    this.#device = { flash: this.flash, memory: null };
    this.#display = null;
    this.#notify();
  }

  /** Cuts the power for some seconds. */
  async cutPowerFor(seconds: number, cause: "power" | "command" = "power"): Promise<void> {
    this.cutPower();
    await wait(seconds * 1000, undefined, { ref: false });
    await this.restorePower(cause);
  }

  /** Ends it as an orderly shutdown does: with a bye. */
  async stop(): Promise<void> {
    if (!this.has_power) return;
    await this.give({ kind: "shutdown", reason: "shutdown" });
    await this.#connection?.flush();
    this.cutPower();
  }

  /** Asks for commands now, where the network was cut. */
  wake(): void {
    this.#connection?.wake();
  }

  // Firmware

  /** Resolves once the device has handled it. */
  give(input: UntimedInput): Promise<void> {
    const handled = this.#work.then(() => this.#handle({ ...input, clock: this.clock } as Input));
    this.#work = handled.catch(() => {});
    return handled;
  }

  async #handle(input: Input): Promise<void> {
    const device = this.#device;
    if (device.memory === null && input.kind !== "power_restored") return;
    const result = step(device, input);
    let performed_count = 0;
    for (const effect of result.effects) {
      const cut = effect.kind === "pulse" ? this.cut_at_pulse : null;
      if (cut?.moment === "before") break;
      await this.#perform(effect, device.flash);
      performed_count += 1;
      if (cut !== null) break;
    }
    // Power was cut from outside meanwhile: the last write counts.
    const is_dead = device.memory !== null && this.#device.memory === null;
    const after = applyEffects(device, result, performed_count);
    this.#device = is_dead ? { flash: after.flash, memory: null } : after;
    if (performed_count < result.effects.length && this.cut_at_pulse !== null) {
      const { moment, off_s } = this.cut_at_pulse;
      this.cut_at_pulse = null;
      this.#options.onNotice(`power was cut ${moment} the latch moved, for ${off_s} s`);
      void this.cutPowerFor(off_s);
    }
    if (input.kind !== "tick" || result.effects.length > 0) this.#notify();
  }

  async #perform(effect: Effect, before: Flash): Promise<void> {
    switch (effect.kind) {
      case "write":
        await writeStoredFile(this.#options.flash_file, effect.flash);
        this.#reportOperations(before, effect.flash);
        break;
      case "send":
        this.#connection?.send(effect.message);
        break;
      case "pulse":
        void this.cabinet.pulse(effect.compartment);
        break;
      case "display":
        this.#display = { key: effect.key, compartment: effect.compartment };
        break;
      case "reboot":
        void this.cutPowerFor(REBOOT_MS / 1000, "command");
        break;
    }
  }

  #reported_seq = 0;

  #reportOperations(before: Flash, { queue }: Flash): void {
    this.#reported_seq = Math.max(this.#reported_seq, before.queue.next_seq - 1);
    for (const { operation } of queue.entries) {
      if (operation.seq <= this.#reported_seq) continue;
      this.#reported_seq = operation.seq;
      this.#options.onOperation(operation);
    }
  }

  // Screen

  /** Calls `listen` after each change. */
  onChange(listen: () => void): () => void {
    this.#listeners.add(listen);
    return () => this.#listeners.delete(listen);
  }

  #notify(): void {
    for (const listen of this.#listeners) listen();
  }

  /** Undefined without power: then the screen is dark. */
  get screen(): ScreenState | undefined {
    return this.has_power ? buildScreenState(this.#device, this.clock, this.facts, this.#display) : undefined;
  }

  get visit() {
    return findVisit(this.#device, this.clock);
  }

  async leave(): Promise<void> {
    await this.give({ kind: "leave" });
    this.#display = null;
    this.#notify();
  }
}
