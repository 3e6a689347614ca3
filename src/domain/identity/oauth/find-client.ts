/** The client of an id: registered here, or described at the address that its id is. */
import type { Context } from "#operation/define/context.ts";
import type { Refusal } from "#operation/define/refusal.ts";
import type { DocumentFault } from "#providers/oauth-clients/port.ts";
import { type OauthClient, parseClientId } from "./client.ts";
import { isRegistered } from "./rules.ts";

export const CLIENT_REFUSALS = { unknown_client: "bad_request", unknown_redirect: "bad_request" } as const;

export interface FoundClient extends OauthClient {
  /** Of the address that its id is; null for a client registered here, whose name nobody vouches for. */
  host: string | null;
}

const FAULTS: Record<DocumentFault, string> = {
  address: "is no address that the description of a client may have",
  unreachable: "could not be reached",
  not_found: "did not answer with a description of a client",
  too_large: "answered with too much",
  malformed: "is no description of a client with its redirect addresses",
  other_client_id: "describes a client with another id",
};

/** For `prepare`: a description is fetched over the network. */
export async function findClient(
  { providers, settings, refuse }: Context<keyof typeof CLIENT_REFUSALS>,
  { client_id, redirect_uri }: { client_id: string; redirect_uri: string },
): Promise<FoundClient> {
  const client = await load();
  if (!isRegistered(redirect_uri, client.redirect_uris))
    throw refuse("unknown_redirect", { message: "The client did not register this address." });
  return client;

  async function load(): Promise<FoundClient> {
    const registered = parseClientId(settings.secret_key, client_id);
    if (registered !== undefined) return { ...registered, host: null };
    if (!providers.oauth_clients.isDocumentAddress(client_id))
      throw unknown("This client is not registered here.");
    const document = await providers.oauth_clients.find(client_id);
    if ("fault" in document) throw unknown(`${client_id} ${FAULTS[document.fault]}.`);
    return { ...document, host: new URL(client_id).host };
  }

  function unknown(message: string): Refusal {
    return refuse("unknown_client", { message });
  }
}
