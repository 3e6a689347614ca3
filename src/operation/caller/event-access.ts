/** Who may see an event: used by the feeds, by push and by the logs of deliveries. */
import Type from "typebox";
import type { Scope } from "#vocabulary/scopes.ts";
import type { EventCatalogue } from "../define/events.ts";
import { type Actor, actorHasScope } from "./actor.ts";

/** Of logs that list what happened to callers who may not see what the events tell. */
export const Withheld = Type.Object(
  {
    required_scope: Type.Union([Type.String(), Type.Null()], {
      description: "The scope that shows it; null when only an administrator's sign-in does.",
    }),
  },
  {
    $id: "Withheld",
    description: "What the event tells is left out: the caller may not read the record that it is about.",
  },
);

/**
 * Null when the caller may see the event. A kind that is not declared any more has no scope: it is shown to an administrator
 * whose token is not limited.
 */
export function findWithheld(
  { kinds }: EventCatalogue,
  kind: string,
  actor: Actor,
): { required_scope: Scope | null } | null {
  const required_scope = kinds.get(kind)?.scope ?? null;
  const may_see =
    required_scope === null
      ? actor.role === "client_admin" && actor.token_scopes === null
      : actorHasScope(actor, required_scope);
  return may_see ? null : { required_scope };
}
