/** Client-id metadata documents: an OAuth client whose id is the https address of its own description. */

export interface OauthClientDocument {
  name: string;
  redirect_uris: string[];
  /** It asks for refresh tokens. */
  refreshes: boolean;
}

/** Why a document is not used. */
export type DocumentFault =
  | "address"
  | "unreachable"
  | "not_found"
  | "too_large"
  | "malformed"
  | "other_client_id";

export interface OauthClientDocuments {
  /** Is it an address that a document may have? Decided from the text alone. */
  isDocumentAddress(client_id: string): boolean;
  /** Fetched over the network unless it was shortly before. Never throws for what the other side does. */
  find(client_id: string): Promise<OauthClientDocument | { fault: DocumentFault }>;
}
