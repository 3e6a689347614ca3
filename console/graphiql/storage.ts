/** Where GraphiQL keeps what a person wrote: this browser, without the headers, which hold tokens. */
import type { GraphiQLProps } from "graphiql";

const OWN = "graphiql:";
/** Its history keeps the headers of every document it ran, whatever `shouldPersistHeaders` says. */
const HISTORY = /:(queries|favorites)$/;

export const storage: GraphiQLProps["storage"] = {
  get length() {
    return localStorage.length;
  },
  getItem: (key) => localStorage.getItem(key),
  setItem: (key, value) => localStorage.setItem(key, HISTORY.test(key) ? withoutHeaders(value) : value),
  removeItem: (key) => localStorage.removeItem(key),
  // Its own alone: the console's sign-in lies here too.
  clear() {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(OWN)) localStorage.removeItem(key);
    }
  },
};

function withoutHeaders(history: string): string {
  return JSON.stringify(JSON.parse(history), (key, value) => (key === "headers" ? undefined : value));
}
