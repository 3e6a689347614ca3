/** The figures of a day. */
import { queryOptions } from "@tanstack/react-query";
import type { ClientDigestOutput } from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";

export type Digest = ClientDigestOutput;

export const digestQuery = (date: string) =>
  queryOptions({
    queryKey: ["orders", "digest", date],
    meta: { live: ["order", "route", "stop"] },
    queryFn: ({ signal }) => client.clientDigest({ date }, { signal }),
  });
