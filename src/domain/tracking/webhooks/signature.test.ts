import assert from "node:assert/strict";
import { test } from "node:test";
import { createSigningSecret, readSecret, signMessage, verifyMessage } from "./signature.ts";

/** From the tests of the reference libraries of Standard Webhooks. */
const REFERENCE = {
  secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
  message: { id: "msg_p5jXN8AQM9LWM0D4loKWxJek", timestamp: "1614265330", body: '{"test": 2432232314}' },
  signature: "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
};
const AT = new Date(1_614_265_330_000);
const readKey = (secret: string) => readSecret(secret) ?? Buffer.alloc(0);
const verify = (
  header: string,
  message: Partial<typeof REFERENCE.message> = {},
  now = AT,
  secret = REFERENCE.secret,
) => verifyMessage([readKey(secret)], { ...REFERENCE.message, ...message }, header, now);

test("a message is signed as the reference libraries sign it", () => {
  assert.equal(signMessage([readKey(REFERENCE.secret)], REFERENCE.message), REFERENCE.signature);
  assert.equal(verify(REFERENCE.signature), "valid");
});

test("one signature that fits is enough, whatever stands beside it", () => {
  const other = createSigningSecret();
  const both = signMessage([readKey(other), readKey(REFERENCE.secret)], REFERENCE.message);
  assert.equal(both.split(" ").length, 2);
  assert.equal(verify(both), "valid");
  assert.equal(verify(both, {}, AT, other), "valid");
  assert.equal(verify(`v1a,abc v2,xyz ${REFERENCE.signature}`), "valid");
});

test("a changed byte, id, time or secret is refused, and so is a message that is older than five minutes", () => {
  assert.equal(verify(REFERENCE.signature, { body: '{"test": 2432232315}' }), "wrong_signature");
  assert.equal(verify(REFERENCE.signature, { id: "msg_other" }), "wrong_signature");
  assert.equal(verify(REFERENCE.signature, { timestamp: "1614265331" }), "wrong_signature");
  assert.equal(verify(REFERENCE.signature, {}, AT, createSigningSecret()), "wrong_signature");
  assert.equal(verify("v1,"), "wrong_signature");
  assert.equal(verify("v1a,g0hM9SsE"), "no_signature");
  assert.equal(verify(REFERENCE.signature, { timestamp: "now" }), "bad_timestamp");
  const after = (seconds: number) => new Date(AT.getTime() + seconds * 1000);
  assert.equal(verify(REFERENCE.signature, {}, after(300)), "valid");
  assert.equal(verify(REFERENCE.signature, {}, after(301)), "too_old");
  assert.equal(verify(REFERENCE.signature, {}, after(-300)), "valid");
  assert.equal(verify(REFERENCE.signature, {}, after(-301)), "too_new");
});

test("a secret is whsec_ and Base64 of enough bytes", () => {
  assert.equal(readKey(createSigningSecret()).length, 32);
  assert.equal(readSecret("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")?.length, 24);
  for (const text of ["", "whsec_", "whsec_AAAA", "whsec_not base64 at all, is it"])
    assert.equal(readSecret(text), undefined, text);
});
