/** Redirect addresses and PKCE: decisions of OAuth. Pure. */
import { createHash } from "node:crypto";

const LOOPBACK = /^(127\.0\.0\.1|\[::1\]|localhost)(:\d+)?$/;

/** An app's private scheme, the reversed domain name of its vendor (RFC 8252, section 7.1): it contains a dot. */
const PRIVATE_SCHEME = /^[a-z][a-z0-9+-]*(\.[a-z0-9][a-z0-9+-]*)+$/;

/**
 * Schemes without a dot that programs in wide use register for themselves and send in their registration. Another program that
 * takes one of them on a computer gets a code, which is worth nothing without the client's PKCE verifier.
 */
const KNOWN_SCHEMES = new Set([
  "cherrystudio",
  "claude",
  "cursor",
  "goose",
  "jetbrains",
  "kiro",
  "lmstudio",
  "raycast",
  "trae",
  "vscode",
  "vscode-insiders",
  "vscodium",
  "warp",
  "windsurf",
  "windsurf-next",
  "zed",
]);

/** No blanks, control characters or anything that browsers, apps and this service might parse differently. */
const PLAIN = /^[\x21-\x7e]+$/;

/** May codes be sent there? https, http to the loopback address, an app's private scheme or a known one; nothing else. */
export function isAllowedRedirect(text: string): boolean {
  if (!PLAIN.test(text) || /[#\\]/.test(text) || !URL.canParse(text)) return false;
  const [, scheme = "", authority = ""] = /^([^:]+):(?:\/\/([^/?]*))?/.exec(text.toLowerCase()) ?? [];
  if (authority.includes("@")) return false;
  if (scheme === "https") return authority !== "";
  if (scheme === "http") return LOOPBACK.test(authority);
  if (KNOWN_SCHEMES.has(scheme)) return authority !== "";
  return PRIVATE_SCHEME.test(scheme);
}

/**
 * Is this address one of the registered ones? On loopback the client chooses the port (RFC 8252). An address that was
 * registered under other rules must also meet the current ones.
 */
export function isRegistered(redirect_uri: string, registered: readonly string[]): boolean {
  if (!isAllowedRedirect(redirect_uri)) return false;
  if (registered.includes(redirect_uri)) return true;
  const requested_url = new URL(redirect_uri);
  if (requested_url.protocol !== "http:") return false;
  return registered.filter(isAllowedRedirect).some((text) => {
    const registeredUrl = new URL(text);
    return (
      registeredUrl.protocol === "http:" &&
      registeredUrl.hostname === requested_url.hostname &&
      registeredUrl.pathname === requested_url.pathname &&
      registeredUrl.search === requested_url.search
    );
  });
}

/** RFC 7636, S256. */
export function challengeFits(code_verifier: string, code_challenge: string): boolean {
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(code_verifier)) return false;
  return createHash("sha256").update(code_verifier).digest("base64url") === code_challenge;
}
