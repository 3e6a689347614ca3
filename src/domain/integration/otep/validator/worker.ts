/** Entry point of a worker thread that validates one large document and ends. */
import { parentPort } from "node:worker_threads";
import { RawBody } from "#operation/define/raw-body.ts";
import { Refusal, type RefusalKind } from "#operation/define/refusal.ts";
import { LANGUAGES } from "#operation/response/language.ts";
import type { Validation } from "#otep/validate.ts";
import { validateBytes, validateDocument } from "./validate-document.ts";

/** The document, or its bytes, which are then parsed here too. `now` is epoch milliseconds. */
export type Work = { now: number } & ({ bytes: Uint8Array; is_lines: boolean } | { document: unknown });

export type WorkAnswer =
  | { kind: "judged"; validation: Validation }
  /** It is not JSON, or too large; the text is for the caller, in each language. */
  | { kind: "refused"; code: string; refusal: RefusalKind; texts: { en: string } };

const port = parentPort;
if (port === null) throw new Error("worker.ts runs in a worker thread only");

port.once("message", (work: Work) => {
  port.postMessage(runValidation(work));
});

function runValidation(work: Work): WorkAnswer {
  try {
    const validation =
      "bytes" in work
        ? validateBytes(new RawBody(work.bytes, work.is_lines), work.now)
        : validateDocument(work.document, work.now);
    return { kind: "judged", validation };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const texts = Object.fromEntries(LANGUAGES.map((language) => [language, error.in(language).message]));
    return { kind: "refused", code: error.code, refusal: error.kind, texts: { en: error.message, ...texts } };
  }
}
