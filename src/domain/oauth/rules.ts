/** Redirect addresses and PKCE: decisions of OAuth. Pure. */
import { createHash } from "node:crypto";

const LOOPBACK = new Set(["127.0.0.1", "[::1]", "localhost"]);

/** Schemes that a browser runs or reads itself. */
const NEVER = new Set([
  "javascript:",
  "data:",
  "file:",
  "blob:",
  "vbscript:",
  "about:",
  "view-source:",
  "ws:",
  "wss:",
  "ftp:",
]);

/** May codes be sent there? https, loopback over http, or an app's own scheme. */
export function isRedirect(text: string): boolean {
  if (!URL.canParse(text) || text.includes("#")) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username !== "" || password !== "" || NEVER.has(protocol)) return false;
  return protocol === "http:" ? LOOPBACK.has(hostname) : true;
}

/** Whether an address is one of those registered; on loopback the port is the client's to choose (RFC 8252). */
export function isRegistered(redirect_uri: string, registered: readonly string[]): boolean {
  if (registered.includes(redirect_uri)) return true;
  if (!URL.canParse(redirect_uri)) return false;
  const asked = new URL(redirect_uri);
  if (asked.protocol !== "http:" || !LOOPBACK.has(asked.hostname)) return false;
  return registered.some((text) => {
    const known = new URL(text);
    return (
      known.protocol === "http:" &&
      known.hostname === asked.hostname &&
      known.pathname === asked.pathname &&
      known.search === asked.search
    );
  });
}

/** RFC 7636, S256. */
export function challengeFits(code_verifier: string, code_challenge: string): boolean {
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(code_verifier)) return false;
  return createHash("sha256").update(code_verifier).digest("base64url") === code_challenge;
}
