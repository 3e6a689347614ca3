/** What the holder of a claim link calls, without an account. */
import { createLinkClient } from "../../../../api/client.ts";
import { toBase64 } from "../../../../parts/to-base64.ts";
import type { ResaleHandover } from "../queries.ts";
import { shrinkFile } from "../shrink-file.ts";
import type { BuyerCalls } from "./buyer-calls.ts";

interface LinkCalls extends BuyerCalls {
  read: (signal: AbortSignal) => Promise<ResaleHandover>;
}

export function buildLinkCalls(token: string): LinkCalls {
  const client = createLinkClient(token);
  return {
    read: async (signal) => (await client.resaleClaim({}, { signal })).handover,
    inspect: (position) => client.resaleClaimInspect({ position }),
    collect: (position) => client.resaleClaimCollect({ position }),
    answer: (step) => client.resaleClaimCollect({ step }),
    issueCode: () => client.resaleClaimCode({}),
    reject: (request) => client.resaleClaimReject(request),
    dispute: (request) => client.resaleClaimDispute(request),
    addPhoto: async (file) => {
      const picture = await shrinkFile(file);
      const { file_id } = await client.resaleClaimPhotoAdd({
        content_base64: await toBase64(picture),
        content_type: picture.type as "image/png",
        name: picture.name,
      });
      return file_id;
    },
  };
}
