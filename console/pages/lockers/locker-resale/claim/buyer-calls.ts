/** What a buyer calls; here with an account that has claimed the handover. */
import { client } from "../../../../api/client.ts";
import { uploadImage } from "../../../../parts/photo.tsx";
import { shrinkFile } from "../shrink-file.ts";
import type { PhonePosition } from "./position.ts";

/** The locker does not open the door later than this. */
interface Opening {
  opens_until: string | null;
}

export interface BuyerCalls {
  inspect: (position: PhonePosition) => Promise<Opening>;
  collect: (position: PhonePosition) => Promise<Opening>;
  /** After the door was opened. */
  answer: (step: "confirm" | "abort") => Promise<unknown>;
  issueCode: () => Promise<{ code: string }>;
  reject: (request: { reason: string; photo_file_id?: number }) => Promise<unknown>;
  dispute: (request: { reason: string }) => Promise<unknown>;
  addPhoto: (file: File) => Promise<number>;
}

export const buildAccountCalls = (handover_id: number): BuyerCalls => ({
  inspect: (position) => client.resaleHandoverInspect({ handover_id, position }),
  collect: (position) => client.resaleHandoverCollect({ handover_id, position }),
  answer: (step) => client.resaleHandoverCollect({ handover_id, step }),
  issueCode: () => client.resaleHandoverCode({ handover_id }),
  reject: (request) => client.resaleHandoverReject({ handover_id, ...request }),
  dispute: (request) => client.resaleHandoverDispute({ handover_id, ...request }),
  addPhoto: async (file) => {
    const file_id = await uploadImage(await shrinkFile(file));
    await client.resaleHandoverPhotoAdd({ handover_id, photo_file_ids: [file_id] });
    return file_id;
  },
});
