/** Shapes that several routes answer. */
import Type from "typebox";
import { Nullable, Words } from "#vocabulary/basics.ts";

export const Finding = Type.Object(
  {
    path: Type.String({ description: "JSON Pointer into what was sent; empty for the whole of it." }),
    code: Type.String({ description: "Stable." }),
    message: Type.String({ description: "English, one sentence." }),
  },
  { $id: "OtepFinding" },
);

export const IngestResult = Type.Object(
  {
    index: Type.Integer({ minimum: 0, description: "Place in what was sent." }),
    event_id: Nullable(Type.String()),
    status: Words(["accepted", "duplicate", "unchanged", "rejected", "rolled_back"], {
      description:
        "`unchanged`: a status-only source told what it told before. `rolled_back`: it was good, and others of the request were not.",
    }),
    status_code: Nullable(Type.String()),
    revision: Nullable(Type.String({ description: "Of the subject's timeline with it." })),
    errors: Type.Array(Finding),
    warnings: Type.Array(Finding),
  },
  { $id: "OtepIngestResult" },
);

export const IngestAnswer = {
  result: Type.Boolean({
    description: "True: what could be stored is. When nothing could, the answer is 422.",
  }),
  accepted: Type.Integer(),
  duplicates: Type.Integer({ description: "Events that were stored before, unchanged statuses included." }),
  rejected: Type.Integer(),
  warnings: Type.Integer({ description: "How many warnings there are in all." }),
  results: Type.Array(IngestResult, {
    maxItems: 10_000,
    description: "One entry an event, in the order sent.",
  }),
};

export type Outcome = Type.Static<typeof IngestResult>;
