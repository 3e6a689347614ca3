/**
 * The line of a device to the service over HTTP: signed requests, commands by pulls, and the faults of networks. A device is
 * connected while its pulls are answered.
 */
import { randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import {
  type Command,
  type Commands,
  type DeviceMessage,
  PATHS,
  type ServiceMessage,
} from "#locker-protocol/messages.ts";
import { signRequest } from "#locker-protocol/signature.ts";

const TIMEOUT_MS = 10_000;
const PAUSE_MAX_MS = 15_000;

/** What goes wrong on the line. */
export interface LineFaults {
  is_cut: boolean;
  /** Answers arrive so much later. */
  slow_ms: number;
  /** Every message and every command comes twice. */
  repeats: boolean;
  /** So many answers are lost from now on. */
  answers_lost: number;
}

export interface ConnectionOptions {
  base_url: string;
  device_id: number;
  private_key: Uint8Array;
  /** Time between two pulls. */
  poll_ms: number;
  faults: LineFaults;
  /** The clock of the device, milliseconds since 1970. */
  getClock: () => number;
  /** Service minus device, as the device knew it last. */
  offset_ms: number;
  onMessage: (message: ServiceMessage | Commands) => void;
  onConnection: (connected: boolean) => void;
  /** The service refuses the device itself: nothing that it sends will be accepted. */
  onRefused: (reason: string) => void;
}

/** How a device talks to the service. */
export interface Connection {
  start(): void;
  stop(): Promise<void>;
  /** The answer comes as a message; without one the device sends it again. */
  send(message: DeviceMessage): void;
  /** Tries now what it would try later. */
  wake(): void;
  /** Resolves once everything that was sent is answered, or was not. */
  flush(): Promise<void>;
}

interface Answer {
  status: number;
  body: Record<string, unknown> & { server_time?: string; error_code?: string; message?: string };
}

/** Refusals of the device itself. */
const FINAL = new Set(["DEVICE_REFUSED", "INVALID_SIGNATURE", "OTHER_EPOCH", "FORBIDDEN"]);

export class HttpConnection implements Connection {
  readonly #options: ConnectionOptions;
  readonly #stopping = new AbortController();
  #wake: () => void = () => {};
  /** Service minus device by the last answer, good enough for signatures. */
  #offset_ms: number;
  #done: Promise<void> = Promise.resolve();

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#offset_ms = options.offset_ms;
  }

  start(): void {
    this.#done = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#wake();
    await this.#done;
  }

  wake(): void {
    this.#wake();
  }

  async #run(): Promise<void> {
    const { poll_ms, onConnection, onMessage } = this.#options;
    let pause_ms = poll_ms;
    while (!this.#stopping.signal.aborted) {
      const commands = await this.#pull();
      if (this.#stopping.signal.aborted) return;
      onConnection(commands !== undefined);
      if (commands !== undefined) onMessage(commands);
      pause_ms = commands !== undefined ? poll_ms : Math.min(PAUSE_MAX_MS, pause_ms * 1.5);
      // Devices that lost one service do not come back to it all at once.
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#wake = resolve;
      const timer = setTimeout(resolve, pause_ms * (0.8 + 0.4 * Math.random()));
      await promise;
      clearTimeout(timer);
    }
  }

  /** The open commands; undefined where no service answered. */
  async #pull(): Promise<Commands | undefined> {
    const answer = await this.#request("GET", PATHS.commands);
    return answer?.status === 200 ? (answer.body as unknown as Commands) : undefined;
  }

  /** Learns the time, and whether there is a service; what it is told to do meanwhile is handed on. */
  async learnTime(): Promise<number | undefined> {
    const commands = await this.#pull();
    if (commands === undefined || this.#stopping.signal.aborted) return undefined;
    this.#options.onMessage(commands);
    return this.#offset_ms;
  }

  readonly #sending = new Set<Promise<void>>();

  send(message: DeviceMessage): void {
    const sending = this.#send(message).finally(() => this.#sending.delete(sending));
    this.#sending.add(sending);
  }

  async flush(): Promise<void> {
    await Promise.all(this.#sending);
  }

  async #send(message: DeviceMessage): Promise<void> {
    const path = message.type === "ack" ? PATHS.ack.replace("{nonce}", message.nonce) : PATHS[message.type];
    const answer = await this.#request("POST", path, message);
    if (answer === undefined || this.#stopping.signal.aborted) return;
    const { status, body } = answer;
    if (status === 200) this.#options.onMessage(body as unknown as ServiceMessage);
    else if (typeof body.server_time === "string")
      this.#options.onMessage({
        type: "refusal",
        answers: message.message_id,
        error_code: body.error_code ?? "",
        server_time: body.server_time,
      });
  }

  /** Undefined where no answer came. */
  async #request(method: string, path: string, message?: object): Promise<Answer | undefined> {
    const { faults } = this.#options;
    if (faults.is_cut) return undefined;
    if (faults.repeats) await this.#exchange(method, path, message);
    let answer = await this.#exchange(method, path, message);
    // By now the connection knows the time.
    if (answer?.body.error_code === "STALE_TIMESTAMP") answer = await this.#exchange(method, path, message);
    if (faults.slow_ms > 0) await wait(faults.slow_ms);
    if (answer === undefined || faults.is_cut) return undefined;
    if (faults.answers_lost > 0) {
      faults.answers_lost -= 1;
      return undefined;
    }
    if (FINAL.has(answer.body.error_code ?? "")) this.#options.onRefused(answer.body.message ?? "");
    const { commands } = answer.body as { commands?: Command[] };
    if (faults.repeats && commands !== undefined)
      return { ...answer, body: { ...answer.body, commands: [...commands, ...commands] } };
    return answer;
  }

  async #exchange(method: string, path: string, message?: object): Promise<Answer | undefined> {
    const { base_url, device_id, private_key, getClock } = this.#options;
    const url = base_url + path;
    const body = message === undefined ? undefined : new TextEncoder().encode(JSON.stringify(message));
    const signature = await signRequest(
      { method, url, headers: {}, ...(body !== undefined && { body }) },
      {
        device_id,
        private_key,
        created: Math.floor((getClock() + this.#offset_ms) / 1000),
        nonce: randomBytes(16).toString("base64url"),
      },
    );
    try {
      const answer = await fetch(url, {
        method,
        headers: { ...(body !== undefined && { "content-type": "application/json" }), ...signature },
        ...(body !== undefined && { body }),
        signal: AbortSignal.any([this.#stopping.signal, AbortSignal.timeout(TIMEOUT_MS)]),
      });
      const document = (await answer.json()) as Answer["body"];
      if (document.server_time !== undefined) this.#offset_ms = Date.parse(document.server_time) - getClock();
      // A gateway in between, or a service that is starting, is no service.
      return answer.status >= 500 ? undefined : { status: answer.status, body: document };
    } catch {
      return undefined;
    }
  }
}
