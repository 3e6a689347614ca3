/** A QR code as a path of SVG, in modules. */
import { encode } from "uqr";

/** Modules of the quiet zone (ISO/IEC 18004). */
const QUIET_ZONE = 4;

export interface QrPath {
  path: string;
  /** Modules of a side, with the quiet zone. */
  size: number;
}

/** A run of dark modules in a row is one rectangle. */
export function drawQrCode(value: string): QrPath {
  const { data, size } = encode(value, { ecc: "M", border: QUIET_ZONE });
  const runs = data.flatMap((row, y) =>
    row.flatMap((is_dark, x) => {
      if (!is_dark || row[x - 1]) return [];
      const end = row.indexOf(false, x);
      return `M${x} ${y}h${(end < 0 ? size : end) - x}v1H${x}z`;
    }),
  );
  return { path: runs.join(""), size };
}

/** Pixels of a module where a file is shown as it is. */
const MODULE_PX = 8;

/** A file for signs and for pages of others: dark on white. */
export function buildQrFile(value: string): string {
  const { path, size } = drawQrCode(value);
  const side_px = size * MODULE_PX;
  const background = `<path fill="#fff" d="M0 0h${size}v${size}H0z"/>`;
  const modules = `<path shape-rendering="crispEdges" d="${path}"/>`;
  const open = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${side_px}" height="${side_px}">`;
  return `${open}${background}${modules}</svg>`;
}
