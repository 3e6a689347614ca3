/** Authorizes subscriptions. A topic of another business is refused like one that does not exist. */
import type { Actor } from "#operation/caller/actor.ts";
import type { RouteOwnership } from "#platform/push/route-ownership.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import type { Scope } from "#vocabulary/scopes.ts";
import type { TopicFilter, TopicsByName } from "./topics.ts";

/** Facts that decide a subscription when the caller alone does not. */
export type SubscriptionDecision =
  | "granted"
  | "refused"
  | "if_route_exists"
  | "if_driver_exists"
  | "if_kind_agrees"
  | "if_own_route";

/** Of the topics that are not of a family's records, whose declaration says it (`TopicsOfSubjects`). */
const NEEDED_SCOPES: Readonly<Record<string, Scope | null>> = {
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
  topics_by_name: TopicsByName,
  actor: Actor,
  filter: TopicFilter,
): SubscriptionDecision {
  const record_topic = topics_by_name.get(filter.family);
  const needed_scope = record_topic === undefined ? NEEDED_SCOPES[filter.family] : record_topic.scope;
  if (needed_scope === undefined || filter.business_id !== actor.business_id) return "refused";
  if (needed_scope !== null && !hasScope(actor, needed_scope)) return "refused";
  if (record_topic?.feature !== undefined && actor.business?.features.has(record_topic.feature) !== true)
    return "refused";
  if (record_topic !== undefined && typeof filter.id === "number") return "if_kind_agrees";
  if (BUSINESS_ROLES.some((role) => role === actor.role)) {
    if (filter.id === null || filter.id === "every") return "granted";
    return filter.family === "route" ? "if_route_exists" : "if_driver_exists";
  }
  if (actor.role !== "driver" || actor.driver_id === null) return "refused";
  if (filter.family === "driver") return filter.id === actor.driver_id ? "granted" : "refused";
  return filter.family === "route" && typeof filter.id === "number" ? "if_own_route" : "refused";
}

/** Asks the definition of the kind of record, which knows who may follow it. */
export type AskRecordKind = (topic: string, actor: Actor, id: number) => Promise<boolean>;

export async function maySubscribe(
  holders: RouteOwnership,
  askSubject: AskRecordKind,
  topics_by_name: TopicsByName,
  actor: Actor,
  filter: TopicFilter,
): Promise<boolean> {
  const reach = decideSubscription(topics_by_name, actor, filter);
  if (reach === "granted" || reach === "refused") return reach === "granted";
  const { business_id } = filter;
  const id = filter.id as number;
  if (reach === "if_kind_agrees") return askSubject(filter.family, actor, id);
  if (reach === "if_driver_exists") return holders.hasDriver(business_id, id);
  const route = await holders.findRoute(business_id, id);
  if (route === undefined) return false;
  return reach === "if_route_exists" || route.driver_id === actor.driver_id;
}
