/** Identity providers: who does an ID token speak of, and is it genuine? */

export interface Identity {
  issuer: string;
  /** The person, in the issuer's own words; never changes. */
  subject: string;
  /** Null when the token tells none. Worth something only when verified. */
  email: string | null;
  email_verified: boolean;
  name: string | null;
}

/** The token is not genuine, not meant for us, or not valid now. */
export class IdentityRefused extends Error {
  /** One word for the log of sign-ins. */
  readonly why: string;

  constructor(why: string, options: ErrorOptions = {}) {
    super(`The ID token was refused: ${why}.`, options);
    this.name = "IdentityRefused";
    this.why = why;
  }
}

/** The issuer's keys could not be had: nothing is known of the token. */
export class IdentityUnavailable extends Error {
  constructor(issuer: string, options: ErrorOptions = {}) {
    super(`The keys of ${issuer} could not be read.`, options);
    this.name = "IdentityUnavailable";
  }
}

export interface IdentityProvider {
  /** Segment of the sign-in route and key of the sign-in method. */
  name: string;
  issuer: string;
  /** Audience of tokens that the web application gets; null: the web does not sign in with it. */
  web_client_id: string | null;
  /** Throws `IdentityRefused` or `IdentityUnavailable`. */
  verify(id_token: string, audience: string, now: Date): Promise<Identity>;
}

/** Segments of the sign-in routes of apps that mean something else: no provider has such a name. */
export const RESERVED_NAMES: readonly string[] = ["email", "refresh", "logout", "registration"];

/** By name. */
export type IdentityProviders = ReadonlyMap<string, IdentityProvider>;
