/** The process that reads pictures of strangers. */
import {
  countPdfPages,
  decodePdfPage,
  decodePicture,
  drawPage,
  PictureTooLarge,
  UnreadableFile,
} from "#label-reading/decode.ts";
import { readPage } from "#label-reading/read-labels.ts";
import { serve } from "#platform/processes/serve.ts";
import type { LabelAnswer, LabelWork } from "./reader.ts";

serve<LabelWork, LabelAnswer>(async (work) => {
  try {
    if (work.kind === "count") return { kind: "counted", pages: await countPdfPages(work.bytes) };
    const raster =
      work.type === "application/pdf"
        ? await decodePdfPage(work.bytes, work.page)
        : await decodePicture(work.bytes);
    return { kind: "read", page: await readPage(raster, work.page), picture: await drawPage(raster) };
  } catch (error) {
    if (error instanceof UnreadableFile) return { kind: "fault", fault: "unreadable" };
    if (error instanceof PictureTooLarge) return { kind: "fault", fault: "too_large" };
    throw error;
  }
});
