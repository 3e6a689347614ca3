/** The methods of a URL, found without the router, so that other methods are 405 and preflights are answered. */
import type { Operation } from "#operation/define/define.ts";
import type { Registry } from "#operation/define/registry.ts";

export interface RouteFinder {
  /** Methods that a path accepts; empty when the path is unknown. */
  methods(path: string): string[];
  operation(path: string, method: string): Operation | undefined;
}

export function createRouteFinder(registry: Registry): RouteFinder {
  const routes = [...registry.operations.values()].flatMap((operation) => {
    const { rest } = operation;
    return rest === undefined
      ? []
      : [
          {
            operation,
            method: rest.method,
            pattern: pathPattern(rest.path),
            exact: !rest.path.includes("{"),
          },
        ];
  });
  const routesAt = (path: string) => {
    const fitting = routes.filter(({ pattern }) => pattern.test(path));
    // `/orders/reports` is a path of its own beside `/orders/{id}`.
    return fitting.some(({ exact }) => exact) ? fitting.filter(({ exact }) => exact) : fitting;
  };
  return {
    methods(path) {
      const methods = new Set<string>(routesAt(path).map(({ method }) => method));
      if (methods.has("GET")) methods.add("HEAD");
      return [...methods].sort();
    },
    operation: (path, method) =>
      routesAt(path).find((route) => route.method === (method === "HEAD" ? "GET" : method))?.operation,
  };
}

function pathPattern(path: string): RegExp {
  const parts = path.split(/\{\w+\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join("[^/]+")}$`);
}
