/**
 * A connection may hold less than its token, never more. Headers and the URL each narrow, and what is
 * left is held by all three: token ∩ (X-MCP-Scopes, else X-MCP-Profile) ∩ (?scopes=, else ?profile=).
 * The URL counts as much as the headers because some clients cannot send headers, or drop them.
 *
 * Source: docs/contract/mcp.md, "Request headers"; the URL form is ours.
 */
import type { FastifyRequest } from "fastify";
import {
  EVERYTHING,
  isProfileName,
  isScope,
  PROFILES,
  type ProfileName,
  SCOPES,
  type Scope,
  scopesOfProfile,
} from "#vocabulary/scopes.ts";
import { CODES, RpcError } from "./json-rpc.ts";
import {
  AuthenticationRequired,
  type Connection,
  type Identity,
  ScopeMissing,
  ToolNotInProfile,
} from "./server.ts";

/** Refuses unknown names and flags with HTTP 400, -32602, naming the valid ones: a typing error must not widen. */
export function narrow<Caller>(identity: Identity<Caller>, request: FastifyRequest): Connection<Caller> {
  const { headers } = request;
  const query = request.query as Record<string, unknown>;
  const header_scopes = wordIn("X-MCP-Scopes", headers["x-mcp-scopes"]);
  const header_profile = profileIn("X-MCP-Profile", headers["x-mcp-profile"]);
  const url_scopes = wordIn("?scopes=", query.scopes);
  const url_profile = profileIn("?profile=", query.profile);

  let scopes = identity.token_scopes;
  if (header_scopes !== undefined) scopes = scopes.intersection(scopesIn("X-MCP-Scopes", header_scopes));
  else if (header_profile !== undefined) scopes = scopes.intersection(scopesOfProfile(header_profile));
  if (url_scopes !== undefined) scopes = scopes.intersection(scopesIn("?scopes=", url_scopes));
  else if (url_profile !== undefined) scopes = scopes.intersection(scopesOfProfile(url_profile));

  return {
    anonymous: identity.anonymous,
    token_scopes: identity.token_scopes,
    caller: identity.caller,
    scopes,
    profile:
      (header_scopes === undefined ? header_profile : undefined) ??
      (url_scopes === undefined ? url_profile : undefined) ??
      null,
    dry_run: flagIn("X-MCP-Dry-Run", headers["x-mcp-dry-run"]),
    require_approval: flagIn("X-MCP-Require-Approval", headers["x-mcp-require-approval"]),
    idempotency_key: wordIn("Idempotency-Key", headers["idempotency-key"]) ?? null,
  };
}

/** One word for each set of scopes, the same whatever the order: what a list of tools is kept under. */
export function scopeKey(scopes: ReadonlySet<Scope>): string {
  let key = keys.get(scopes);
  if (key === undefined) {
    key = SCOPES.filter((scope) => scopes.has(scope)).join(" ");
    keys.set(scopes, key);
  }
  return key;
}

/** Of sets that stay as they are: those of tokens, and what was narrowed from them. */
const keys = new WeakMap<ReadonlySet<Scope>, string>();

/**
 * The three ways in which a known tool is closed to a connection, most telling first. A tool without
 * scopes is open to whoever may call it at all.
 */
export function mustAdmit(
  connection: Connection,
  tool: { name: string; is_public: boolean; scopes: readonly Scope[] },
): void {
  if (tool.is_public) return;
  if (connection.anonymous) throw new AuthenticationRequired(tool.scopes);
  if (!tool.scopes.every((scope) => connection.token_scopes.has(scope))) throw new ScopeMissing(tool.scopes);
  if (!tool.scopes.every((scope) => connection.scopes.has(scope))) throw new ToolNotInProfile(tool.name);
}

function profileIn(where: string, given: unknown): ProfileName | undefined {
  const word = wordIn(where, given);
  if (word === undefined || isProfileName(word)) return word as ProfileName | undefined;
  throw refused(`${where} names an unknown profile`, word, { valid_profiles: Object.keys(PROFILES) });
}

function scopesIn(where: string, list: string): ReadonlySet<Scope> {
  const scopes = new Set<Scope>();
  for (const item of list.split(",")) {
    const word = item.trim();
    if (word === EVERYTHING) return new Set(SCOPES);
    if (!isScope(word)) throw refused(`${where} names an unknown scope`, word, { valid_scopes: SCOPES });
    scopes.add(word);
  }
  return scopes;
}

function flagIn(where: string, given: unknown): boolean {
  const word = wordIn(where, given);
  if (word === undefined || word === "0" || word === "false") return false;
  if (word === "1" || word === "true") return true;
  throw refused(`${where} is neither 1 nor 0`, word, {});
}

/** An empty value is refused and not taken for an absent one: it was meant to say something. */
function wordIn(where: string, given: unknown): string | undefined {
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
