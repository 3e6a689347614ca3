/** The client of an id: registered here, or described at the address that its id is. */
import type { Context } from "#operation/define/context.ts";
import type { Refusal } from "#operation/define/refusal.ts";
import type { Message } from "#operation/response/messages.ts";
import { type OauthClient, parseClientId } from "./client.ts";
import { messages } from "./messages.ts";
import { isRegistered } from "./rules.ts";

export const CLIENT_REFUSALS = { unknown_client: "bad_request", unknown_redirect: "bad_request" } as const;

export interface FoundClient extends OauthClient {
  /** Of the address that its id is; null for a client registered here, whose name nobody vouches for. */
  host: string | null;
}

/** For `prepare`: a description is fetched over the network. */
export async function findClient(
  { providers, settings, refuse }: Context<keyof typeof CLIENT_REFUSALS>,
  { client_id, redirect_uri }: { client_id: string; redirect_uri: string },
): Promise<FoundClient> {
  const client = await load();
  if (!isRegistered(redirect_uri, client.redirect_uris))
    throw refuse("unknown_redirect", { message: messages.address_not_registered });
  return client;

  async function load(): Promise<FoundClient> {
    const registered = parseClientId(settings.secret_key, client_id);
    if (registered !== undefined) return { ...registered, host: null };
    if (!providers.oauth_clients.isDocumentAddress(client_id)) throw unknown(messages.not_registered);
    const document = await providers.oauth_clients.find(client_id);
    if ("fault" in document) throw unknown(messages.faults[document.fault].with({ client: client_id }));
    return { ...document, host: new URL(client_id).host };
  }

  function unknown(message: Message): Refusal {
    return refuse("unknown_client", { message });
  }
}
