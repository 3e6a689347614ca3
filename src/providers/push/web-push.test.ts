import assert from "node:assert/strict";
import { createPublicKey, verify } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { after, test } from "node:test";
import { decrypt, subscribe } from "#tests/support/web-push.ts";
import { SendingFailed } from "../sending.ts";
import { encryptPayload } from "./encrypt.ts";
import { createPushSenders } from "./web-push.ts";

const SECRET_KEY = Buffer.alloc(32, 7);
const options = { subject: "https://packhorse.example", user_agent: "test" };
const sender = createPushSenders({ ...options, private_addresses: true }).of(SECRET_KEY);
const bytes = (text: string) => Buffer.from(text, "base64url");

test("a message is encrypted as in RFC 8291, appendix A", () => {
  const body = encryptPayload(
    Buffer.from("When I grow up, I want to be a watermelon"),
    {
      p256dh: bytes(
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
      ),
      auth: bytes("BTBZMqHH6r4Tts7J_aSIgg"),
    },
    {
      salt: bytes("DGv6ra1nlYgDCS1FRnbzlw"),
      private_key: bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"),
    },
  );
  assert.equal(
    body.toString("base64url"),
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_" +
      "yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
  );
});

interface Exchange {
  request: { method: string; path: string; headers: Record<string, string> };
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** A push service with one exchange in the documented form; the request must match it. */
async function play(name: string) {
  const exchange: Exchange = JSON.parse(
    await readFile(path.join(import.meta.dirname, "exchanges", `${name}.json`), "utf8"),
  );
  const received: { authorization: string; body: Buffer; host: string }[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { headers } = exchange.request;
    const sent_headers = Object.fromEntries(
      Object.keys(headers).map((header) => [header, request.headers[header]]),
    );
    const is_as_recorded =
      request.method === exchange.request.method &&
      request.url === exchange.request.path &&
      JSON.stringify(sent_headers) === JSON.stringify(headers);
    received.push({
      authorization: request.headers.authorization ?? "",
      body: Buffer.concat(chunks),
      host: request.headers.host ?? "",
    });
    response.writeHead(is_as_recorded ? exchange.status : 500, exchange.headers).end(exchange.body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { origin, endpoint: `${origin}${exchange.request.path}`, received };
}

const message = { payload: '{"type":"order_chat_message"}', ttl_s: 3600, urgency: "high" } as const;

test("a message arrives: the device reads it, and the push service finds the signature of RFC 8292", async () => {
  const { origin, endpoint, received } = await play("created");
  const device = subscribe(endpoint);
  assert.deepEqual(await sender.send(device.subscription, message), {
    vendor_id: "https://push.example/m/gAAAAABn8w",
  });
  const [request] = received;
  assert.ok(request !== undefined);
  assert.equal(decrypt(request.body, device), message.payload);
  const [, token = "", key] = /^vapid t=([^,]+), k=(.+)$/.exec(request.authorization) ?? [];
  assert.equal(key, sender.public_key);
  const [header = "", claims = "", signature = ""] = token.split(".");
  const read = (part: string) => JSON.parse(bytes(part).toString("utf8"));
  assert.deepEqual(read(header), { typ: "JWT", alg: "ES256" });
  assert.partialDeepStrictEqual(read(claims), { aud: origin, sub: options.subject });
  const left_s = read(claims).exp - Date.now() / 1000;
  assert.ok(left_s > 0 && left_s <= 86_400);
  const point = bytes(sender.public_key);
  const public_key = createPublicKey({
    format: "jwk",
    key: {
      kty: "EC",
      crv: "P-256",
      x: point.subarray(1, 33).toString("base64url"),
      y: point.subarray(33).toString("base64url"),
    },
  });
  const is_signed = verify(
    "sha256",
    Buffer.from(`${header}.${claims}`),
    { key: public_key, dsaEncoding: "ieee-p1363" },
    bytes(signature),
  );
  assert.ok(is_signed);
});

test("each refusal of a push service has its meaning", async () => {
  const cases = [
    ["gone", "recipient_unsubscribed", false, null],
    ["not-found", "recipient_unsubscribed", false, null],
    ["wrong-signature", "not_authorised", false, null],
    ["too-large", "message_refused", false, null],
    ["too-many", "rate_limited", true, 120],
    ["failed", "vendor_failed", true, null],
  ] as const;
  for (const [name, failure, is_temporary, retry_after_s] of cases) {
    const { endpoint } = await play(name);
    await assert.rejects(sender.send(subscribe(endpoint).subscription, message), (error) => {
      assert.ok(error instanceof SendingFailed);
      assert.deepEqual(
        [error.failure, error.is_temporary, error.retry_after_s],
        [failure, is_temporary, retry_after_s],
        name,
      );
      return true;
    });
  }
});

test("subscriptions that have not the documented form are not accepted, nor private addresses", async () => {
  const { subscription } = subscribe("https://push.example/x");
  const strict = createPushSenders({ ...options, private_addresses: false }).of(SECRET_KEY);
  assert.ok(strict.accepts(subscription));
  const off_curve = Buffer.alloc(65, 1);
  off_curve[0] = 4;
  for (const wrong of [
    { ...subscription, endpoint: "http://push.example/x" },
    { ...subscription, endpoint: "javascript:alert(1)" },
    { ...subscription, endpoint: "push.example" },
    { ...subscription, auth: "AAAA" },
    { ...subscription, p256dh: subscription.auth },
    { ...subscription, p256dh: off_curve.toString("base64url") },
  ])
    assert.equal(strict.accepts(wrong), false, JSON.stringify(wrong));
  await assert.rejects(strict.send({ ...subscription, endpoint: "https://127.0.0.1/x" }, message), {
    failure: "private_address",
  });
  await assert.rejects(sender.send(subscription, { ...message, payload: "é".repeat(1997) }), {
    failure: "message_refused",
  });
});

test("every process has the same key, and another installation another", () => {
  const again = createPushSenders({ ...options, private_addresses: true });
  assert.equal(again.of(SECRET_KEY).public_key, sender.public_key);
  assert.notEqual(again.of(Buffer.alloc(32, 8)).public_key, sender.public_key);
  assert.equal(bytes(sender.public_key).length, 65);
});
