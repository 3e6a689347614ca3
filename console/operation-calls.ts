/**
 * A plugin of Vite: `client.clientOrders` becomes a call of that route, so that each page loads the routes that it calls and
 * not those of every operation.
 */
import { ROUTES } from "../packages/client/routes.gen.ts";

const IMPORT = /import \{([^;]*?)\} from "[./]+(?:api\/)?client\.ts";/;

/** The names that a file has for clients: what it imports, under its own names, and `client` of those that it makes or is given. */
function listNames(imports: string): string {
  const aliases = imports
    .split(",")
    .map((one) => one.trim().split(" as "))
    .filter(([name = ""]) => /^(client|publicClient|signInClient)$/.test(name))
    .map((parts) => parts.at(-1));
  return ["client", ...aliases].join("|");
}

const COMPILED_CLIENT = `
const bind = (transport, kind) => (route) => (input = {}, options) => transport[kind](route, input, options);
export const makeClient = (transport) => ({ callAt: bind(transport, "call"), fileAt: bind(transport, "file") });
export const makePublicClient = makeClient;
`;

export function operationCalls() {
  return {
    name: "operation-calls",
    enforce: "pre" as const,
    load: (id: string) =>
      id.endsWith("/packages/client/client.gen.ts")
        ? { code: COMPILED_CLIENT, moduleType: "js" as const }
        : undefined,
    transform(code: string, id: string) {
      const [statement, imports] = IMPORT.exec(code) ?? [];
      if (statement === undefined || imports === undefined) return undefined;
      const names = listNames(imports);
      // An operation that is not named would not be found.
      if (new RegExp(`[^.\\w"](?:${names})(?:\\[|;)`).test(code.replace(statement, "")))
        throw new Error(`${id} uses the client without the name of an operation.`);
      // Not in a type, where an operation is named without being called.
      const calls = new RegExp(`(?<!typeof )\\b(${names}|createLinkClient\\(\\w+\\))\\s*\\.(\\w+)\\b`, "g");
      return code.replace(calls, (text, client: string, name: string) => {
        const operation = ROUTES[name];
        return operation === undefined
          ? text
          : `${client}.${operation.kind}At(${JSON.stringify(operation.route)})`;
      });
    },
  };
}
