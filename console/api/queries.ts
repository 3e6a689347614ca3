import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "./client.ts";

/** Refusals are final; only a lost connection or a busy service is asked again. */
function isWorthAnotherTry(failures: number, error: unknown): boolean {
  if (!(error instanceof ApiError)) return failures < 1;
  return failures < 2 && (error.status === 0 || error.status === 503);
}

export const queries = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 10_000, retry: isWorthAnotherTry, retryDelay: 800, refetchOnWindowFocus: true },
    mutations: { retry: false },
  },
});
