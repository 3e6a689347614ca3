import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { exportSPKI, importJWK, type JWTPayload, SignJWT, UnsecuredJWT } from "jose";
import { getText } from "#platform/external/get-text.ts";
import { openIssuer, seconds } from "#tests/support/issuer.ts";
import { createOidcProvider, type OidcSettings } from "./oidc.ts";
import { IdentityRefused, IdentityUnavailable } from "./port.ts";

const issuer = await openIssuer();
const AUDIENCE = "shop-backend";
const at = new Date("2026-11-20T12:00:00Z");

const createProvider = (more: Partial<OidcSettings> = {}, private_addresses = true) =>
  createOidcProvider(
    { name: "idp", issuer: issuer.url, web_client_id: null, jwks_url: null, ...more },
    (url) => getText(url, { headers: {}, private_addresses }),
  );

const claims = (more: JWTPayload = {}): JWTPayload => ({
  sub: "person-1",
  aud: AUDIENCE,
  iat: seconds(at, -10),
  exp: seconds(at, 300),
  email: "clara@test.example",
  email_verified: true,
  ...more,
});

async function refusedFor(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => assert.fail("It was accepted."),
    (failure) => failure,
  );
  assert.ok(error instanceof IdentityRefused, String(error));
  return error.why;
}

test("a valid token identifies the person", async () => {
  const identity = await createProvider().verify(await issuer.token(claims({ name: "Clara" })), AUDIENCE, at);
  assert.deepEqual(identity, {
    issuer: issuer.url,
    subject: "person-1",
    email: "clara@test.example",
    email_verified: true,
    name: "Clara",
  });
  const bare = await createProvider().verify(
    await issuer.token(claims({ email_verified: undefined, email: 7, name: " " })),
    AUDIENCE,
    at,
  );
  assert.deepEqual([bare.email, bare.email_verified, bare.name], [null, false, null]);
});

describe("a token is refused", () => {
  const provider = createProvider();
  const cases: [string, JWTPayload, string][] = [
    ["for another audience", { aud: "another-app" }, "aud"],
    ["for several audiences without saying which asked", { aud: [AUDIENCE, "other"] }, "azp"],
    ["for several audiences, asked for by another", { aud: [AUDIENCE, "other"], azp: "other" }, "azp"],
    ["of another issuer", { iss: "https://other.example" }, "iss"],
    ["expired beyond the skew of clocks", { exp: seconds(at, -61) }, "exp"],
    ["not valid yet", { nbf: seconds(at, 61) }, "nbf"],
    ["without an end", { exp: undefined }, "exp"],
    ["without a beginning", { iat: undefined }, "iat"],
    ["of nobody", { sub: "" }, "sub"],
    ["of somebody whose name no database holds", { sub: "person\u0000" }, "sub"],
    ["of somebody whose name is no text", { sub: "person\ud800" }, "sub"],
  ];
  for (const [what, more, why] of cases) {
    test(what, async () => {
      assert.equal(await refusedFor(provider.verify(await issuer.token(claims(more)), AUDIENCE, at)), why);
    });
  }

  test("but not for an e-mail address or name that cannot be stored: they are omitted", async () => {
    const token_claims = claims({ email: "a\u0000@test.example", name: "\ud800" });
    assert.partialDeepStrictEqual(await provider.verify(await issuer.token(token_claims), AUDIENCE, at), {
      subject: "person-1",
      email: null,
      name: null,
    });
  });

  test("but not when the mobile app requested it for the backend", async () => {
    const token_claims = claims({ azp: "phone-app" });
    assert.equal((await provider.verify(await issuer.token(token_claims), AUDIENCE, at)).subject, "person-1");
  });

  test("but not within a minute of clock skew", async () => {
    const skewed = claims({ exp: seconds(at, -59), nbf: seconds(at, 59) });
    assert.equal((await provider.verify(await issuer.token(skewed), AUDIENCE, at)).subject, "person-1");
  });

  test("without a signature, or signed with the public key as a secret", async () => {
    const unsigned = new UnsecuredJWT({ iss: issuer.url, ...claims() }).encode();
    assert.notEqual(await refusedFor(provider.verify(unsigned, AUDIENCE, at)), "");
    const key = await issuer.publicKey();
    const pem = await exportSPKI((await importJWK(key, "RS256", { extractable: true })) as CryptoKey);
    for (const secret of [pem, JSON.stringify(key), String(key.n)]) {
      const forged = await new SignJWT({ iss: issuer.url, ...claims() })
        .setProtectedHeader({ alg: "HS256", kid: String(key.kid) })
        .sign(new TextEncoder().encode(secret));
      assert.equal(await refusedFor(provider.verify(forged, AUDIENCE, at)), "ERR_JOSE_ALG_NOT_ALLOWED");
    }
  });

  test("when it is not a token, is truncated, or is too long", async () => {
    const good = await issuer.token(claims());
    const [head = "", body = "", signature = ""] = good.split(".");
    const other = Buffer.from(JSON.stringify({ ...claims(), sub: "person-2" })).toString("base64url");
    for (const text of [
      "",
      "a",
      "a.b.c",
      `${head}.${body}.`,
      `${head}.${other}.${signature}`,
      "x".repeat(20_000),
    ])
      assert.notEqual(await refusedFor(provider.verify(text, AUDIENCE, at)), "");
  });
});

describe("keys", () => {
  test("that were rotated are found at once; forged key ids cause one fetch per 30 seconds", async () => {
    const other_issuer = await openIssuer();
    const provider = createProvider({ issuer: other_issuer.url });
    const token = (more: JWTPayload = {}) =>
      other_issuer.token({ ...claims(), iss: other_issuer.url, ...more });
    await provider.verify(await token(), AUDIENCE, at);
    await provider.verify(await token(), AUDIENCE, at);
    assert.equal(other_issuer.reads, 1);
    await other_issuer.rotate();
    assert.equal((await provider.verify(await token(), AUDIENCE, at)).subject, "person-1");
    assert.equal(other_issuer.reads, 2);
    await other_issuer.rotate({ publish: false });
    const unknown = await token();
    for (let times = 0; times < 5; times += 1)
      assert.equal(
        await refusedFor(provider.verify(unknown, AUDIENCE, new Date(at.getTime() + 1000))),
        "ERR_JWKS_NO_MATCHING_KEY",
      );
    assert.equal(other_issuer.reads, 2);
    await refusedFor(provider.verify(unknown, AUDIENCE, new Date(at.getTime() + 31_000)));
    assert.equal(other_issuer.reads, 3);
  });

  test("of another issuer with the same key id are not accepted", async () => {
    const thief = await openIssuer();
    const forged = await thief.token({ ...claims(), iss: issuer.url }, { kid: "key-1" });
    assert.equal(
      await refusedFor(createProvider().verify(forged, AUDIENCE, at)),
      "ERR_JWS_SIGNATURE_VERIFICATION_FAILED",
    );
  });

  test("that cannot be fetched do not refuse the token; cached ones stay valid while the issuer is unreachable", async () => {
    const other_issuer = await openIssuer();
    const provider = createProvider({ issuer: other_issuer.url });
    const later = (ms: number) => new Date(at.getTime() + ms);
    const token = await other_issuer.token({
      ...claims({ exp: seconds(at, 200_000) }),
      iss: other_issuer.url,
    });
    for (const broken of [
      { status: 500, body: "" },
      { status: 200, body: "no json" },
      {
        status: 200,
        body: JSON.stringify({ issuer: "https://other.example", jwks_uri: `${other_issuer.url}/keys` }),
      },
    ]) {
      other_issuer.broken = broken;
      await assert.rejects(
        createProvider({ issuer: other_issuer.url }).verify(token, AUDIENCE, at),
        IdentityUnavailable,
      );
    }
    await assert.rejects(provider.verify(token, AUDIENCE, at), IdentityUnavailable);
    other_issuer.broken = null;
    await assert.rejects(
      provider.verify(token, AUDIENCE, later(1000)),
      IdentityUnavailable,
      "it waits a little",
    );
    assert.equal((await provider.verify(token, AUDIENCE, later(6000))).subject, "person-1");
    other_issuer.broken = { status: 503, body: "" };
    assert.equal((await provider.verify(token, AUDIENCE, later(3_600_000))).subject, "person-1");
    await assert.rejects(provider.verify(token, AUDIENCE, later(90_000_000)), IdentityUnavailable);
  });

  test("are fetched from private addresses only when configured", async () => {
    const token = await issuer.token(claims());
    await assert.rejects(createProvider({}, false).verify(token, AUDIENCE, at), (error: Error) => {
      assert.match(String(error.cause), /private address/);
      return error instanceof IdentityUnavailable;
    });
  });

  test("may have a configured URL, without a discovery document", async () => {
    const identity = await createProvider({ jwks_url: `${issuer.url}/keys` }).verify(
      await issuer.token(claims()),
      AUDIENCE,
      at,
    );
    assert.equal(identity.subject, "person-1");
  });
});
