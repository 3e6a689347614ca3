/** Normalized search text of an order and of a query. Pure. */
import type { Place } from "#vocabulary/place.ts";
import { formatAddressLine } from "../shapes.ts";

/**
 * Lower case without the accents of Latin and Greek letters; other scripts keep their combining marks, which are part
 * of the letters there.
 */
export function normalizeSearchText(text: string): string {
  return (ASCII.test(text) ? text : withoutAccents(text)).toLowerCase().replaceAll(/\s+/g, " ").trim();
}

const ASCII = /^[\x20-\x7e]*$/;

function withoutAccents(text: string): string {
  return text
    .normalize("NFKD")
    .replaceAll(/(?<=[\p{Script=Latin}\p{Script=Greek}])\p{Mn}+/gu, "")
    .normalize("NFC");
}

/** Search text of an order: number, references, name, phone digits, address. */
export function buildSearchText(
  tracking_number: string,
  order: { ref?: string | null; external_tracking?: string | null },
  place: Place | null,
): string {
  return normalizeSearchText(
    [
      tracking_number,
      order.ref,
      order.external_tracking,
      place?.name,
      place?.phone,
      place?.phone?.replaceAll(/\D/g, ""),
      formatAddressLine(place),
    ]
      .filter((part) => part)
      .join(" "),
  );
}
