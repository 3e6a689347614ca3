/**
 * Printing labels: files come from the carrier, which gives them again as often as it is asked. Pictures are printed by the
 * browser, one label to a page of 4 x 6 inches; ZPL is sent to a label printer as one file.
 */
import type { LabelFile } from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";
import { download } from "../../../parts/download.ts";

export type LabelFormat = LabelFile["format"];

/** Labels that are loaded and printed at once. */
export const PRINT_MAX = 100;
/** Calls to the service at a time. */
const PARALLEL = 4;

export interface LoadedLabels {
  files: LabelFile[];
  failures: Error[];
}

/** In the order of `ids`. Ends early when `signal` is aborted. */
export async function loadLabels(
  ids: readonly number[],
  format: LabelFormat,
  { signal, progress }: { signal?: AbortSignal; progress?: (loaded_count: number) => void } = {},
): Promise<LoadedLabels> {
  const loaded: LabelFile[][] = [];
  const failures: Error[] = [];
  let next = 0;
  let loaded_count = 0;
  const work = async () => {
    while (next < ids.length && signal?.aborted !== true) {
      const index = next;
      next += 1;
      const label_order_id = ids[index] ?? 0;
      try {
        const { labels } = await client.shippingGetShippingLabel({ label_order_id, format }, { signal });
        loaded[index] = labels;
      } catch (error) {
        failures.push(error instanceof Error ? error : new Error(String(error)));
      }
      loaded_count += 1;
      progress?.(loaded_count);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
  return { files: loaded.flat(), failures };
}

const toBytes = ({ content_base64 }: Pick<LabelFile, "content_base64">) =>
  Uint8Array.from(atob(content_base64), (letter) => letter.charCodeAt(0));

/** Printers take ZPL files one after another, so one file holds all labels. */
export function saveZpl(files: readonly LabelFile[]): void {
  const name = files.length === 1 ? (files[0]?.name ?? "label.zpl") : "labels.zpl";
  download(new Blob(files.map(toBytes), { type: "application/zpl" }), name);
}

export async function saveCustomsDocument(
  label_order_id: number,
  kind: "cn22" | "cn23" | "commercial_invoice",
): Promise<void> {
  const file = await client.labelserviceCustomsDocument({ label_order_id, kind });
  download(new Blob([toBytes(file)], { type: file.content_type }), file.name);
}

export function saveFile(file: LabelFile): void {
  download(new Blob([toBytes(file)], { type: file.content_type }), file.name);
}

/** Opens the browser's print dialog with one PNG to a page. */
export async function printPictures(files: readonly LabelFile[], title: string): Promise<void> {
  const frame = document.createElement("iframe");
  frame.title = title;
  frame.style.cssText = "position:fixed;width:0;height:0;border:0;visibility:hidden";
  document.body.append(frame);
  const page = frame.contentDocument;
  if (page === null) throw new Error("The browser gave no document to print.");
  const style = page.createElement("style");
  style.textContent =
    "@page{size:4in 6in;margin:0}html,body{margin:0}img{display:block;width:4in;height:6in;object-fit:contain;page-break-after:always}";
  page.title = title;
  page.head.append(style);
  await Promise.all(
    files.map((file) => {
      const picture = page.createElement("img");
      picture.src = `data:${file.content_type};base64,${file.content_base64}`;
      page.body.append(picture);
      return picture.decode();
    }),
  );
  frame.contentWindow?.addEventListener("afterprint", () => frame.remove());
  frame.contentWindow?.print();
}
