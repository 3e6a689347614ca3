/**
 * Writes what a partner reported by a route of another family, such as its tenders, as if it had sent the events itself:
 * one way for all that comes from outside. The family has checked that the orders are the partner's.
 */
import type { ActorPartner } from "#operation/caller/actor.ts";
import type { Context } from "#operation/define/context.ts";
import type { SourceType } from "#otep/event.ts";
import { ingest } from "./ingest.ts";
import type { IngestResponse } from "./outcomes.ts";
import { chooseOrigin, parseNativeEvents } from "./parsed-events.ts";

/** An event in the protocol's own form, without its source. */
export type Report = Readonly<Record<string, unknown>>;

export function ingestReports(
  context: Context<never>,
  { code, source_type }: { code: string; source_type: SourceType },
  events: readonly Report[],
): Promise<IngestResponse> {
  const partner: ActorPartner = {
    id: 0,
    key_id: "",
    code,
    uses: ["events"],
    source_types: [source_type],
    subject_patterns: ["*"],
    formats: ["otep"],
    limit: null,
    signature: null,
  };
  const parsed = parseNativeEvents({ events }, chooseOrigin(context, partner));
  return ingest(context, parsed, false, partner);
}
