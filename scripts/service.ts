/** Client of a running service for `npm run` scripts. Errors end the script with a message. */
import { readConfig } from "../src/config.ts";

/** The address of `npm start` with the same environment. */
export const { base_url } = readConfig(process.env, []);

interface Refused {
  message?: string;
  errors?: { field?: string; message: string }[];
}

export class Service {
  readonly #url: string;
  #token: string | undefined;

  constructor(url: string, token?: string) {
    this.#url = url.replace(/\/+$/, "");
    this.#token = token;
  }

  async signIn(email: string, password: string): Promise<void> {
    const credentials = { email, password };
    this.#token = (
      await this.call<{ access_token: string }>("POST", "/api/v1/user/login", credentials)
    ).access_token;
  }

  async call<T>(
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<T> {
    const request = {
      method,
      headers: {
        ...headers,
        "content-type": "application/json",
        ...(this.#token === undefined ? {} : { authorization: `Bearer ${this.#token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    };
    const answer = await fetch(this.#url + path, request).catch(() => undefined);
    if (answer === undefined)
      return exitWithError(`No service answers at ${this.#url}: start it, or name it with --url.`);
    const document = (await answer.json().catch(() => ({}))) as T & Refused;
    if (answer.ok) return document;
    const faults = (document.errors ?? [])
      .slice(0, 10)
      .map(({ field = "", message }) => `\n  ${field} ${message}`);
    return exitWithError(
      `${method} ${path} answered ${answer.status}: ${document.message}${faults.join("")}`,
    );
  }
}

export function exitWithError(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}
