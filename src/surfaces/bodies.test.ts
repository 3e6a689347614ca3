import assert from "node:assert/strict";
import { once } from "node:events";
import http from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { describe, test } from "node:test";
import { testService } from "#tests/support/service.ts";
import { until } from "#tests/support/until.ts";

const MIB = 1024 * 1024;

const service = await testService({ bodies: { bytes_max: 40 * MIB, grace_ms: 60_000 } });
const business = await service.business();
const { token } = await business.person("client_admin");
await service.app.listen({ port: 0, host: "127.0.0.1" });
const { port } = service.app.server.address() as AddressInfo;
/** The service's side of each connection, by the port of the client. */
const sockets = new Map<number | undefined, Socket>();
service.app.server.on("connection", (socket: Socket) => sockets.set(socket.remotePort, socket));

interface Sending {
  request: http.ClientRequest;
  /** The service's response, which may come before the body is complete. */
  answered: Promise<{ status: number; headers: http.IncomingHttpHeaders; body: unknown }>;
}

/** Starts a request; the test sends the body. */
function begin(path: string, headers: Record<string, string | number> = {}, to = port): Sending {
  const request = http.request({
    port: to,
    path,
    method: "POST",
    agent: false,
    headers: { "content-type": "application/json", ...headers },
  });
  const answered = new Promise<Awaited<Sending["answered"]>>((resolve, reject) => {
    request.once("error", reject);
    request.once("response", async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk);
      const text = Buffer.concat(chunks).toString("utf8");
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        body: text === "" ? undefined : JSON.parse(text),
      });
    });
  });
  answered.catch(() => {});
  request.flushHeaders();
  return { request, answered };
}

const getCode = ({ body }: { body: unknown }) => (body as { error_code?: string }).error_code;
const bearer = { authorization: `Bearer ${token}` };
const large = Buffer.alloc(MIB, " ");

async function write({ request }: Sending, bytes: number): Promise<void> {
  for (let remaining_bytes = bytes; remaining_bytes > 0; remaining_bytes -= MIB) {
    const chunk = remaining_bytes < MIB ? large.subarray(0, remaining_bytes) : large;
    await new Promise<void>((resolve) => request.write(chunk, () => resolve()));
  }
}

/** A request of whose body so many bytes were read; tried again while the memory of an earlier one is not free yet. */
function hold(path: string, bytes: number, headers: Record<string, string> = {}): Promise<Sending> {
  return until(`${bytes} bytes of a body that are read`, async () => {
    const sending = begin(path, headers);
    let is_refused = false;
    const refused = sending.answered.then(
      () => {
        is_refused = true;
      },
      () => {
        is_refused = true;
      },
    );
    const isRead = () => (sockets.get(sending.request.socket?.localPort)?.bytesRead ?? 0) >= bytes;
    const held = await Promise.race([
      write(sending, bytes)
        // What was written may still be in the buffers of the system.
        .then(() => until("bytes that arrive", isRead, (is_read) => is_read || is_refused))
        .then(() => sending),
      refused.then(() => undefined),
    ]);
    if (held === undefined) sending.request.destroy();
    return held;
  }) as Promise<Sending>;
}

describe("without a token", () => {
  test("an operation that needs one is refused before any of the body has arrived", async () => {
    const inputs = [...service.runtime.registry.operations.values()].filter(
      ({ rest, access }) => rest?.method === "POST" && !rest.path.includes("{") && !access.public,
    );
    assert.ok(inputs.length > 20);
    for (const { rest, name } of inputs) {
      const sending = begin(rest?.path ?? "", { "content-length": 900_000 });
      const answer = await sending.answered;
      assert.equal(answer.status, 401, name);
      sending.request.destroy();
    }
  });

  test("GraphQL and MCP read at most a quarter of a mebibyte, also with an invalid token", async () => {
    for (const path of ["/api/graphql", "/mcp", "/mcp/developer"])
      for (const headers of [{}, { authorization: "Bearer nobody" }] as Record<string, string>[]) {
        const declared = begin(path, { ...headers, "content-length": 256 * 1024 + 1 });
        assert.equal((await declared.answered).status, 413, path);
        declared.request.destroy();
        const chunked = begin(path, headers);
        await write(chunked, 256 * 1024 + 1);
        assert.equal((await chunked.answered).status, 413, path);
        chunked.request.destroy();
      }
    const query = JSON.stringify({ query: `{ __typename } ${"#".repeat(200_000)}` });
    assert.equal(
      (await service.http("POST", "/api/graphql", query, bearer)).body.errors[0].extensions.code,
      "QUERY_TOO_COMPLEX",
    );
  });
});

describe("bodies that are sent concurrently", () => {
  test("have a total limit: a caller beyond it is refused as retryable, and the memory is freed again", async () => {
    const path = "/api/v1/client/batchOrderCreateAsync";
    const open = [await hold(path, 15 * MIB, bearer), await hold(path, 15 * MIB, bearer)];
    // Small bodies are still accepted: bytes that arrive with the headers are not counted.
    assert.equal(
      (await business.http("client_admin", "POST", "/api/v1/user/tokens", { name: "x" })).status,
      201,
    );
    const over = begin(path, bearer);
    write(over, 14 * MIB).catch(() => {});
    const answer = await over.answered;
    assert.deepEqual([answer.status, getCode(answer)], [503, "BUSY"]);
    assert.equal(answer.headers["retry-after"], "1");
    for (const { request } of open) request.destroy();
    await until("a body of 12 MiB that is read to its end", async () => {
      const again = begin(path, bearer);
      await Promise.race([write(again, 12 * MIB), again.answered]).catch(() => {});
      again.request.end();
      const { status } = await again.answered.catch(() => ({ status: 0 }));
      return status === 400;
    });
  });

  test("have a smaller limit for anonymous callers, which does not affect callers with a token", async () => {
    const path = "/api/v1/otep/validate";
    const first = await hold(path, 12 * MIB);
    const second = begin(path);
    write(second, 12 * MIB).catch(() => {});
    const answer = await second.answered;
    assert.deepEqual([answer.status, getCode(answer)], [503, "BUSY"]);
    const known_caller = await hold("/api/v1/client/batchOrderCreateAsync", 12 * MIB, bearer);
    known_caller.request.end();
    assert.equal((await known_caller.answered).status, 400);
    first.request.destroy();
  });

  test("are refused over MCP as a JSON-RPC error", async () => {
    const open: Sending[] = [];
    for (let count = 0; count < 3; count += 1)
      open.push(await hold("/api/v1/client/batchOrderCreateAsync", 13 * MIB, bearer));
    const over = begin("/mcp", bearer);
    write(over, 3 * MIB).catch(() => {});
    const { status, headers, body } = await over.answered;
    assert.deepEqual([status, headers["retry-after"]], [503, "1"]);
    assert.partialDeepStrictEqual(body, { jsonrpc: "2.0", error: { data: { reason: "busy" } } });
    for (const { request } of open) request.destroy();
  });
});

test("a sender that reads only after it has sent everything gets the refusal, not a reset connection", async () => {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  socket.write(
    `POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${8 * MIB}\r\n\r\n`,
  );
  // Refused by its first header; what follows is sent all the same.
  for (let sent_count = 0; sent_count < 8; sent_count += 1)
    await new Promise<void>((resolve, reject) =>
      socket.write(large, (error) => (error ? reject(error) : setTimeout(resolve, 20))),
    );
  assert.match(String((await once(socket, "data"))[0]), /^HTTP\/1.1 413 /);
  socket.destroy();
});

test("a body that arrives too slowly is refused, and its connection is closed", async () => {
  const without_grace = await testService({ bodies: { bytes_max: 40 * MIB, grace_ms: 0 } });
  await without_grace.app.listen({ port: 0, host: "127.0.0.1" });
  const to = (without_grace.app.server.address() as AddressInfo).port;
  for (const [path, reason] of [
    ["/api/v1/user/login", "BODY_TIMEOUT"],
    ["/mcp", "body_timeout"],
  ] as const) {
    const slow = begin(path, { "content-length": 1000 }, to);
    const answer = await slow.answered;
    assert.deepEqual([answer.status, answer.headers.connection], [408, "close"]);
    assert.match(JSON.stringify(answer.body), new RegExp(reason));
    slow.request.destroy();
  }
});
