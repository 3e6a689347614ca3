/**
 * Links as callers: a link has no account and no role. It may call the operations that it names, where these declare that
 * links may call them, about one record; it expires, and its creator can revoke it.
 *
 * Our choice: a link that is unknown is 401 like any token; one that has expired or was revoked is 410, because its holder
 * can only ask for another one.
 */
import { generateToken } from "#platform/auth/secrets.ts";
import type { Operation } from "../define/define.ts";
import { Refusal } from "../define/refusal.ts";
import { refusals } from "../response/platform-messages.ts";
import type { Actor } from "./actor.ts";

/** Tokens of links differ from those of accounts by their prefix. */
const LINK_PREFIX = "ph_link_";

export function isLinkToken(token: string): boolean {
  return token.startsWith(LINK_PREFIX);
}

/** The calls that the holders of one link may make in a minute, together. */
export const LINK_CALLS_PER_MINUTE = 120;

export const generateLinkToken = () => generateToken(LINK_PREFIX);

export function linkExpired(): Refusal {
  return new Refusal("link_expired", "gone", {
    message: refusals.link_expired,
  });
}

export function linkRevoked(): Refusal {
  return new Refusal("link_revoked", "gone", {
    message: refusals.link_revoked,
  });
}

/** A link may call what it names and what was made for links to records of this kind, and nothing else: no other public operation either. */
export function authorizeLink({ name, access }: Operation, { link }: Actor): void {
  const declared = access.link;
  if (link && declared === link.subject_type && link.operations.has(name)) return;
  throw new Refusal("forbidden", "forbidden", { message: refusals.link_not_allowed });
}

/** The record of the caller's link, for an operation that declares links to records of this kind. */
export function getLinkedRecordId({ link }: Actor, subject_type: string): string {
  if (!link || link.subject_type !== subject_type)
    throw new Error(`An operation for links to ${subject_type} was called without one.`);
  return link.subject_id;
}

export function getLinkedId(actor: Actor, subject_type: string): number {
  return Number(getLinkedRecordId(actor, subject_type));
}
