/**
 * Who may read a published map. Addresses of tiles are kept in logs and caches, so the token of a map is never part of one: whoever has it
 * gets a ticket, a signed part of the address that ends soon, and at once with its token.
 */
import { isLinkOpen } from "#operation/caller/link-store.ts";
import type { Context } from "#operation/define/context.ts";
import { expectRecord } from "#operation/define/get.ts";
import type { RefusalKind } from "#operation/define/refusal.ts";
import { signText, verifySignature } from "#platform/auth/secrets.ts";
import { messages } from "./messages.ts";
import { findVersion, MAP, type MapContent, type MapRow } from "./records/map.ts";
import { isOriginAllowed, readOrigin } from "./rules.ts";

export const READ_REFUSALS = {
  origin_not_allowed: "forbidden",
  token_needed: "forbidden",
  ticket_ended: "forbidden",
} as const satisfies Record<string, RefusalKind>;

/** What who has a token may call. */
export const TOKEN_OPERATIONS = ["mapPublic", "mapPublicLayer", "mapPublicTile"] as const;

type ReadContext = Context<keyof typeof READ_REFUSALS>;

export interface PublishedMap {
  map: MapRow;
  content: MapContent;
  number: number;
  /** Whose ticket the reader gets: the link that it came with, 0 for somebody of the business, null where none is needed. */
  ticket_for: number | null;
}

const TICKET_S = 600;
const PURPOSE = "custom-map-ticket";
const buildSignedText = (map_id: number, link_id: number, ends_s: number) => `${map_id}.${link_id}.${ends_s}`;

/** Part of addresses of tiles for ten minutes. */
export function createTicket(
  { settings, now }: Pick<Context<never>, "settings" | "now">,
  map_id: number,
  link_id: number,
): { ticket: string; ends_at: Date } {
  const ends_s = Math.floor(now.getTime() / 1000) + TICKET_S;
  const signature = signText(settings.secret_key, PURPOSE, buildSignedText(map_id, link_id, ends_s));
  return { ticket: `${link_id}.${ends_s}.${signature}`, ends_at: new Date(ends_s * 1000) };
}

/** The link of a valid ticket; undefined for any other text. */
function readTicket(
  { settings, now }: Pick<Context<never>, "settings" | "now">,
  map_id: number,
  ticket: string,
): number | undefined {
  const [link, ends, signature] = ticket.split(".");
  if (!/^\d{1,15}$/.test(link ?? "") || !/^\d{1,12}$/.test(ends ?? "") || signature === undefined)
    return undefined;
  const [link_id, ends_s] = [Number(link), Number(ends)];
  const text = buildSignedText(map_id, link_id, ends_s);
  if (!verifySignature(settings.secret_key, PURPOSE, text, signature)) return undefined;
  return ends_s * 1000 > now.getTime() ? link_id : undefined;
}

const isMember = ({ actor, business_id }: Pick<ReadContext, "actor" | "business_id">): boolean =>
  actor.kind === "user" &&
  actor.business_id === business_id &&
  actor.permissions.has("maps:read") &&
  (actor.token_scopes === null || actor.token_scopes.has("maps:read"));

async function findReader(
  context: ReadContext,
  map: MapRow,
  ticket: string | undefined,
): Promise<Pick<PublishedMap, "ticket_for"> | "no_map" | "token_needed" | "ticket_ended"> {
  const { actor } = context;
  if (map.access === "public" || map.access === "unlisted") return { ticket_for: null };
  if (isMember(context)) return { ticket_for: 0 };
  const has_link = actor.link?.subject_type === MAP && actor.link.subject_id === String(map.id);
  if (has_link && map.access === "token") return { ticket_for: actor.link?.id ?? 0 };
  const link_id = ticket === undefined ? undefined : readTicket(context, map.id, ticket);
  if (link_id === 0) return { ticket_for: null };
  if (link_id !== undefined && map.access === "token") {
    const is_open = await isLinkOpen(context, { type: MAP, id: map.id }, link_id);
    return is_open ? { ticket_for: null } : "ticket_ended";
  }
  if (map.access === "private") return "no_map";
  return ticket === undefined ? "token_needed" : "ticket_ended";
}

export interface PublicRequest {
  /** Slug, or the id of a map that is open to everybody. */
  name: string;
  /** The page that asks. */
  origin?: string | undefined;
  ticket?: string | undefined;
}

const isNumber = (name: string) => /^\d+$/.test(name);

/** By slug, or the id of a map that is open to everybody. */
export async function findPublished(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  name: string,
): Promise<MapRow> {
  return expectRecord(
    await db.row<MapRow>(
      isNumber(name)
        ? "select * from custom_map where business_id = $1 and id = $2 and access = 'public' and published_number is not null"
        : "select * from custom_map where business_id = $1 and slug = $2 and published_number is not null",
      [business_id, isNumber(name) ? Number(name) : name],
    ),
    messages.no_map,
  );
}

/** Refuses `not_found` for what is not published, and for what the reader may not know of. */
export async function openMap(
  context: ReadContext,
  { name, origin, ticket }: PublicRequest,
): Promise<PublishedMap> {
  const { refuse } = context;
  const map = await findPublished(context, name);
  const reader = await findReader(context, map, ticket);
  if (reader === "no_map") expectRecord(undefined, messages.no_map);
  requireOrigin(context, map, origin);
  if (reader === "token_needed") throw refuse("token_needed", { message: messages.token_needed });
  if (reader === "ticket_ended") throw refuse("ticket_ended", { message: messages.ticket_ended });
  const number = map.published_number as number;
  const version = expectRecord(await findVersion(context, map.id, number), messages.no_map);
  return {
    map,
    content: version.content,
    number,
    ticket_for: (reader as Pick<PublishedMap, "ticket_for">).ticket_for,
  };
}

export function requireOrigin(
  { settings, refuse }: Pick<ReadContext, "settings" | "refuse">,
  { allowed_origins }: Pick<MapRow, "allowed_origins">,
  address: string | undefined,
): void {
  const origin = readOrigin(address);
  const own_origin = new URL(settings.base_url).origin;
  if (!isOriginAllowed(origin, { allowed_origins, own_origin }))
    throw refuse("origin_not_allowed", {
      message: messages.origin_not_allowed,
      values: { origin: origin ?? "" },
    });
}

/** Whether readers still see this version: read again after work that took time. */
export async function isCurrent(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  { map, number }: Pick<PublishedMap, "map" | "number">,
): Promise<boolean> {
  const row = await db.row<{ version: number; published_number: number | null }>(
    "select version, published_number from custom_map where business_id = $1 and id = $2",
    [business_id, map.id],
  );
  return row?.published_number === number && row.version === map.version;
}
