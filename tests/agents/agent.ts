/**
 * An agent without a model: it makes the calls that a model has to make for a task, over MCP, and counts them and the
 * bytes of their arguments and answers.
 */
import assert from "node:assert/strict";
import type { TestService } from "#tests/support/service.ts";

// biome-ignore lint/suspicious/noExplicitAny: an answer is looked into member by member.
type Answer = any;

export interface Cost {
  calls: number;
  tokens: number;
}

const BYTES_PER_TOKEN = 4;

export class Ledger {
  #calls = 0;
  #bytes = 0;

  enter(input: object, answered: string): void {
    this.#calls += 1;
    this.#bytes += Buffer.byteLength(JSON.stringify(input)) + Buffer.byteLength(answered);
  }

  get cost(): Cost {
    return { calls: this.#calls, tokens: Math.round(this.#bytes / BYTES_PER_TOKEN) };
  }
}

export interface Agent {
  /** A call that succeeds. */
  (name: string, args: object): Promise<Answer>;
  /** The same on the developer server. */
  developer(name: string, args: object): Promise<Answer>;
}

/** Several agents of one task share a ledger: who approves reads and writes too. */
export function startAgent(
  service: TestService,
  ledger: Ledger,
  token: string,
  headers: Record<string, string> = {},
): Agent {
  const on = (path: string) => async (name: string, args: object) => {
    const params = { name, arguments: args };
    const { body } = await service.http(
      "POST",
      path,
      { jsonrpc: "2.0", id: 1, method: "tools/call", params },
      { authorization: `Bearer ${token}`, ...headers },
    );
    const { result } = body;
    assert.ok(result !== undefined, `${name}: ${JSON.stringify(body)}`);
    assert.notEqual(result.isError, true, `${name}: ${result.content[0].text}`);
    ledger.enter(params, result.content[0].text);
    return result.structuredContent;
  };
  return Object.assign(on("/mcp"), { developer: on("/mcp/developer") });
}
