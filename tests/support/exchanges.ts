/** Plays recorded exchanges with a vendor from a real HTTP server: the requests must equal the written ones, in their order. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { after } from "node:test";

export interface Exchange {
  request: { method: string; path: string; body?: unknown };
  status: number;
  /** JSON, or the text of a file. `{base}` is the server's address. */
  body: unknown;
}

/** Address of a server that answers with the handler; it ends with the tests. */
export async function serve(
  handler: (request: IncomingMessage, body: string, response: ServerResponse) => void,
): Promise<string> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    handler(request, Buffer.concat(chunks).toString("utf8"), response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** `authorization` is expected of each request, but not of files, which may be anywhere. */
export async function playExchanges(
  file: string,
  authorization: string,
): Promise<{ base_url: string; assertDone(): void }> {
  const exchanges: Exchange[] = JSON.parse(await readFile(file, "utf8"));
  const faults: unknown[] = [];
  let at = 0;
  const base_url = await serve((request, body, response) => {
    const exchange = exchanges[at];
    at += 1;
    try {
      assert.ok(exchange, `${request.method} ${request.url} is one request too many.`);
      const received_request = {
        method: request.method,
        path: request.url,
        ...(body === "" ? {} : { body: JSON.parse(body) }),
      };
      assert.deepEqual(received_request, exchange.request);
      const is_file = request.url?.startsWith("/files/") === true;
      assert.equal(request.headers.authorization, is_file ? undefined : authorization);
      const text = typeof exchange.body === "string" ? exchange.body : JSON.stringify(exchange.body);
      response.writeHead(exchange.status, { "content-type": "application/json" });
      response.end(text.replaceAll("{base}", base_url));
    } catch (error) {
      faults.push(error);
      response.writeHead(599).end(String(error));
    }
  });
  return {
    base_url,
    assertDone() {
      assert.deepEqual(faults, [], file);
      assert.equal(at, exchanges.length, `${file}: not all requests were sent.`);
    },
  };
}
