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
import { DEFAULT_SCOPES } from "./metadata.ts";
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

  const by_header =
    header_scopes !== undefined
      ? parseScopes("X-MCP-Scopes", header_scopes, words)
      : header_profile !== undefined
        ? listProfileScopes(words, header_profile)
        : null;
  const requested_scopes =
    url_scopes !== undefined
      ? parseScopes("?scopes=", url_scopes, words)
      : url_profile !== undefined
        ? listProfileScopes(words, url_profile)
        : null;
  const narrowed =
    by_header === null || requested_scopes === null
      ? (by_header ?? requested_scopes)
      : by_header.intersection(requested_scopes);
  const { token_scopes } = identity;

  return {
    anonymous: identity.anonymous,
    token_scopes,
    words,
    caller: identity.caller,
    scopes: narrowed === null ? token_scopes : token_scopes.intersection(narrowed),
    narrowed,
    profile:
      (header_scopes === undefined ? header_profile : undefined) ??
      (url_scopes === undefined ? url_profile : undefined) ??
      null,
    requested_scopes,
    dry_run: parseFlag("X-MCP-Dry-Run", headers["x-mcp-dry-run"]),
    require_approval: parseFlag("X-MCP-Require-Approval", headers["x-mcp-require-approval"]),
    withholds_text: parseTextMode(headers["x-mcp-untrusted-text"]),
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
 * The three reasons why a known tool is not available to a connection. First the connection's own scopes: a person who
 * is asked to agree must not find that it was for nothing. A tool without scopes is available to every caller.
 */
export function requireToolAccess(
  { anonymous, token_scopes, narrowed, profile }: Connection,
  { name, is_public, scopes }: { name: string; is_public: boolean; scopes: readonly Scope[] },
): void {
  if (is_public) return;
  const hidden = narrowed === null ? [] : scopes.filter((scope) => !narrowed.has(scope));
  if (hidden.length > 0) throw new ToolNotInProfile(name, profile, hidden);
  // All that the connection is for, and not one scope after the other.
  if (anonymous) throw new AuthenticationRequired([...new Set([...(narrowed ?? DEFAULT_SCOPES), ...scopes])]);
  if (!scopes.every((scope) => token_scopes.has(scope))) throw new ScopeMissing(scopes, token_scopes);
}

function parseProfile(where: string, raw_value: unknown): ProfileName | undefined {
  const word = parseWord(where, raw_value);
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

function parseFlag(where: string, raw_value: unknown): boolean {
  const flag = readFlag(raw_value);
  if (flag !== null) return flag;
  throw refused(`${where} is neither 1 nor 0`, raw_value, {});
}

/** Our choice: lockdown for agents that must not read what strangers write. */
function parseTextMode(raw_value: unknown): boolean {
  const mode = parseWord("X-MCP-Untrusted-Text", raw_value) ?? "show";
  if (mode === "withhold" || mode === "show") return mode === "withhold";
  throw refused("X-MCP-Untrusted-Text is neither withhold nor show", raw_value, {});
}

/** An empty value is refused rather than treated as absent: the caller meant to set something. */
function parseWord(where: string, raw_value: unknown): string | undefined {
  if (raw_value === undefined) return undefined;
  const word = typeof raw_value === "string" ? raw_value.trim() : "";
  if (word === "") throw refused(`${where} has no single value`, raw_value, {});
  return word;
}

function refused(message: string, raw_value: unknown, data: Record<string, readonly string[]>): RpcError {
  const valid = Object.values(data).map((words) => ` Valid: ${words.join(", ")}.`);
  return new RpcError(CODES.invalid_params, `${message}: ${JSON.stringify(raw_value)}.${valid.join("")}`, {
    status: 400,
    data: { given: raw_value, ...data },
  });
}
