/**
 * What only a person who signed in may do, on every surface: settings that limit programs and agents, and people who sign in.
 * Otherwise an agent could switch off the approval of its own writes, create itself a second token or account, or lift its
 * limits. It may propose such a write; then a signed-in person approves it, whatever the business says about approvals.
 */
import { isProposable } from "../approval/proposable.ts";
import type { Operation } from "../define/define.ts";
import { Refusal } from "../define/refusal.ts";
import { fields, refusals } from "../response/platform-messages.ts";
import type { Actor } from "./actor.ts";

type Values = Record<string, unknown>;

const isObject = (value: unknown): value is Values =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** True when the input has the member at `path`, `settings/allowed_origins`, whatever its value. */
function hasMember(input: Values, path: string): boolean {
  const [name = "", ...rest] = path.split("/");
  if (!Object.hasOwn(input, name)) return false;
  const member = input[name];
  return rest.length === 0 || (isObject(member) && hasMember(member, rest.join("/")));
}

/** Does this call need a person who signed in? */
export function needsSignIn({ needs_sign_in }: Operation, input: Values, actor: Actor): boolean {
  if (needs_sign_in === undefined) return false;
  if (needs_sign_in === true) return true;
  if (typeof needs_sign_in === "function") return needs_sign_in(input, actor);
  return needs_sign_in.some((path) => hasMember(input, path));
}

/** Refuses API tokens, those of OAuth clients included. */
export function requireSignIn(operation: Operation, input: Values, actor: Actor, base_url: string): void {
  if (actor.is_signed_in === true || !needsSignIn(operation, input, actor)) return;
  const { needs_sign_in, summary } = operation;
  const members = Array.isArray(needs_sign_in)
    ? (needs_sign_in as readonly string[]).filter((path) => hasMember(input, path))
    : [];
  throw new Refusal("sign_in_required", "forbidden", {
    message: refusals.sign_in_in_console.with({
      summary,
      members: members.join(", ") || "none",
      url: base_url,
      proposable: isProposable(operation, input) ? "yes" : "no",
    }),
    ...(members.length === 0
      ? {}
      : { errors: members.map((field) => ({ field, message: fields.signed_in_only })) }),
    extra: { sign_in_url: base_url },
  });
}
