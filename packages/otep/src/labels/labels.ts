/** Labels of statuses and reasons in other languages than English, which stands in the vocabulary. */
import { findIncidentReason, getBase, getLabel } from "../vocabulary.ts";

export interface Labels {
  /** By identifier: `otep:core:delivered`. Every core status has one. */
  statuses: Readonly<Record<string, string>>;
  reasons: Readonly<Record<string, string>>;
}

/** The label of a status; without one that of its core status, which says the same less precisely. */
export function translateStatus({ statuses }: Labels, id: string, base?: string): string {
  return statuses[id] ?? statuses[`otep:core:${getBase(id, base)}`] ?? getLabel(id, base);
}

export function translateReason({ reasons }: Labels, reason: string): string | undefined {
  return reasons[reason] ?? findIncidentReason(reason)?.label;
}
