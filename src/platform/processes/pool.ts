/**
 * Runs work on bytes that strangers sent in a process of its own, which has a limit of memory and of time and neither our
 * environment nor the network: whatever the bytes do to it, the service goes on. A process receives a message, replies with
 * one, and is kept for the next.
 */
import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { type QueueOptions, type Task, TaskQueue, ThreadsBusy } from "../threads/pool.ts";

export interface ProcessOptions extends QueueOptions {
  /** Time limit of a task, without its time in the queue. */
  time_max_ms: number;
  /** Resident memory of the process, MB. */
  memory_max_mb: number;
  /** Parts in machine code may be loaded, such as those that decode pictures. */
  allows_addons?: boolean;
}

/** What a process replies; an error is one of our own code. */
export type Reply<Answer> = { answer: Answer } | { error: string };

/** A process that had nothing to do for so long ends. */
const IDLE_MS = 30_000;
/** What parsers leave behind is freed with the process. */
const TASKS_MAX = 200;
const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

interface PooledProcess {
  process: ChildProcess;
  tasks: number;
  timer?: NodeJS.Timeout;
}

export class ProcessPool<Work, Answer> extends TaskQueue<Work, Answer> {
  readonly #entry: string;
  readonly #options: ProcessOptions;
  readonly #idle: PooledProcess[] = [];

  constructor(entry: URL, options: ProcessOptions) {
    super(options);
    this.#entry = fileURLToPath(entry);
    this.#options = options;
  }

  /** Rejects with `ThreadsBusy`: `time` or `memory` when the work exceeds its limits. */
  protected override async execute({ work, signal }: Task<Work>): Promise<Answer> {
    const idle_process = this.#idle.pop() ?? this.#start();
    clearTimeout(idle_process.timer);
    const { process: child } = idle_process;
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const limit = setTimeout(() => reject(new ThreadsBusy("time")), this.#options.time_max_ms);
    const onMessage = (reply: Reply<Answer>) =>
      "answer" in reply ? resolve(reply.answer) : reject(new Error(reply.error));
    // The watchdog, the engine and the system end a process that takes too much memory in different ways.
    const onExit = (code: number | null, ended_by: NodeJS.Signals | null) =>
      reject(
        ended_by !== null || code === 134
          ? new ThreadsBusy("memory")
          : new Error(`A process ended with ${code}.`),
      );
    const onAbort = () => reject(signal?.reason);
    child.once("message", onMessage).once("error", reject).once("exit", onExit);
    signal?.addEventListener("abort", onAbort, { once: true });
    let is_sound = false;
    try {
      child.send({ work, time_max_ms: this.#options.time_max_ms });
      const answer = await promise;
      is_sound = true;
      return answer;
    } finally {
      clearTimeout(limit);
      signal?.removeEventListener("abort", onAbort);
      child
        .removeListener("message", onMessage)
        .removeListener("error", reject)
        .removeListener("exit", onExit);
      idle_process.tasks += 1;
      if (is_sound && idle_process.tasks < TASKS_MAX && child.connected) this.#keep(idle_process);
      else end(child);
    }
  }

  #keep(idle_process: PooledProcess): void {
    this.#idle.push(idle_process);
    idle_process.timer = setTimeout(() => {
      this.#forget(idle_process);
      end(idle_process.process);
    }, IDLE_MS).unref();
  }

  #forget(idle_process: PooledProcess): void {
    const place = this.#idle.indexOf(idle_process);
    if (place !== -1) this.#idle.splice(place, 1);
  }

  #start(): PooledProcess {
    const { memory_max_mb, allows_addons = false } = this.#options;
    const child = fork(this.#entry, [], {
      // Secrets of the service are no business of a parser.
      env: Object.fromEntries(
        ["PATH", "SystemRoot", "TMPDIR", "TEMP"].flatMap((name) =>
          process.env[name] === undefined ? [] : [[name, process.env[name]]],
        ),
      ),
      execArgv: [
        `--max-old-space-size=${memory_max_mb}`,
        "--permission",
        "--allow-worker",
        ...(allows_addons ? ["--allow-addons"] : []),
        `--allow-fs-read=${ROOT}`,
      ],
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      serialization: "advanced",
    });
    const idle_process: PooledProcess = { process: child, tasks: 0 };
    child.on("exit", () => this.#forget(idle_process)).on("error", () => this.#forget(idle_process));
    child.send({ memory_max_mb });
    // A stopping service does not wait for it.
    child.unref();
    child.channel?.unref();
    return idle_process;
  }
}

function end(child: ChildProcess): void {
  child.removeAllListeners("error").on("error", () => {});
  child.kill("SIGKILL");
}
