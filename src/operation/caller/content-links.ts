/**
 * Links that open one file or document in a browser, for people without an account. Their address contains the token,
 * because a browser sends no header with it: responses forbid caches and referrers, and the token opens nothing else.
 */
import Type from "typebox";
import { NoRef } from "#vocabulary/ref.ts";
import type { Context } from "../define/context.ts";
import { refusals } from "../response/platform-messages.ts";
import {
  countOpenLinks,
  createLink,
  getLinkState,
  LINK_MEMBERS,
  type LinkedRecord,
  listLinks,
  lockLinks,
  revokeLink,
  type StoredLink,
} from "./link-store.ts";

const HOUR_MS = 3_600_000;
const DEFAULT_H = 7 * 24;
const MAX_H = 30 * 24;
/** In force at once, for one record. */
const LINKS_MAX = 20;
const LISTED_LINKS_MAX = 100;

const ContentLink = Type.Object(
  { id: NoRef("a link of a file or document"), ...LINK_MEMBERS },
  { $id: "ContentLink" },
);

export const newLinkMembers = {
  expires_in_h: Type.Integer({ minimum: 1, maximum: MAX_H, default: DEFAULT_H }),
  note: Type.Optional(Type.String({ maxLength: 200, description: "For whom it is; shown to the business." })),
};

export const NewContentLink = Type.Object({
  result: Type.Boolean(),
  token: Type.String({ "x-secret": true, description: "Part of the address; shown once." }),
  url: Type.String({ "x-secret": true, description: "Opens the file without a sign-in; shown once." }),
  link: ContentLink,
});

export const NEW_LINK_REFUSALS = { too_many_links: "conflict" } as const;

/** Member of the path of an operation that such links call. */
export const linkTokenMember = {
  link: Type.Optional(
    Type.String({
      maxLength: 200,
      "x-secret": true,
      description:
        "The token of the link. Other surfaces than REST read it from the Authorization header alone.",
    }),
  ),
};

const toContentLink = (
  { operations: _operations, subject_id: _subject, ...link }: StoredLink,
  now: Date,
) => ({
  ...link,
  state: getLinkState(link, now),
});

/** `path`: of the operation, with `{link}` for the token. Refuses `too_many_links`. */
export async function createContentLink(
  context: Context<"too_many_links">,
  record: LinkedRecord,
  { name, path }: { name: string; path: string },
  { expires_in_h, note }: { expires_in_h: number; note?: string },
) {
  const { now, settings } = context;
  await lockLinks(context, record);
  if ((await countOpenLinks(context, record)) >= LINKS_MAX)
    throw context.refuse("too_many_links", {
      message: refusals.too_many_content_links,
      values: { links: LINKS_MAX },
    });
  const { token, link } = await createLink(context, {
    record,
    operations: [name],
    note: note?.trim() || null,
    expires_at: new Date(now.getTime() + expires_in_h * HOUR_MS),
  });
  return {
    result: true,
    token,
    url: `${settings.base_url}${path.replace("{link}", token)}`,
    link: toContentLink(link, now),
  };
}

export async function listContentLinks(context: Context<never>, type: string, ids: readonly string[]) {
  const links = await listLinks(context, { type, ids }, LISTED_LINKS_MAX);
  return links.map((link) => toContentLink(link, context.now));
}

/** Ends it at once. Refuses `not_found` when it is no link to one of these. */
export async function revokeContentLink(
  context: Context<never>,
  { type, ids }: { type: string; ids: readonly string[] },
  link_id: number,
) {
  const link = await revokeLink(context, { type, ids }, link_id);
  if (link === undefined) throw context.refuse("not_found", { message: refusals.no_link });
  return { result: true, link: toContentLink(link, context.now) };
}

/** Headers of what a link opens: nobody keeps it, and no page learns its address. */
export function respondToLink({ respond }: Pick<Context, "respond">): void {
  respond({ headers: { "cache-control": "no-store", "referrer-policy": "no-referrer" } });
}

export const ContentLinks = Type.Object({
  result: Type.Boolean(),
  links: Type.Array(ContentLink, { description: `The latest ${LISTED_LINKS_MAX}, newest first.` }),
});

export const RevokedLink = Type.Object({ result: Type.Boolean(), link: ContentLink });
