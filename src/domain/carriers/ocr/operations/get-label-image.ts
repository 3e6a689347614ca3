/** Get the picture of the page that a label is on, until its time is over. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { getScan } from "../records/label-scan.ts";
import { findPicture } from "../records/label-upload.ts";

export const getLabelImage = defineOperation({
  name: "ocrLabelImage",
  summary: "Get the picture of a label",
  description:
    "The page as a JPEG, to draw boxes over: they are in the pixels of page_width and page_height.",
  access: { roles: ["client_admin", "employee", "customer"], scopes: ["ocr:read"] },
  rest: { method: "GET", path: "/api/v1/ocr/labels/{scan_id}/image", bytes: "always" },
  localised: true,
  input: Type.Object({ scan_id: Ref("label_scan") }),
  output: Type.Object({
    result: Type.Boolean(),
    name: Type.String(),
    content_type: Type.String(),
    content_base64: Type.String({ description: "Over REST the bytes themselves are sent." }),
  }),
  refusals: { image_expired: "gone" },

  async run(context, { scan_id }) {
    const { refuse } = context;
    const { page_id, page } = await getScan(context, scan_id);
    const picture = page_id === null ? undefined : (await findPicture(context, page_id))?.picture;
    if (picture === undefined) throw refuse("not_found", { message: messages.unknown_scan });
    if (picture === null) throw refuse("image_expired", { message: messages.image_expired });
    return {
      result: true,
      name: `label-${scan_id}-page-${page}.jpg`,
      content_type: "image/jpeg",
      content_base64: picture.toString("base64"),
    };
  },
});
