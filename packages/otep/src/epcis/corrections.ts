/**
 * Error declarations as corrections.
 *
 * EPCIS repeats a wrong event with a declaration on it, which may name the events that replace it. Here the
 * replacement refers to the event that it corrects; without a replacement, an annotation at the time of the
 * declaration voids the event.
 */
import { isRecord } from "./document.ts";
import { suffixed } from "./ids.ts";
import type { Draft, EpcisInput } from "./reading.ts";
import { toBareString } from "./status.ts";

export function declareErrors(drafts: readonly Draft[]): void {
  const declared = drafts.filter((draft) => draft.inputs.length > 0 && isRecord(draft.raw?.errorDeclaration));
  if (declared.length === 0) return;
  const byEventId = new Map<unknown, Draft>();
  const corrected = new Set<unknown>();
  for (const draft of drafts) {
    if (draft.raw?.eventID !== undefined && draft.raw.errorDeclaration === undefined) {
      byEventId.set(draft.raw.eventID, draft);
    }
    for (const input of draft.inputs) if (input.corrects !== undefined) corrected.add(input.corrects);
  }
  for (const draft of declared) {
    const declaration = draft.raw!.errorDeclaration as Record<string, unknown>;
    const replacements = readReplacements(declaration, byEventId);
    const primary = new Set(draft.primary);
    // A further reading of the wrong event is voided with it, without a replacement.
    for (const wrong of [...draft.inputs]) {
      // In our own documents the correction refers to the corrected event; an event without an id cannot be
      // referenced.
      if (wrong.event_id === "" || corrected.has(wrong.event_id)) continue;
      const replacement = primary.has(wrong) ? replacements.get(buildIdentity(wrong))?.pop() : undefined;
      if (replacement !== undefined) replacement.corrects = wrong.event_id;
      else draft.inputs.push(takenBack(wrong, declaration));
    }
  }
}

/** The events that a declaration refers to, by subject; those that correct something else are left out. */
function readReplacements(
  declaration: Record<string, unknown>,
  byEventId: ReadonlyMap<unknown, Draft>,
): Map<string, EpcisInput[]> {
  const corrective_ids = Array.isArray(declaration.correctiveEventIDs) ? declaration.correctiveEventIDs : [];
  const inputs = [...new Set(corrective_ids)].flatMap((id) => byEventId.get(id)?.primary ?? []);
  return Map.groupBy(
    inputs.filter((input) => input.corrects === undefined && buildIdentity(input) !== ""),
    buildIdentity,
  );
}

function takenBack(wrong: EpcisInput, declaration: Record<string, unknown>): EpcisInput {
  const reason = typeof declaration.reason === "string" ? toBareString(declaration.reason) : "";
  const given_source = isRecord(wrong.source) ? wrong.source : {};
  const { raw_code, raw_text, ...source } = given_source;
  if (reason !== "" && reason.length <= 128) source.raw_code = reason;
  return {
    subject: wrong.subject,
    event_id: suffixed(wrong.event_id, "#error"),
    occurred_at: declaration.declarationTime as string,
    status_code: "otep:core:note",
    source,
    corrects: wrong.event_id,
  };
}

/** The subject as text; empty for an invalid one, which the normaliser will refuse. */
function buildIdentity({ subject }: EpcisInput): string {
  if (typeof subject === "string") return `tracking_number ${subject}`;
  if (!isRecord(subject)) return "";
  const { scheme = "tracking_number", id } = subject;
  return typeof scheme === "string" && typeof id === "string" ? `${scheme} ${id}` : "";
}
