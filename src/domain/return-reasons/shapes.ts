/** Return reasons on the wire. */
import Type from "typebox";
import type { RefusalDetail } from "#operation/refusal.ts";
import { findIncidentReason } from "#otep/vocabulary.ts";
import { Words } from "#vocabulary/basics.ts";
import { APPLIES_TO, FAULTS, NEXT_ACTIONS, REQUIRES } from "./reasons.ts";

export const ReasonCode = Type.String({ pattern: "^[a-z][a-z0-9_]{1,39}$", maxLength: 40 });

export const ReasonLabels = Type.Unsafe<Record<string, string>>({
  type: "object",
  additionalProperties: { type: "string", minLength: 1, maxLength: 120 },
  maxProperties: 40,
  description: "Language tag to text; en is always there.",
});

const words = {
  applies_to: Type.Array(Words(APPLIES_TO), { minItems: 1, maxItems: 5, uniqueItems: true }),
  requires: Type.Array(Words(REQUIRES), {
    maxItems: 4,
    uniqueItems: true,
    description: "What the driver brings along with it.",
  }),
  next_action: Words(NEXT_ACTIONS),
  fault: Words(FAULTS),
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

/** Everything about a reason but its code; all of it optional where a reason is changed. */
export const reasonMembers = { labels: ReasonLabels, ...words };

interface Said {
  labels?: Record<string, string> | undefined;
  incident_reason?: string | undefined;
}

/** What a schema cannot tell. */
export function faultsOfReason({ labels, incident_reason }: Said): RefusalDetail[] {
  const faults: RefusalDetail[] = [];
  if (labels !== undefined) {
    if (labels["en"] === undefined) faults.push({ field: "labels/en", message: "is required" });
    for (const tag of Object.keys(labels)) {
      if (!isLanguage(tag))
        faults.push({
          field: `labels/${tag.slice(0, 40)}`,
          message: "is not a language tag, such as pt or zh-Hant",
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
      message: "is neither an incident reason of the tracking protocol nor an x- word",
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
