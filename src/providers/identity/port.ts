/** Identity providers verify an ID token and identify its person. */

export interface Identity {
  issuer: string;
  /** The issuer's id of the person; never changes. */
  subject: string;
  /** Null when the token contains none. Trustworthy only when verified. */
  email: string | null;
  email_verified: boolean;
  name: string | null;
}

/** The token is forged, not meant for us, or not valid at this time. */
export class IdentityRefused extends Error {
  /** One word for the log of sign-ins. */
  readonly why: string;

  constructor(why: string, options: ErrorOptions = {}) {
    super(`The ID token was refused: ${why}.`, options);
    this.name = "IdentityRefused";
    this.why = why;
  }
}

/** The issuer's keys could not be fetched, so the token cannot be verified. */
export class IdentityUnavailable extends Error {
  constructor(issuer: string, options: ErrorOptions = {}) {
    super(`The keys of ${issuer} could not be read.`, options);
    this.name = "IdentityUnavailable";
  }
}

export interface IdentityProvider {
  /** Segment of the sign-in route, and key of the sign-in method. */
  name: string;
  issuer: string;
  /** Audience of the web application's tokens; null: the web application does not sign in with it. */
  web_client_id: string | null;
  /** Throws `IdentityRefused` or `IdentityUnavailable`. */
  verify(id_token: string, audience: string, now: Date): Promise<Identity>;
}

/** Route segments of app sign-ins with another meaning: no provider may have such a name. */
export const RESERVED_NAMES: readonly string[] = ["email", "refresh", "logout", "registration"];

/** By name. */
export type IdentityProviders = ReadonlyMap<string, IdentityProvider>;
