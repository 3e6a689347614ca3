/** Add a photo by a claim link: of the item in the compartment, before it is rejected or disputed. */
import { createHash } from "node:crypto";
import Type from "typebox";
import { insertFile } from "#domain/files/files/public.ts";
import { fileMembers, IMAGES } from "#operation/define/accepted-files.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { LINK_OPERATIONS } from "../links.ts";
import { lockLinkedHandover, SIDE_REFUSALS } from "../load.ts";
import { addPhoto, PHOTO_REFUSALS } from "../photos.ts";
import { answerHandover } from "../present.ts";
import { HANDOVER } from "../records/handover.ts";
import { listPhotos } from "../records/photo.ts";
import { HandoverAnswer } from "../shapes.ts";

const ACCEPTED_FILES = [IMAGES];

export const addClaimPhoto = defineOperation({
  name: LINK_OPERATIONS.photo,
  summary: "Add a photo by a claim link",
  access: { roles: [], scopes: [], link: HANDOVER },
  rest: { method: "POST", path: "/api/v1/locker-resale/claim/photos", status: 201 },
  limit: { name: "resale_photos", per_s: 0.5, burst: 10 },
  accepts_file: ACCEPTED_FILES,
  localised: true,
  input: Type.Object(fileMembers(ACCEPTED_FILES)),
  output: Type.Object({ ...HandoverAnswer.properties, file_id: Ref("file") }),
  refusals: { ...SIDE_REFUSALS, ...PHOTO_REFUSALS },

  async prepare({ files, dry_run }, { content_base64 }) {
    const bytes = Buffer.from(content_base64, "base64");
    const sha256 = dry_run ? createHash("sha256").update(bytes).digest("hex") : await files.put(bytes);
    return { sha256, size_bytes: bytes.length };
  },

  async run(context, { content_type, name }, { sha256, size_bytes }) {
    const locked = await lockLinkedHandover(context);
    const { id } = locked.row;
    const photos = await listPhotos(context, [id]);
    const file_id = await insertFile(context, { sha256, content_type, name, size_bytes }, null);
    await addPhoto(context, locked, file_id, photos.length + 1);
    return { ...(await answerHandover(context, id)), file_id };
  },
});
