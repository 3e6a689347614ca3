import assert from "node:assert/strict";
import { createPrivateKey, createPublicKey, sign, verify } from "node:crypto";
import { test } from "node:test";
import { SignJWT } from "jose";
import {
  buildContentDigest,
  buildSignatureBase,
  buildToken,
  isContentDigest,
  readSignature,
  readTokenDevice,
  type SignedRequest,
  signRequest,
  verifySignature,
  verifyToken,
} from "./signature.ts";

/** Key "test-key-ed25519" of RFC 9421, appendix B.1.4. */
const RFC_KEY = createPrivateKey(
  "-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIJ+DYvh6SEqVTm50DFtMDoQikTmiCqirVv9mWG9qfSnF\n-----END PRIVATE KEY-----",
);
const { x = "", d = "" } = RFC_KEY.export({ format: "jwk" });
const keys: { private_key: Uint8Array; public_key: Uint8Array } = {
  private_key: Buffer.from(d, "base64url"),
  public_key: Buffer.from(x, "base64url"),
};
const NOW_MS = 1_618_884_473_000;
const BODY = new TextEncoder().encode('{"hello": "world"}');
const claims = {
  device_id: 7,
  created: NOW_MS / 1000,
  nonce: "nonce-of-test",
  private_key: keys.private_key,
};
const url = "https://Lockers.Example:443/api/v1/device-operations?a=1&b=%20x";

async function buildRequest(changes: Partial<typeof claims> = {}, body: Uint8Array | undefined = BODY) {
  const request = { method: "POST", url, headers: {}, ...(body && { body }) };
  return { ...request, headers: await signRequest(request, { ...claims, ...changes }) };
}

async function judge(request: SignedRequest & { body?: Uint8Array }, now_ms = NOW_MS, { public_key } = keys) {
  const read = readSignature(request.headers);
  return "fault" in read ? read.fault : verifySignature(read.signature, request, { public_key, now_ms });
}

test("the base is that of RFC 9421, appendix B.2.6, and so is its signature", () => {
  const request = {
    method: "POST",
    url: "https://example.com/foo?param=Value&Pet=dog",
    headers: {
      date: "Tue, 20 Apr 2021 02:07:55 GMT",
      "content-type": "application/json",
      "content-length": "18",
    },
  };
  const components = ["date", "@method", "@path", "@authority", "content-type", "content-length"];
  const parameters = `(${components.map((name) => `"${name}"`).join(" ")});created=1618884473;keyid="test-key-ed25519"`;
  const base = buildSignatureBase(request, components, parameters)!;
  assert.equal(
    sign(null, Buffer.from(base), RFC_KEY).toString("base64"),
    "wqcAqbmYJ2ji2glfAMaRy4gruYYnx2nEFN2HN6jrnDnQCK1u02Gb04v9EDgwUPiu4A0w6vuQv5lIp5WPpBKRCw==",
  );
});

test("the digest is that of RFC 9530, and may stand beside others", () => {
  const digest = "sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:";
  assert.equal(buildContentDigest(BODY), digest);
  assert.equal(isContentDigest(`sha-512=:AAAA:, ${digest}`, BODY), true);
  assert.equal(isContentDigest("sha-512=:AAAA:", BODY), false);
});

test("a signed request verifies here and with another implementation of Ed25519", async () => {
  const request = await buildRequest();
  assert.equal(await judge(request), null);
  const read = readSignature(request.headers);
  assert.ok("signature" in read);
  const { components, parameters, value, ...rest } = read.signature;
  assert.deepEqual(rest, { device_id: 7, created: NOW_MS / 1000, nonce: "nonce-of-test" });
  const base = buildSignatureBase(request, components, parameters)!;
  assert.deepEqual(base.split("\n").slice(0, 4), [
    '"@method": POST',
    '"@authority": lockers.example',
    '"@path": /api/v1/device-operations',
    '"@query": ?a=1&b=%20x',
  ]);
  assert.ok(verify(null, Buffer.from(base), createPublicKey(RFC_KEY), value));
});

test("a request without a body needs no digest, and one without a query is signed as having an empty one", async () => {
  const request = { method: "GET", url: "http://lockers.example:8080/api/v1/x", headers: {} };
  const headers = await signRequest(request, claims);
  assert.equal(headers["content-digest"], undefined);
  assert.equal(await judge({ ...request, headers }), null);
  assert.equal(await judge({ ...request, url: "http://lockers.example:8080/api/v1/x?", headers }), null);
  assert.equal(await judge({ ...request, url: `${request.url}?a`, headers }), "wrong_key");
});

test("every change of what is signed is refused", async () => {
  const request = await buildRequest();
  const changes: [string, Partial<typeof request>, string][] = [
    ["method", { method: "PUT" }, "wrong_key"],
    ["authority", { url: url.replace("Lockers", "shop") }, "wrong_key"],
    ["path", { url: url.replace("operations", "orders") }, "wrong_key"],
    ["query", { url: url.replace("a=1", "a=2") }, "wrong_key"],
    ["body", { body: new TextEncoder().encode("{}") }, "wrong_digest"],
    ["no body", { body: new Uint8Array() }, "wrong_digest"],
  ];
  for (const [name, change, fault] of changes)
    assert.equal(await judge({ ...request, ...change }), fault, name);
  const input = request.headers["signature-input"]!;
  const headers: [string, Record<string, string | undefined>, string][] = [
    [
      "digest of another body",
      { "content-digest": buildContentDigest(new TextEncoder().encode("{}")) },
      "wrong_key",
    ],
    ["no digest", { "content-digest": undefined }, "incomplete"],
    ["created", { "signature-input": input.replace(/created=\d+/, "created=1618884474") }, "wrong_key"],
    ["nonce", { "signature-input": input.replace("nonce-of-test", "nonce-of-Test") }, "wrong_key"],
    ["device", { "signature-input": input.replace("device:7", "device:8") }, "wrong_key"],
    ["components", { "signature-input": input.replace(' "@query"', "") }, "incomplete"],
    ["no signature", { signature: undefined }, "missing"],
    ["no input", { "signature-input": undefined }, "missing"],
  ];
  const { body, ...rest } = request;
  for (const [name, change, fault] of headers) {
    const changed = { ...rest, body, headers: { ...request.headers, ...change } };
    const verdict = await judge(changed as typeof request);
    assert.equal(verdict, name.startsWith("digest") ? "wrong_digest" : fault, name);
  }
  // The digest was changed together with the body: the signature covers it.
  const other = new TextEncoder().encode("{}");
  assert.equal(
    await judge({
      ...request,
      body: other,
      headers: { ...request.headers, "content-digest": buildContentDigest(other) },
    }),
    "wrong_key",
  );
});

test("fields that cannot be read are malformed", async () => {
  const { headers } = await buildRequest();
  const input = headers["signature-input"]!;
  for (const [name, change] of Object.entries({
    "another algorithm": input.replace("ed25519", "hmac-sha256"),
    "another label": input.replace("device=", "other="),
    "two signatures": `${input}, two=()`,
    "a component twice": input.replace('"@path"', '"@method"'),
    "a parameter twice": `${input};created=1`,
    "no nonce": input.replace(/;nonce="[^"]*"/, ""),
    "short nonce": input.replace("nonce-of-test", "short"),
    "no created": input.replace(/;created=\d+/, ""),
    "no device": input.replace("device:7", "7"),
    "a device that is no number": input.replace("device:7", "device:07"),
    "parameters of a component": input.replace('"@path"', '"@path";req'),
    empty: "",
  }))
    assert.deepEqual(readSignature({ ...headers, "signature-input": change }), { fault: "malformed" }, name);
  assert.deepEqual(readSignature({ ...headers, signature: "device=:!:" }), { fault: "malformed" });
  // Another signer may order the parameters otherwise, and leave out the algorithm, which the key tells.
  const reordered = input.replace(';alg="ed25519"', "").replace(/(;created=\d+)(;keyid="[^"]*")/, "$2$1");
  assert.ok("signature" in readSignature({ ...headers, "signature-input": reordered }));
});

test("a signature is accepted within 300 s of the service's clock, and the refusal comes after the key", async () => {
  const request = await buildRequest();
  for (const [seconds, verdict] of [
    [300, null],
    [-300, null],
    [301, "wrong_time"],
    [-301, "wrong_time"],
  ] as const)
    assert.equal(await judge(request, NOW_MS + seconds * 1000), verdict, `${seconds} s`);
  const other_keys = { ...keys, public_key: new Uint8Array(32) };
  assert.equal(await judge(request, NOW_MS + 301_000, other_keys), "wrong_key");
  assert.equal(await judge(request, NOW_MS, { ...keys, public_key: new Uint8Array(31) }), "wrong_key");
});

test("a token is the device's for five minutes, for the broker alone", async () => {
  const token = await buildToken({ device_id: 7, jti: "one", now_ms: NOW_MS }, keys);
  const check = (
    changes: Partial<{ device_id: number; public_key: Uint8Array; now_ms: number }>,
    text = token,
  ) => verifyToken(text, { device_id: 7, public_key: keys.public_key, now_ms: NOW_MS, ...changes });
  assert.equal(readTokenDevice(token), 7);
  assert.equal(await check({}), "one");
  assert.equal(await check({ device_id: 8 }), undefined);
  assert.equal(await check({ now_ms: NOW_MS + 361_000 }), undefined);
  assert.equal(await check({ now_ms: NOW_MS - 61_000 }), undefined);
  assert.equal(await check({ public_key: new Uint8Array(32) }), undefined);
  assert.equal(await check({}, "no token"), undefined);
  assert.equal(readTokenDevice("no token"), undefined);

  const issued_at = NOW_MS / 1000;
  const build = (audience: string, life_s: number, jti: string | null) => {
    const jwt = new SignJWT()
      .setProtectedHeader({ alg: "EdDSA" })
      .setIssuer("device:7")
      .setAudience(audience);
    if (jti !== null) jwt.setJti(jti);
    return jwt
      .setIssuedAt(issued_at)
      .setExpirationTime(issued_at + life_s)
      .sign(RFC_KEY);
  };
  assert.equal(await check({}, await build("packhorse-mqtt", 300, "two")), "two");
  assert.equal(await check({}, await build("packhorse-rest", 300, "two")), undefined);
  assert.equal(await check({}, await build("packhorse-mqtt", 301, "two")), undefined);
  assert.equal(await check({}, await build("packhorse-mqtt", 300, null)), undefined);
});
