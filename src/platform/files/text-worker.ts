/** Checks a large text in a thread. */
import { parentPort } from "node:worker_threads";
import { checkText, type TextType } from "./text-content.ts";

parentPort?.on("message", ({ bytes, type }: { bytes: Uint8Array; type: TextType }) => {
  parentPort?.postMessage(checkText(bytes, type));
});
