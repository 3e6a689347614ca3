/** Timelines as OTEP documents in any format, and validation of a document. */
import { queryOptions } from "@tanstack/react-query";
import type { Validation } from "../../../../packages/otep/src/validate.ts";
import { ApiError, client } from "../../../api/client.ts";
import type { TimelineDocument } from "../../../parts/timeline/arrange.ts";
import { publicTimelineQuery } from "../../tracking/tracking/queries.ts";

/** The full view for the business that owns the number, the redacted one for everybody else. */
export const timelineQuery = (tracking_number: string, as: "owner" | "anonymous") =>
  as === "anonymous"
    ? publicTimelineQuery(tracking_number)
    : queryOptions({
        queryKey: ["timeline", "owner", tracking_number],
        queryFn: async ({ signal }) =>
          (await client.otepTracking({ tracking_number }, { signal })) as unknown as TimelineDocument,
        staleTime: 15_000,
      });

/** The public address of a tracking number in a format. */
export function timelineAddress(tracking_number: string, format: string): string {
  const query = format === "otep" ? "" : `?format=${format}`;
  return `/api/v1/otep/trackings/${encodeURIComponent(tracking_number)}${query}`;
}

/** The public document of a format exactly as served, with its headers. */
export const documentQuery = (tracking_number: string, format: string) =>
  queryOptions({
    queryKey: ["timeline-document", tracking_number, format],
    queryFn: async ({ signal }) => {
      const answer = await requestText(timelineAddress(tracking_number, format), { signal });
      return {
        document: await answer.json(),
        loss: Number(answer.headers.get("otep-projection-loss") ?? 0),
        media_type: answer.headers.get("content-type") ?? "",
      };
    },
    staleTime: 15_000,
  });

export interface ValidationResponse {
  text: string;
  type: "application/json" | "application/x-ndjson";
}

/** Sends the text unparsed, so that the validator checks what was written and not what a parser made of it. */
export const validationQuery = ({ text, type }: ValidationResponse) =>
  queryOptions({
    queryKey: ["otep-validation", type, text],
    queryFn: async ({ signal }): Promise<Validation> =>
      (
        await requestText("/api/v1/otep/validate", {
          method: "POST",
          headers: { "content-type": type },
          body: text,
          signal,
        })
      ).json(),
    retry: (tries, error) => tries < 3 && error instanceof ApiError && error.status === 429,
    retryDelay: (_tries, error) => 1000 * (error instanceof ApiError ? (error.retry_after_s ?? 1) : 1),
    staleTime: 60_000,
    gcTime: 60_000,
  });

/** For what the generated client does not support: text bodies and response headers. */
async function requestText(address: string, options: RequestInit): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(address, options);
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new ApiError(0, { message: "The service cannot be reached.", error_code: "NETWORK_ERROR" });
  }
  if (answer.ok) return answer;
  const body = (await answer.json().catch(() => ({}))) as Record<string, unknown>;
  const retry_after_s = Number(answer.headers.get("retry-after"));
  throw new ApiError(answer.status, body, retry_after_s > 0 ? retry_after_s : null);
}
