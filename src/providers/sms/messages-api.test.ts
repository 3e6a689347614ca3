import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { after, describe, test } from "node:test";
import { SendingFailed } from "../sending.ts";
import { createMessagesApi } from "./messages-api.ts";
import type { SmsAccount, TextMessage } from "./port.ts";

const ACCOUNT: Omit<SmsAccount, "base_url"> = {
  account: "AC0123456789abcdef0123456789abcdef",
  token: "s3cret-token",
  sender: "+15005550006",
};
const MESSAGE: TextMessage = {
  to: "+5561999990000",
  text: "Seu código é 123456",
  idempotency_key: "message-7",
};

type Handler = (request: IncomingMessage, body: string, response: ServerResponse) => void;

/** A real HTTP server that responds with the given handler. */
async function serving(handler: Handler): Promise<string> {
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

function over(base_url: string, more: Partial<SmsAccount> & { timeout_ms?: number; private?: boolean } = {}) {
  const { timeout_ms, private: private_addresses = true, ...account } = more;
  return createMessagesApi({
    account: { ...ACCOUNT, base_url, ...account },
    private_addresses,
    user_agent: "test",
    ...(timeout_ms === undefined ? {} : { timeout_ms }),
  });
}

/** A vendor with one recorded exchange; the request must match it. */
async function played(name: string): Promise<string> {
  const exchange = JSON.parse(
    await readFile(path.join(import.meta.dirname, "exchanges", `${name}.json`), "utf8"),
  );
  return serving((request, body, response) => {
    const request_facts = {
      method: request.method,
      path: request.url,
      form: Object.fromEntries(new URLSearchParams(body)),
    };
    try {
      assert.deepEqual(request_facts, exchange.request);
      assert.equal(request.headers["content-type"], "application/x-www-form-urlencoded");
      const basic = Buffer.from(`${ACCOUNT.account}:${ACCOUNT.token}`).toString("base64");
      assert.equal(request.headers.authorization, `Basic ${basic}`);
      assert.equal(request.headers["idempotency-key"], MESSAGE.idempotency_key);
    } catch (error) {
      response.writeHead(599).end(String(error));
      return;
    }
    response.writeHead(exchange.status, { "content-type": "application/json", ...exchange.headers });
    response.end(JSON.stringify(exchange.body));
  });
}

async function catchFailure(sending: Promise<unknown>): Promise<SendingFailed> {
  try {
    await sending;
  } catch (error) {
    assert(error instanceof SendingFailed, String(error));
    return error;
  }
  throw new assert.AssertionError({ message: "It was sent." });
}

describe("the Messages API", () => {
  test("sends a message and returns the vendor's id", async () => {
    const outcome = await over(await played("queued")).send(MESSAGE);
    assert.deepEqual(outcome, { vendor_id: "SMfedcba9876543210fedcba9876543210" });
  });

  test("sends the id of a sender pool in its own parameter", async () => {
    const sender = "MG00112233445566778899aabbccddeeff";
    const outcome = await over(await played("queued-pool"), { sender }).send(MESSAGE);
    assert.equal(outcome.vendor_id, "SMfedcba9876543210fedcba9876543210");
  });

  const refused = [
    ["invalid-number", "recipient_refused", false, "error 21211"],
    ["unsubscribed", "recipient_unsubscribed", false, "error 21610"],
    ["country-not-enabled", "message_refused", false, "error 21408"],
    ["wrong-token", "not_authorised", false, "error 20003"],
    ["failed-at-once", "recipient_refused", false, "error 21614"],
    ["too-many", "rate_limited", true, "error 20429"],
    ["vendor-failed", "vendor_failed", true, "error 20500"],
  ] as const;
  for (const [name, failure, is_temporary, words] of refused) {
    test(`reports ${name} as ${failure}, ${is_temporary ? "temporary" : "permanent"}`, async () => {
      const to = name === "invalid-number" ? "+5561" : MESSAGE.to;
      const error = await catchFailure(over(await played(name)).send({ ...MESSAGE, to }));
      assert.equal(error.failure, failure);
      assert.equal(error.is_temporary, is_temporary);
      assert.match(error.message, new RegExp(words));
      assert.equal(error.retry_after_s, name === "too-many" ? 7 : null);
      // The reason shown to administrators contains neither the recipient nor a secret.
      for (const hidden of [to, ACCOUNT.token, MESSAGE.text]) assert.ok(!error.message.includes(hidden));
    });
  }

  const unreadable: [string, Handler][] = [
    ["a page instead of JSON", (_request, _body, response) => response.writeHead(201).end("<html>")],
    ["JSON without an id", (_request, _body, response) => response.writeHead(200).end('{"status":"queued"}')],
    ["an array", (_request, _body, response) => response.writeHead(201).end("[]")],
    ["nothing", (_request, _body, response) => response.writeHead(201).end()],
    [
      "a redirect",
      (_request, _body, response) => response.writeHead(302, { location: "http://127.0.0.1:9/" }).end(),
    ],
  ];
  for (const [what, handler] of unreadable) {
    test(`reports ${what} as an unreadable response`, async () => {
      const error = await catchFailure(over(await serving(handler)).send(MESSAGE));
      assert.equal(error.failure, "unreadable_answer");
    });
  }

  test("reports a gateway's page with status 502 as a failure of the vendor", async () => {
    const base = await serving((_request, _body, response) =>
      response.writeHead(502, { "retry-after": "soon" }).end("<h1>Bad gateway</h1>"),
    );
    const error = await catchFailure(over(base).send(MESSAGE));
    assert.equal(error.failure, "vendor_failed");
    assert.equal(error.retry_after_s, null);
  });

  test("stops reading an endless response", async () => {
    const base = await serving((_request, _body, response) => {
      response.writeHead(200);
      response.end("x".repeat(200_000));
    });
    assert.equal((await catchFailure(over(base).send(MESSAGE))).failure, "unreachable");
  });

  test("times out when a vendor does not respond", async () => {
    const base = await serving(() => {});
    assert.equal((await catchFailure(over(base, { timeout_ms: 50 }).send(MESSAGE))).failure, "timeout");
  });

  test("reports a refused and a broken connection as unreachable", async () => {
    const base = await serving((request) => request.socket.destroy());
    assert.equal((await catchFailure(over(base).send(MESSAGE))).failure, "unreachable");
    assert.equal((await catchFailure(over("http://127.0.0.1:1").send(MESSAGE))).failure, "unreachable");
  });

  test("connects to private addresses, and without TLS, only when configured", async () => {
    let request_count = 0;
    const base = await serving((_request, _body, response) => {
      request_count += 1;
      response.writeHead(201).end('{"sid":"SM1"}');
    });
    for (const inside of [base, base.replace("http:", "https:"), "https://localhost:1"]) {
      const error = await catchFailure(over(inside, { private: false }).send(MESSAGE));
      assert.equal(error.failure, "private_address");
      assert.equal(error.is_temporary, false);
    }
    assert.equal(request_count, 0);
  });
});
