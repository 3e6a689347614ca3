/** For tests of the MCP servers: requests over HTTP, and callers with all or few scopes. */
import assert from "node:assert/strict";
import { generateToken } from "#platform/auth/secrets.ts";
import type { ToolDefinition } from "#surfaces/mcp/tool.ts";
import type { TestBusiness, TestService } from "./service.ts";

export type Headers = Record<string, string>;

export function openMcp(service: TestService) {
  async function rpc(method: string, params: object, headers: Headers = {}, path = "/mcp") {
    const {
      status,
      body,
      headers: answered,
    } = await service.http("POST", path, { jsonrpc: "2.0", id: 1, method, params }, headers);
    return { status, body, answered };
  }
  return {
    rpc,
    /** The result of a tool, of which the text and the structure are the same. */
    async call(name: string, args: object, headers: Headers = {}, path = "/mcp") {
      const { status, body } = await rpc("tools/call", { name, arguments: args }, headers, path);
      assert.equal(status, 200, JSON.stringify(body));
      assert.deepEqual(JSON.parse(body.result.content[0].text), body.result.structuredContent);
      return body.result as { structuredContent: Record<string, unknown>; isError?: boolean };
    },
    async list(headers: Headers = {}, path = "/mcp"): Promise<ToolDefinition[]> {
      return (await rpc("tools/list", {}, headers, path)).body.result.tools;
    },
  };
}

export async function asAdmin(business: TestBusiness, more: Headers = {}): Promise<Headers> {
  return { authorization: `Bearer ${(await business.person("client_admin")).token}`, ...more };
}

/** A token of the administrator's account with these scopes only. */
export async function narrowToken(business: TestBusiness, scopes: readonly string[]): Promise<Headers> {
  const { token, token_hash } = generateToken();
  const { account_id } = await business.person("client_admin");
  await business.service.system.execute(
    `insert into access_token (business_id, account_id, token_hash, kind, scopes, created_at) values ($1, $2, $3, 'api', $4, now())`,
    [business.id, account_id, token_hash, scopes],
  );
  return { authorization: `Bearer ${token}` };
}
