/** Authorizes subscriptions. A topic of another business is refused like one that does not exist. */
import type { Actor } from "#operation/caller/actor.ts";
import type { RouteOwnership } from "#platform/push/route-ownership.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import type { Scope } from "#vocabulary/scopes.ts";
import type { TopicFilter, TopicsOfSubjects } from "./topics.ts";

/** Facts that decide a subscription when the caller alone does not. */
export type SubscriptionDecision =
  | "granted"
  | "refused"
  | "if_route_exists"
  | "if_driver_exists"
  | "if_subject_agrees"
  | "if_own_route";

/** Of the topics that are not of a family's records, whose declaration says it (`TopicsOfSubjects`). */
const NEEDED: Readonly<Record<string, Scope | null>> = {
  dispatch: "orders:read",
  route: "routes:read",
  driver: "drivers:read",
  // Only what each event needs.
  changes: null,
};

export function hasScope(actor: Actor, scope: Scope): boolean {
  return actor.permissions.has(scope) && (actor.token_scopes === null || actor.token_scopes.has(scope));
}

export function decideSubscription(
  of_subjects: TopicsOfSubjects,
  actor: Actor,
  wanted: TopicFilter,
): SubscriptionDecision {
  const own = of_subjects.get(wanted.family);
  const needed = own === undefined ? NEEDED[wanted.family] : own.scope;
  if (needed === undefined || wanted.business_id !== actor.business_id) return "refused";
  if (needed !== null && !hasScope(actor, needed)) return "refused";
  if (own?.feature !== undefined && actor.business?.features.has(own.feature) !== true) return "refused";
  if (own !== undefined && typeof wanted.id === "number") return "if_subject_agrees";
  if (BUSINESS_ROLES.some((role) => role === actor.role)) {
    if (wanted.id === null || wanted.id === "every") return "granted";
    return wanted.family === "route" ? "if_route_exists" : "if_driver_exists";
  }
  if (actor.role !== "driver" || actor.driver_id === null) return "refused";
  if (wanted.family === "driver") return wanted.id === actor.driver_id ? "granted" : "refused";
  return wanted.family === "route" && typeof wanted.id === "number" ? "if_own_route" : "refused";
}

/** Asks the family of the subject, which knows who may follow it. */
export type AskSubject = (topic: string, actor: Actor, id: number) => Promise<boolean>;

export async function mayFollow(
  holders: RouteOwnership,
  askSubject: AskSubject,
  of_subjects: TopicsOfSubjects,
  actor: Actor,
  wanted: TopicFilter,
): Promise<boolean> {
  const reach = decideSubscription(of_subjects, actor, wanted);
  if (reach === "granted" || reach === "refused") return reach === "granted";
  const { business_id } = wanted;
  const id = wanted.id as number;
  if (reach === "if_subject_agrees") return askSubject(wanted.family, actor, id);
  if (reach === "if_driver_exists") return holders.hasDriver(business_id, id);
  const route = await holders.findRoute(business_id, id);
  if (route === undefined) return false;
  return reach === "if_route_exists" || route.driver_id === actor.driver_id;
}
