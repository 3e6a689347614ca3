import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "./client.ts";

/** Refusals are final; a request is retried only after a lost connection or when the service is busy. */
function shouldRetry(failures: number, error: unknown): boolean {
  if (!(error instanceof ApiError)) return failures < 1;
  return failures < 2 && (error.status === 0 || error.status === 503);
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 10_000, retry: shouldRetry, retryDelay: 800, refetchOnWindowFocus: true },
    mutations: { retry: false },
  },
});
