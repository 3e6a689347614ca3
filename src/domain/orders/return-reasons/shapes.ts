/** Schemas of return reasons. */
import Type from "typebox";
import type { RefusalDetail } from "#operation/define/refusal.ts";
import { fields } from "#operation/response/platform-messages.ts";
import { findIncidentReason } from "#otep/vocabulary.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { messages } from "./messages.ts";
import { APPLIES_TO, FAULTS, NEXT_ACTIONS, REQUIRES } from "./reasons.ts";

export const ReasonCode = Type.String({ pattern: "^[a-z][a-z0-9_]{1,39}$", maxLength: 40 });

const ReasonLabels = Type.Unsafe<Record<string, string>>({
  type: "object",
  additionalProperties: { type: "string", minLength: 1, maxLength: 120 },
  maxProperties: 40,
  description: "Language tag to text; en is required.",
});

const words = {
  applies_to: Type.Array(StringEnum(APPLIES_TO), { minItems: 1, maxItems: 5, uniqueItems: true }),
  requires: Type.Array(StringEnum(REQUIRES), {
    maxItems: 4,
    uniqueItems: true,
    description: "What the driver must send with it.",
  }),
  next_action: StringEnum(NEXT_ACTIONS),
  fault: StringEnum(FAULTS),
  incident_reason: Type.String({
    minLength: 1,
    maxLength: 60,
    description: "Incident reason of the tracking protocol, or an x- word of your own.",
  }),
};

export const ReturnReason = Type.Object(
  {
    code: Type.String(),
    version: Type.Integer({ description: "0 is the built-in reason; your own versions count from 1." }),
    label: Type.String({ description: "In the language of Accept-Language." }),
    labels: ReasonLabels,
    ...words,
    active: Type.Boolean(),
    built_in: Type.Boolean(),
  },
  { $id: "ReturnReason" },
);

/** All members of a reason but its code; all optional when a reason is changed. */
export const reasonMembers = { labels: ReasonLabels, ...words };

interface SentMembers {
  labels?: Record<string, string> | undefined;
  incident_reason?: string | undefined;
}

/** Faults that the schema cannot check. */
export function findReasonFaults({ labels, incident_reason }: SentMembers): RefusalDetail[] {
  const faults: RefusalDetail[] = [];
  if (labels !== undefined) {
    if (labels["en"] === undefined) faults.push({ field: "labels/en", message: fields.required });
    for (const tag of Object.keys(labels)) {
      if (!isLanguage(tag))
        faults.push({
          field: `labels/${tag.slice(0, 40)}`,
          message: messages.no_language_tag,
        });
    }
  }
  if (
    incident_reason !== undefined &&
    findIncidentReason(incident_reason) === undefined &&
    !/^x-[a-z0-9][a-z0-9_-]*$/.test(incident_reason)
  ) {
    faults.push({
      field: "incident_reason",
      message: messages.no_incident_reason,
    });
  }
  return faults;
}

function isLanguage(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag)[0] === tag;
  } catch {
    return false;
  }
}
