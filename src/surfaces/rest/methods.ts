/** Which methods an address takes, so that a method it does not take is 405 and names the others. */
import type { Registry } from "#operation/registry.ts";

export function allowedMethods(registry: Registry): (path: string) => string[] {
  const routes = [...registry.operations.values()].flatMap(({ rest }) =>
    rest === undefined
      ? []
      : [{ method: rest.method, pattern: patternOf(rest.path), exact: !rest.path.includes("{") }],
  );
  return (path) => {
    const fitting = routes.filter(({ pattern }) => pattern.test(path));
    // `/orders/reports` is an address of its own beside `/orders/{id}`.
    const own = fitting.some(({ exact }) => exact) ? fitting.filter(({ exact }) => exact) : fitting;
    const methods = new Set<string>(own.map(({ method }) => method));
    if (methods.has("GET")) methods.add("HEAD");
    return [...methods].sort();
  };
}

function patternOf(path: string): RegExp {
  const parts = path.split(/\{\w+\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join("[^/]+")}$`);
}
