/** Labels that were read, as they are returned. */
import Type from "typebox";
import { FIELD_NAMES } from "#label-reading/shapes.ts";
import { Count, Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { NoRef, Ref } from "#vocabulary/ref.ts";
import { FAILURES, SCAN_STATUSES } from "./rules.ts";

export const PAGES_MAX = 50;

const LabelBox = Type.Object(
  {
    page: Type.Integer({ minimum: 1 }),
    x: Type.Integer(),
    y: Type.Integer(),
    width: Type.Integer({ minimum: 1 }),
    height: Type.Integer({ minimum: 1 }),
  },
  { $id: "LabelBox", description: "In pixels of the page, from its upper left corner." },
);

const READ_SOURCES = ["barcode", "text", "person"] as const;

const Confidence = Type.Number({ minimum: 0, maximum: 1, description: "How likely it is right." });

const LabelField = Type.Object(
  {
    name: StringEnum(FIELD_NAMES),
    value: Nullable(Type.String({ description: "Null: a person says that it is not on the label." })),
    read_value: Nullable(Type.String({ description: "What was read; null for what a person added." })),
    confidence: Confidence,
    box: LabelBox,
    source: StringEnum(READ_SOURCES),
    is_certain: Type.Boolean({
      description: "At least as certain as the business wants, or said by a person.",
    }),
  },
  { $id: "LabelField" },
);
export type LabelField = Type.Static<typeof LabelField>;

const LabelNumber = Type.Object(
  {
    value: Type.String(),
    carrier: Nullable(Type.String({ description: "In whose form it is." })),
    check: StringEnum(["valid", "invalid", "none"], {
      description: "Its check digit; none: such numbers have none. An invalid one is never looked for.",
    }),
    confidence: Confidence,
    box: LabelBox,
    source: StringEnum(READ_SOURCES),
  },
  { $id: "LabelNumber" },
);

const LabelMatch = Type.Object(
  {
    type: StringEnum(["order", "stored_package", "inbound"]),
    id: NoRef("of the type that type says"),
    label: Type.String({ description: "The number by which people know it." }),
    status: Type.String(),
  },
  { $id: "LabelMatch" },
);
export type LabelMatch = Type.Static<typeof LabelMatch>;

export const LabelScan = Type.Object(
  {
    id: Ref("label_scan"),
    status: StringEnum(SCAN_STATUSES),
    failure: Nullable(StringEnum(FAILURES)),
    upload_name: Type.String({ description: "Of the file that it was read from." }),
    page: Type.Integer({ minimum: 1 }),
    page_width: Nullable(Type.Integer({ description: "Pixels that boxes are in; null until it was read." })),
    page_height: Nullable(Type.Integer()),
    box: Nullable(LabelBox),
    fields: Type.Array(LabelField),
    carrier: Nullable(Type.String()),
    tracking_number: Nullable(
      Type.String({ description: "What records are looked for by; null without a certain check digit." }),
    ),
    tracking_candidates: Type.Array(LabelNumber),
    conflicts: Type.Array(StringEnum(FIELD_NAMES), {
      description: "Fields for which two codes, or a code and text, say different things.",
    }),
    matched: Type.Array(LabelMatch),
    created: Nullable(
      Type.Object(
        { type: StringEnum(["order", "inbound"]), id: NoRef("of the type that type says") },
        { $id: "LabelRecord", description: "What was created from it." },
      ),
    ),
    has_image: Type.Boolean({ description: "False once its time is over." }),
    image_expires_at: Nullable(Timestamp),
    customer_id: Nullable(Ref("customer")),
    job_id: Nullable(Ref("label_job", Type.String())),
    reviewed_by: Nullable(Ref("account")),
    reviewed_at: Nullable(Timestamp),
    version: Type.Integer(),
    created_at: Timestamp,
  },
  { $id: "LabelScan" },
);
export type LabelScan = Type.Static<typeof LabelScan>;

export const ScanAnswer = Type.Object({ result: Type.Boolean(), version: Type.Integer(), scan: LabelScan });

export const QualityRow = Type.Object(
  {
    carrier: Nullable(Type.String()),
    field: StringEnum(FIELD_NAMES),
    source: Nullable(StringEnum(["barcode", "text"], { description: "Null: it was not read." })),
    reviewed: Count,
    right: Count,
    accuracy: Type.Number({ minimum: 0, maximum: 1 }),
  },
  { $id: "LabelQuality" },
);
