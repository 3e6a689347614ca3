/** An entry of the audit in words. */

import { StatusBadge } from "../../../parts/badge.tsx";
import { findWord, type Tone } from "../../../parts/labels.ts";
import { nameRecordKind } from "../../../parts/words/name-record.ts";
import type { Outcome } from "./filters.ts";
import type { AuditEntry } from "./queries.ts";
import { text } from "./text.ts";

const TONES: Record<Outcome, Tone> = {
  done: "good",
  refused: "bad",
  proposed: "warn",
  dry_run: "blue",
  replayed: "grey",
  failed: "bad",
};

export function OutcomeBadge({ outcome }: Pick<AuditEntry, "outcome">) {
  return <StatusBadge badge={{ label: text.outcomes[outcome], tone: TONES[outcome] }} />;
}

/** What the tool is called by people; its name or that of the operation stands beside it. */
export function nameCall({ tool, operation }: AuditEntry, titles: ReadonlyMap<string, string>): string {
  return titles.get(tool ?? operation) ?? text.api_call;
}

/** Empty unless it was refused. */
export function explainRefusal({ refusal }: AuditEntry): string {
  if (refusal === null) return "";
  return findWord(text.reasons, refusal) ?? text.refused;
}

export function describeToken({ token_name, token_id }: AuditEntry): string {
  if (token_name !== null) return token_name;
  return token_id === null ? text.no_token : text.unnamed_token({ id: String(token_id) });
}

export function nameActor({ actor_name }: AuditEntry): string {
  return actor_name ?? text.nobody;
}

export function nameRecord(type: string): string {
  return nameRecordKind(type);
}
