/** Labels that were read, their pictures, and the jobs that read long files. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { LabelScan, OcrLabelsInput } from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";

export type { LabelField, LabelScan } from "../../../../packages/client/client.gen.ts";

export type ScanStatus = LabelScan["status"];

export const SCANS_KEY = ["label-scans"];
export const PER_PAGE = 50;

export const scansQuery = (filters: OcrLabelsInput) =>
  queryOptions({
    queryKey: [...SCANS_KEY, "list", filters],
    meta: { live: ["label_scan"] },
    queryFn: ({ signal }) => client.ocrLabels({ per_page: PER_PAGE, ...filters }, { signal }),
    placeholderData: keepPreviousData,
  });

export const scanQuery = (scan_id: number) =>
  queryOptions({
    queryKey: [...SCANS_KEY, "one", scan_id],
    meta: { live: [{ label_scan: scan_id }] },
    queryFn: ({ signal }) => client.ocrLabel({ scan_id }, { signal }),
  });

export const pictureQuery = (scan_id: number) =>
  queryOptions({
    queryKey: [...SCANS_KEY, "picture", scan_id],
    queryFn: ({ signal }) => client.ocrLabelImage({ scan_id }, { signal, accept: "image/jpeg" }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

export const qualityQuery = queryOptions({
  queryKey: [...SCANS_KEY, "quality"],
  meta: { live: ["label_scan"] },
  queryFn: ({ signal }) => client.ocrQuality({}, { signal }),
});
