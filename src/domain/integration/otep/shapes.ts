/** Schemas shared by several routes. */
import Type from "typebox";
import { Nullable, StringEnum } from "#vocabulary/basics.ts";

export const Finding = Type.Object(
  {
    path: Type.String({ description: "JSON Pointer into the request body; empty for the whole body." }),
    code: Type.String({ description: "Stable code." }),
    message: Type.String({ description: "English, one sentence." }),
  },
  { $id: "OtepFinding" },
);

const IngestResult = Type.Object(
  {
    index: Type.Integer({ minimum: 0, description: "JSON Pointer into the request body." }),
    event_id: Nullable(Type.String()),
    status: StringEnum(["accepted", "duplicate", "unchanged", "rejected", "rolled_back"], {
      description:
        "`unchanged`: a status-only source repeated its status. `rolled_back`: it was valid, but others of the request were not.",
    }),
    status_code: Nullable(Type.String()),
    revision: Nullable(
      Type.String({ description: "Revision of the public view of the subject's timeline, with the event." }),
    ),
    errors: Type.Array(Finding),
    warnings: Type.Array(Finding),
  },
  { $id: "OtepIngestResult" },
);

export const IngestAnswer = {
  result: Type.Boolean({
    description: "True: all valid events are stored. If there is none, the response is 422.",
  }),
  accepted: Type.Integer(),
  duplicates: Type.Integer({
    description: "Number of events that were stored before, unchanged statuses included.",
  }),
  rejected: Type.Integer(),
  warnings: Type.Integer({ description: "Number of warnings in all." }),
  results: Type.Array(IngestResult, {
    maxItems: 10_000,
    description: "One entry for each event, in the order sent.",
  }),
};

export type Outcome = Type.Static<typeof IngestResult>;
