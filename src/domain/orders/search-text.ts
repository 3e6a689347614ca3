/** The text that search looks through, and a query in the same letters. Pure. */
import type { Place } from "#vocabulary/place.ts";
import { oneLine } from "./shapes.ts";

/** Small letters, without the accents of Latin and Greek; other scripts keep their marks, which are letters there. */
export function foldQuery(text: string): string {
  return (ASCII.test(text) ? text : withoutAccents(text)).toLowerCase().replaceAll(/\s+/g, " ").trim();
}

const ASCII = /^[\x20-\x7e]*$/;

function withoutAccents(text: string): string {
  return text
    .normalize("NFKD")
    .replaceAll(/(?<=[\p{Script=Latin}\p{Script=Greek}])\p{Mn}+/gu, "")
    .normalize("NFC");
}

/** Numbers, references, name, phone digits, street. */
export function searchText(
  tracking_number: string,
  order: { ref?: string | null; external_tracking?: string | null },
  place: Place | null,
): string {
  return foldQuery(
    [
      tracking_number,
      order.ref,
      order.external_tracking,
      place?.name,
      place?.phone,
      place?.phone?.replaceAll(/\D/g, ""),
      oneLine(place),
    ]
      .filter((part) => part)
      .join(" "),
  );
}
