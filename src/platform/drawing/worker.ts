/** Entry point of a worker thread that draws documents, one after the other. */
import { parentPort } from "node:worker_threads";
import { draw } from "./draw.ts";
import type { Drawing } from "./template.ts";

const port = parentPort;
if (port === null) throw new Error("drawing/worker.ts runs in a worker thread only");

port.on("message", async (drawing: Drawing) => {
  port.postMessage(await draw(drawing));
});
