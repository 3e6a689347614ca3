/**
 * The doors, latches and sensors of a locker, and what is in it: what goes on being true while the device has no power. Each
 * change is stored before anybody sees it.
 */
import { setTimeout as wait } from "node:timers/promises";
import type { Board } from "#locker-protocol/firmware/device-state.ts";
import { writeStoredFile } from "./stored-file.ts";

/** How long a door takes to spring open. */
const SPRING_MS = 300;

export interface Box {
  door: "CLOSED" | "OPEN";
  contents: "EMPTY" | "FULL";
  /** The door does not open although the latch moves. */
  is_stuck: boolean;
  /** Nobody can close the door. */
  is_held_open: boolean;
  /** The sensor for contents tells nothing. */
  is_sensor_dead: boolean;
  /** Neither door nor contents are told, and the latch does not move. */
  is_board_dead: boolean;
}

/** What is stored. */
export interface CabinetState {
  boxes: Record<string, Box>;
  /** How wrong the clock is after a start, milliseconds, and how much it gains while it runs, parts per million. */
  clock_error_ms: number;
  clock_drift_ppm: number;
}

const NEW_BOX: Box = {
  door: "CLOSED",
  contents: "EMPTY",
  is_stuck: false,
  is_held_open: false,
  is_sensor_dead: false,
  is_board_dead: false,
};

export class Cabinet {
  readonly #file: string;
  #state: CabinetState;
  /** The board of a compartment tells something else than before. */
  onSensor: (board: Board) => void = () => {};

  constructor(file: string, state: CabinetState) {
    this.#file = file;
    this.#state = state;
  }

  /** One whose sensors say what the service believes, so that a demo begins without further alarms. */
  static async create(file: string, reported_boxes: ReadonlyMap<string, Partial<Box>>): Promise<Cabinet> {
    const boxes = [...reported_boxes].map(([code, box]): [string, Box] => [code, { ...NEW_BOX, ...box }]);
    const state = { boxes: Object.fromEntries(boxes), clock_error_ms: 0, clock_drift_ppm: 0 };
    await writeStoredFile(file, state);
    return new Cabinet(file, state);
  }

  get clock(): Pick<CabinetState, "clock_error_ms" | "clock_drift_ppm"> {
    return this.#state;
  }

  get codes(): string[] {
    return Object.keys(this.#state.boxes);
  }

  find(code: string): Box | undefined {
    return Object.hasOwn(this.#state.boxes, code) ? this.#state.boxes[code] : undefined;
  }

  readBoards(): Board[] {
    return this.codes.map((code) => this.#readBoard(code));
  }

  #readBoard(code: string): Board {
    const { door, contents, is_sensor_dead, is_board_dead } = this.find(code) ?? NEW_BOX;
    if (is_board_dead) return { code, door: "UNKNOWN", contents: "UNKNOWN" };
    return { code, door, contents: is_sensor_dead ? "UNKNOWN" : contents };
  }

  async setClock(clock: Partial<Pick<CabinetState, "clock_error_ms" | "clock_drift_ppm">>): Promise<void> {
    await this.#store({ ...this.#state, ...clock });
  }

  /** Resolves once it is stored. A compartment that was added later begins empty. */
  async change(code: string, change: Partial<Box>): Promise<void> {
    const box = { ...NEW_BOX, ...this.find(code), ...change };
    const before = this.#readBoard(code);
    await this.#store({ ...this.#state, boxes: { ...this.#state.boxes, [code]: box } });
    const board = this.#readBoard(code);
    if (board.door !== before.door || board.contents !== before.contents) this.onSensor(board);
  }

  /** Moves the latch once. */
  async pulse(code: string): Promise<void> {
    const { is_stuck, is_board_dead, door } = this.find(code) ?? NEW_BOX;
    if (is_stuck || is_board_dead || door === "OPEN") return;
    await wait(SPRING_MS);
    await this.change(code, { door: "OPEN" });
  }

  /** False where the door cannot be closed. */
  async close(code: string): Promise<boolean> {
    if (this.find(code)?.is_held_open === true) return false;
    await this.change(code, { door: "CLOSED" });
    return true;
  }

  /** Writes one after the other. */
  #writing: Promise<void> = Promise.resolve();

  #store(state: CabinetState): Promise<void> {
    this.#state = state;
    this.#writing = this.#writing.then(() => writeStoredFile(this.#file, state));
    return this.#writing;
  }
}
