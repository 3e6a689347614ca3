/** Entry of a worker thread that judges one large document and ends. */
import { parentPort } from "node:worker_threads";
import { Refusal, type RefusalKind } from "#operation/refusal.ts";
import { SentBytes } from "#operation/whole-document.ts";
import type { Validation } from "#otep/validate.ts";
import { judge, judgeBytes } from "./judge.ts";

/** The document, or its bytes: then it is read here too. `now` is epoch milliseconds. */
export type Work = { now: number } & ({ bytes: Uint8Array; is_lines: boolean } | { document: unknown });

export type WorkAnswer =
  | { kind: "judged"; validation: Validation }
  /** It is no JSON, or too much of it; the message is for the caller. */
  | { kind: "refused"; code: string; refusal: RefusalKind; message: string };

const port = parentPort;
if (port === null) throw new Error("worker.ts runs in a worker thread only");

port.once("message", (work: Work) => {
  port.postMessage(answerOf(work));
});

function answerOf(work: Work): WorkAnswer {
  try {
    const validation =
      "bytes" in work
        ? judgeBytes(new SentBytes(work.bytes, work.is_lines), work.now)
        : judge(work.document, work.now);
    return { kind: "judged", validation };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { kind: "refused", code: error.code, refusal: error.kind, message: error.message };
  }
}
