/** An OpenID Connect issuer on this machine: real keys, real tokens, over HTTP. It can be rotated, broken and stopped. */
import http from "node:http";
import type { AddressInfo } from "node:net";
import { after } from "node:test";
import { exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from "jose";

export interface Issuer {
  url: string;
  /** How often its keys were read. */
  reads: number;
  /** The response instead of its keys. */
  broken: { status: number; body: string } | null;
  /** The published key. */
  publicKey(): Promise<JWK>;
  /** A new key; with `publish: false` it is not in the published set. */
  rotate(options?: { publish: boolean }): Promise<void>;
  token(claims: JWTPayload, more?: { algorithm?: string; kid?: string }): Promise<string>;
}

export async function openIssuer(): Promise<Issuer> {
  const server = http.createServer(async (request, response) => {
    if (issuer.broken !== null) {
      response.writeHead(issuer.broken.status).end(issuer.broken.body);
      return;
    }
    if (request.url === "/.well-known/openid-configuration") {
      response.end(JSON.stringify({ issuer: issuer.url, jwks_uri: `${issuer.url}/keys` }));
      return;
    }
    issuer.reads += 1;
    response.end(JSON.stringify({ keys: published }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  let pair = await generateKeyPair("RS256");
  let count = 1;
  let published: JWK[] = [];
  const issuer: Issuer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    reads: 0,
    broken: null,
    publicKey: async () => ({ ...(await exportJWK(pair.publicKey)), kid: `key-${count}`, alg: "RS256" }),
    async rotate({ publish } = { publish: true }) {
      pair = await generateKeyPair("RS256");
      count += 1;
      if (publish) published = [await issuer.publicKey()];
    },
    token(claims, { algorithm = "RS256", kid = `key-${count}` } = {}) {
      const signed = new SignJWT({ iss: issuer.url, ...claims }).setProtectedHeader({ alg: algorithm, kid });
      return signed.sign(pair.privateKey);
    },
  };
  published = [await issuer.publicKey()];
  return issuer;
}

/** The current time in seconds, as in token claims. */
export function seconds(at: Date, more_s = 0): number {
  return Math.floor(at.getTime() / 1000) + more_s;
}
