/**
 * A plugin of Vite: `client.clientOrders` becomes a call of that route, so that each page loads the routes that it calls and
 * not those of every operation.
 */
import { ROUTES } from "../packages/client/routes.gen.ts";

const IMPORT = /import [^;]*? from "[./]+(?:api\/)?client\.ts";/;
const CLIENT = String.raw`\b(?:client|publicClient|signInClient|createLinkClient\(\w+\))`;
/** Not in a type, where the operation is named without being called. */
const CALL = new RegExp(String.raw`(?<!typeof )(${CLIENT})\s*\.(\w+)\b`, "g");
/** An operation that is not named, which this plugin would not see. */
const UNNAMED = /[^.\w"](?:client|publicClient|signInClient)(?:\[|;)/;

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
      if (!IMPORT.test(code)) return undefined;
      if (UNNAMED.test(code.replace(IMPORT, "")))
        throw new Error(`${id} uses the client without the name of an operation.`);
      return code.replace(CALL, (text, client: string, name: string) => {
        const operation = ROUTES[name];
        return operation === undefined
          ? text
          : `${client}.${operation.kind}At(${JSON.stringify(operation.route)})`;
      });
    },
  };
}
