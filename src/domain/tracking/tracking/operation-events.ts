/** An entry of the audit trail of orders and their parcels, and how it is asked for. */
import Type from "typebox";
import { Nullable, Timestamp } from "#vocabulary/basics.ts";
import type { CursorOutput } from "#vocabulary/cursor-page.ts";
import { Ref } from "#vocabulary/ref.ts";

const Evidence = Type.Object(
  {
    proof_id: Type.Integer(),
    kind: Type.String(),
    captured_at: Timestamp,
    file_id: Nullable(Ref("file", Type.Integer())),
    url: Nullable(Type.String({ description: "The picture, for signed-in people." })),
    signed_by: Nullable(Type.String()),
  },
  { $id: "OperationProof" },
);

export const OperationEvent = Type.Object(
  {
    event_id: Type.Integer(),
    order_id: Nullable(Ref("order", Type.Integer())),
    parcel_id: Nullable(Ref("parcel", Type.Integer())),
    tracking_number: Nullable(Type.String()),
    seq: Type.Integer({ description: "Within the order, or within the parcel." }),
    kind: Type.String(),
    occurred_at: Timestamp,
    recorded_at: Timestamp,
    actor: Type.Object({
      kind: Type.String(),
      id: Nullable(Type.Integer()),
      name: Nullable(Type.String()),
      role: Nullable(Type.String()),
    }),
    on_behalf_of: Nullable(Type.Integer()),
    surface: Type.String({ description: "rest, graphql, mcp, app, device, job, ingest or console." }),
    operation: Type.String(),
    status_before: Nullable(Type.String()),
    status_after: Nullable(Type.String()),
    giver: Nullable(Type.String({ description: "Who had custody of the parcel before." })),
    taker: Nullable(Type.String()),
    reason: Nullable(Type.String()),
    position: Nullable(
      Type.Object({ lat: Type.Number(), lng: Type.Number(), accuracy_m: Nullable(Type.Number()) }),
    ),
    proofs: Type.Array(Evidence),
    batch_id: Nullable(Type.Integer()),
    correlation_id: Type.String(),
  },
  {
    $id: "OperationEvent",
    "x-compact": [
      "event_id",
      "order_id",
      "parcel_id",
      "tracking_number",
      "kind",
      "occurred_at",
      "actor",
      "surface",
      "status_before",
      "status_after",
      "giver",
      "taker",
      "reason",
      "position",
    ],
  },
);

export interface EventFilter {
  /** Every order when absent. */
  order_ids?: readonly number[];
  /** Bounds of the recording time, ISO 8601; `to` is exclusive. */
  from?: string;
  to?: string;
  page?: number;
  per_page?: number;
  cursor?: string;
  latest_first?: boolean;
}

export type OperationEventPage = {
  -readonly [Member in keyof typeof CursorOutput]: Type.Static<(typeof CursorOutput)[Member]>;
} & { events: Type.Static<typeof OperationEvent>[] };
