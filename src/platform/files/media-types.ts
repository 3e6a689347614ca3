/** The media types of files that are taken and sent, and the words for them. */

export const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

export const KML = "application/vnd.google-earth.kml+xml";
export const KMZ = "application/vnd.google-earth.kmz";

const LABELS = {
  "image/jpeg": "JPEG",
  "image/png": "PNG",
  "image/webp": "WebP",
  "application/pdf": "PDF",
  [XLSX]: "XLSX",
  "text/csv": "CSV",
  "application/geo+json": "GeoJSON",
  [KML]: "KML",
  [KMZ]: "KMZ",
  "application/zpl": "ZPL",
} as const;

export type MediaType = keyof typeof LABELS;

export function getMediaLabel(type: MediaType): string {
  return LABELS[type];
}
