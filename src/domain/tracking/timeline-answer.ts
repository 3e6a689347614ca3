/** The OTEP document of a number: in full for the business that owns it, redacted for everybody else. */
import type { Actor } from "#operation/actor.ts";
import { holds } from "#operation/actor.ts";
import type { Context } from "#operation/context.ts";
import { type PublicTimeline, redactTimeline } from "#otep/redact.ts";
import type { Timeline } from "#otep/timeline.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { resolveNumber } from "./answer.ts";
import { timelineOf } from "./timeline.ts";

/** May this caller see names, streets and exact positions of this business's timelines? */
export function seesAll(actor: Actor, business_id: number): boolean {
  return (
    actor.business_id === business_id &&
    actor.role !== null &&
    (BUSINESS_ROLES as readonly string[]).includes(actor.role) &&
    holds(actor, "orders:read")
  );
}

/** The document of a number, or of the number it leads to; undefined when nothing was recorded. */
export async function timelineFor(
  context: Pick<Context, "actor" | "db" | "business_id">,
  number: string,
): Promise<Timeline | PublicTimeline | undefined> {
  const found = await resolveNumber(context, number);
  if (found === undefined) return undefined;
  const timeline = await timelineOf(context.db, context.business_id, found.tracking_number);
  if (timeline === undefined) return undefined;
  return seesAll(context.actor, context.business_id) ? timeline : redactTimeline(timeline);
}
