/**
 * Loaded into a worker thread before its entry: the thread gives way to the threads that serve requests, as far as
 * `WORKER_NICENESS` says. A thread reads the environment, which the configuration has checked.
 */
import { constants, setPriority } from "node:os";

// On Linux a priority is that of the calling thread; elsewhere it would be that of the whole process.
if (process.platform === "linux")
  setPriority(Number(process.env["WORKER_NICENESS"] || constants.priority.PRIORITY_LOW));
