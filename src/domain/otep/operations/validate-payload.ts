/**
 * Judge a document, with 200 whatever is found.
 *
 * A large document is read and judged in a thread of its own, because it would hold up every other request.
 * Source: docs/contract/otep.md, "Validator".
 */
import Type from "typebox";
import { defineOperation } from "#operation/define.ts";
import { SentBytes } from "#operation/whole-document.ts";
import { BODY_LIMITS } from "#otep/read/body.ts";
import type { Validation } from "#otep/validate.ts";
import { LIMITS } from "../limits.ts";
import { Finding } from "../shapes.ts";
import { judge } from "../validator/judge.ts";
import { isLarge, LARGE } from "../validator/size.ts";
import { judgeInThread } from "../validator/thread.ts";

export const validateOtepPayload = defineOperation({
  name: "otepValidate",
  summary: "Check an OTEP document or event",
  description:
    "What is wrong and what is odd, each finding with its place and a stable code. Whatever is JSON is answered " +
    "with findings, however wrong it is.",
  effect: "read",
  access: { public: true },
  rest: {
    method: "POST",
    path: "/api/v1/otep/validate",
    body_limit: BODY_LIMITS.validate.bytes,
    body: {
      member: "document",
      types: [
        "application/json",
        "application/cloudevents+json",
        "application/cloudevents-batch+json",
        "application/x-ndjson",
      ],
      bytes_over: LARGE,
    },
  },
  mcp: { developer: "validate_otep_payload" },
  input: Type.Object({
    document: Type.Unknown({
      description:
        "A timeline, one event, {events: []}, a list of events, or CloudEvents; text is read as one document a line.",
    }),
  }),
  output: Type.Object({
    conformant: Type.Boolean(),
    level: Type.Integer({ description: "0 with errors; 1; 2 with a code outside `core`." }),
    errors: Type.Array(Finding),
    warnings: Type.Array(Finding),
    summary: Type.Object(
      {},
      { additionalProperties: true, description: "Counts, profiles, and what formats would lose." },
    ),
  }),
  refusals: { invalid_json: "bad_request" },
  limit: LIMITS.validate,

  async run(context, { document }) {
    const { conformant, level, errors, warnings, summary } = await validationOf(
      document,
      context.now.getTime(),
    );
    return { conformant, level, errors, warnings, summary: { ...summary } };
  },
});

async function validationOf(document: unknown, now: number): Promise<Validation> {
  if (document instanceof SentBytes) {
    const { bytes, is_lines } = document;
    return judgeInThread({ now, bytes, is_lines });
  }
  return isLarge(document) ? judgeInThread({ now, document }) : judge(document, now);
}
