/**
 * Fetches client-id metadata documents over https. Private addresses are refused when the connection is made, redirects
 * are not followed, and time and size are limited. A document is kept for some minutes; a failure is not kept.
 *
 * Source: OAuth Client ID Metadata Document (draft-ietf-oauth-client-id-metadata-document); RFC 7591 for its members.
 */
import { isIP } from "node:net";
import { LRUCache } from "lru-cache";
import { isPrivateAddress, PrivateAddressError } from "#platform/external/addresses.ts";
import { getText } from "#platform/external/get-text.ts";
import type { DocumentFault, OauthClientDocument, OauthClientDocuments } from "./port.ts";

export interface ClientDocumentsOptions {
  /** Then http is allowed too: without encryption only within one's own network. */
  private_addresses: boolean;
  user_agent: string;
}

const TIMEOUT_MS = 3000;
const BYTES_MAX = 16 * 1024;
const KEPT_MS = 10 * 60_000;
const KEPT_MAX = 500;
const CLIENT_ID_MAX = 500;
const NAME_MAX = 100;
const REDIRECTS_MAX = 20;

export function createClientDocuments({
  private_addresses,
  user_agent,
}: ClientDocumentsOptions): OauthClientDocuments {
  const cached_documents = new LRUCache<string, OauthClientDocument>({ max: KEPT_MAX, ttl: KEPT_MS });
  const under_way = new Map<string, Promise<OauthClientDocument | { fault: DocumentFault }>>();
  const headers = { accept: "application/json", "user-agent": user_agent };
  const limits = { headers, private_addresses, timeout_ms: TIMEOUT_MS, bytes_max: BYTES_MAX };

  const isDocumentAddress = (client_id: string) => isAllowedAddress(client_id, private_addresses);

  async function load(client_id: string): Promise<OauthClientDocument | { fault: DocumentFault }> {
    let answer: Awaited<ReturnType<typeof getText>>;
    try {
      answer = await getText(new URL(client_id), limits);
    } catch (error) {
      if (error instanceof PrivateAddressError) return { fault: "address" };
      return {
        fault: String((error as Error).message).includes("answered more than") ? "too_large" : "unreachable",
      };
    }
    if (answer.status !== 200) return { fault: "not_found" };
    return parseDocument(client_id, answer.body);
  }

  return {
    isDocumentAddress,
    async find(client_id) {
      if (!isDocumentAddress(client_id)) return { fault: "address" };
      const cached_document = cached_documents.get(client_id);
      if (cached_document !== undefined) return cached_document;
      let loading = under_way.get(client_id);
      if (loading === undefined) {
        loading = load(client_id).finally(() => under_way.delete(client_id));
        under_way.set(client_id, loading);
      }
      const loaded_document = await loading;
      if (!("fault" in loaded_document)) cached_documents.set(client_id, loaded_document);
      return loaded_document;
    },
  };
}

/** https with a path, and nothing that two readers may understand differently. */
function isAllowedAddress(client_id: string, private_addresses: boolean): boolean {
  if (client_id.length > CLIENT_ID_MAX || !/^[\x21-\x7e]+$/.test(client_id) || /[#\\]/.test(client_id))
    return false;
  const url = URL.parse(client_id);
  // Written in its normal form: no dot segments, no upper case in the host, no default port.
  if (url === null || url.href !== client_id || url.pathname === "/") return false;
  if (url.username !== "" || url.password !== "") return false;
  if (url.protocol !== "https:" && !(private_addresses && url.protocol === "http:")) return false;
  if (private_addresses) return true;
  const host = url.hostname.replace(/^\[|\]$/g, "");
  return isIP(host) === 0 ? !/^(.*\.)?(localhost|local|internal)\.?$/i.test(host) : !isPrivateAddress(host);
}

function parseDocument(client_id: string, text: string): OauthClientDocument | { fault: DocumentFault } {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return { fault: "malformed" };
  }
  if (typeof read !== "object" || read === null) return { fault: "malformed" };
  const document = read as Record<string, unknown>;
  // A document that names another id was copied from there.
  if (document["client_id"] !== client_id) return { fault: "other_client_id" };
  const uris = document["redirect_uris"];
  if (!Array.isArray(uris) || uris.length === 0 || uris.length > REDIRECTS_MAX) return { fault: "malformed" };
  if (!uris.every((uri): uri is string => typeof uri === "string")) return { fault: "malformed" };
  const name = document["client_name"];
  const visible_name =
    typeof name === "string" ? name.replaceAll(/\p{C}/gu, "").trim().slice(0, NAME_MAX) : "";
  const grants = document["grant_types"];
  return {
    name: visible_name || new URL(client_id).host,
    redirect_uris: uris,
    refreshes: Array.isArray(grants) && grants.includes("refresh_token"),
  };
}
