/** What a dry run adds to an answer. */
export interface Previewed {
  dry_run?: boolean;
  would_emit?: { subject_type: string; subject_id: string; kind: string; payload: Record<string, unknown> }[];
  unpredicted?: string[];
}
