/** Entry point of the thread that reads uploaded files, one after the other. */
import { parentPort } from "node:worker_threads";
import { readFile } from "./read-file.ts";

const port = parentPort;
if (port === null) throw new Error("verification/worker.ts runs in a worker thread only");

port.on("message", (bytes: Uint8Array) => port.postMessage(readFile(bytes)));
