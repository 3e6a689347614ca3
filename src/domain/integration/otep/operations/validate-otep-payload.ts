/**
 * Validate a document; the response is 200 whatever the findings.
 *
 * A large document is parsed and validated in its own thread, because it would block every other request. Source:
 * docs/contract/otep.md, "Validator".
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { RawBody } from "#operation/define/raw-body.ts";
import { BODY_LIMITS } from "#otep/read/body.ts";
import type { Validation } from "#otep/validate.ts";
import { LIMITS } from "../limits.ts";
import { Finding } from "../shapes.ts";
import { isLarge, LARGE_BYTES } from "../validator/size.ts";
import { validateDocument } from "../validator/validate-document.ts";
import { validateInWorker } from "../validator/validation-worker.ts";

export const validateOtepPayload = defineOperation({
  name: "otepValidate",
  summary: "Check an OTEP document or event",
  description:
    "Errors and warnings, each with its path and a stable code. Any JSON document gets a response " +
    "with findings, however invalid it is.",
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
      bytes_over: LARGE_BYTES,
    },
  },
  mcp: { developer: "validate_otep_payload" },
  input: Type.Object({
    document: Type.Unknown({
      description:
        "A timeline, one event, {events: []}, a list of events, or CloudEvents; text is read as one document per line.",
    }),
  }),
  output: Type.Object({
    conformant: Type.Boolean(),
    level: Type.Integer({ description: "0 with errors; 1 without; 2 with a code outside `core`." }),
    errors: Type.Array(Finding),
    warnings: Type.Array(Finding),
    summary: Type.Object(
      {},
      {
        additionalProperties: true,
        description: "Counts, profiles, and the events that formats cannot express.",
      },
    ),
  }),
  refusals: { invalid_json: "bad_request" },
  limit: LIMITS.validate,

  async run(context, { document }) {
    const { conformant, level, errors, warnings, summary } = await validateBodyOrBytes(
      document,
      context.now.getTime(),
    );
    return { conformant, level, errors, warnings, summary: { ...summary } };
  },
});

async function validateBodyOrBytes(document: unknown, now: number): Promise<Validation> {
  if (document instanceof RawBody) {
    const { bytes, is_lines } = document;
    return validateInWorker({ now, bytes, is_lines });
  }
  return isLarge(document) ? validateInWorker({ now, document }) : validateDocument(document, now);
}
