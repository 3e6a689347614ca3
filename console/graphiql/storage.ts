/** Storage of GraphiQL in this browser: what a person wrote, without the headers, which may contain tokens. */
import type { GraphiQLProps } from "graphiql";

const KEY_PREFIX = "graphiql:";
/** The history of GraphiQL stores the headers of every document it ran, whatever `shouldPersistHeaders` is. */
const HISTORY = /:(queries|favorites)$/;

export const storage: GraphiQLProps["storage"] = {
  get length() {
    return localStorage.length;
  },
  getItem: (key) => localStorage.getItem(key),
  setItem: (key, value) => localStorage.setItem(key, HISTORY.test(key) ? withoutHeaders(value) : value),
  removeItem: (key) => localStorage.removeItem(key),
  // Clears only the keys of GraphiQL: the console uses the same storage.
  clear() {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(KEY_PREFIX)) localStorage.removeItem(key);
    }
  },
};

function withoutHeaders(history: string): string {
  return JSON.stringify(JSON.parse(history), (key, value) => (key === "headers" ? undefined : value));
}
