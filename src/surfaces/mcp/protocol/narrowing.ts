/**
 * A connection may have fewer scopes than its token, never more. Headers and the URL narrow independently, and the
 * connection has the intersection: token ∩ (X-MCP-Scopes, else X-MCP-Profile) ∩ (?scopes=, else ?profile=). The URL
 * has the same effect as the headers because some clients cannot send headers, or drop them.
 *
 * Source: docs/contract/mcp.md, "Request headers"; the URL form is ours.
 */
import type { FastifyRequest } from "fastify";
import { isScope, listProfileScopes } from "#operation/define/scopes.ts";
import { ALL_SCOPES, isProfileName, PROFILES, type ProfileName, type Scope } from "#vocabulary/scopes.ts";
import { readFlag } from "../../request.ts";
import { CODES, RpcError } from "./json-rpc.ts";
import {
  AuthenticationRequired,
  type Connection,
  type Identity,
  ScopeMissing,
  ToolNotInProfile,
} from "./server.ts";

/** Refuses unknown names and flags with HTTP 400, -32602, naming the valid ones: a typing error must not widen access. */
export function narrowConnection<Caller>(
  identity: Identity<Caller>,
  request: FastifyRequest,
): Connection<Caller> {
  const { headers } = request;
  const { words } = identity;
  const query = request.query as Record<string, unknown>;
  const header_scopes = parseWord("X-MCP-Scopes", headers["x-mcp-scopes"]);
  const header_profile = parseProfile("X-MCP-Profile", headers["x-mcp-profile"]);
  const url_scopes = parseWord("?scopes=", query.scopes);
  const url_profile = parseProfile("?profile=", query.profile);

  let scopes = identity.token_scopes;
  if (header_scopes !== undefined)
    scopes = scopes.intersection(parseScopes("X-MCP-Scopes", header_scopes, words));
  else if (header_profile !== undefined)
    scopes = scopes.intersection(listProfileScopes(words, header_profile));
  const wanted =
    url_scopes !== undefined
      ? parseScopes("?scopes=", url_scopes, words)
      : url_profile !== undefined
        ? listProfileScopes(words, url_profile)
        : null;
  if (wanted !== null) scopes = scopes.intersection(wanted);

  return {
    anonymous: identity.anonymous,
    token_scopes: identity.token_scopes,
    words,
    caller: identity.caller,
    scopes,
    profile:
      (header_scopes === undefined ? header_profile : undefined) ??
      (url_scopes === undefined ? url_profile : undefined) ??
      null,
    wanted,
    dry_run: parseFlag("X-MCP-Dry-Run", headers["x-mcp-dry-run"]),
    require_approval: parseFlag("X-MCP-Require-Approval", headers["x-mcp-require-approval"]),
    idempotency_key: parseWord("Idempotency-Key", headers["idempotency-key"]) ?? null,
  };
}

/** A key for a set of scopes, independent of their order: tool lists are cached by it. */
export function buildScopeKey(scopes: ReadonlySet<Scope>): string {
  let key = keys.get(scopes);
  if (key === undefined) {
    key = [...scopes].sort().join(" ");
    keys.set(scopes, key);
  }
  return key;
}

/** For sets that do not change: those of tokens, and those narrowed from them. */
const keys = new WeakMap<ReadonlySet<Scope>, string>();

/**
 * The three reasons why a known tool is not available to a connection, most specific first. A tool without scopes
 * is available to every caller.
 */
export function requireToolAccess(
  connection: Connection,
  tool: { name: string; is_public: boolean; scopes: readonly Scope[] },
): void {
  if (tool.is_public) return;
  if (connection.anonymous) throw new AuthenticationRequired(tool.scopes);
  if (!tool.scopes.every((scope) => connection.token_scopes.has(scope)))
    throw new ScopeMissing(tool.scopes, connection.token_scopes);
  const missing = tool.scopes.filter((scope) => !connection.scopes.has(scope));
  if (missing.length > 0) throw new ToolNotInProfile(tool.name, connection.profile, missing);
}

function parseProfile(where: string, given: unknown): ProfileName | undefined {
  const word = parseWord(where, given);
  if (word === undefined || isProfileName(word)) return word as ProfileName | undefined;
  throw refused(`${where} names an unknown profile`, word, { valid_profiles: Object.keys(PROFILES) });
}

function parseScopes(where: string, list: string, words: ReadonlySet<Scope>): ReadonlySet<Scope> {
  const scopes = new Set<Scope>();
  for (const item of list.split(",")) {
    const word = item.trim();
    if (word === ALL_SCOPES) return words;
    if (!isScope(words, word))
      throw refused(`${where} names an unknown scope`, word, { valid_scopes: [...words] });
    scopes.add(word);
  }
  return scopes;
}

function parseFlag(where: string, given: unknown): boolean {
  const flag = readFlag(given);
  if (flag !== null) return flag;
  throw refused(`${where} is neither 1 nor 0`, given, {});
}

/** An empty value is refused rather than treated as absent: the caller meant to set something. */
function parseWord(where: string, given: unknown): string | undefined {
  if (given === undefined) return undefined;
  const word = typeof given === "string" ? given.trim() : "";
  if (word === "") throw refused(`${where} has no single value`, given, {});
  return word;
}

function refused(message: string, given: unknown, data: Record<string, readonly string[]>): RpcError {
  const valid = Object.values(data).map((words) => ` Valid: ${words.join(", ")}.`);
  return new RpcError(CODES.invalid_params, `${message}: ${JSON.stringify(given)}.${valid.join("")}`, {
    status: 400,
    data: { given, ...data },
  });
}
