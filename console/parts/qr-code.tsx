/** An address as a QR code: dark on white in both colour schemes, because many readers know no other. */
import { useMemo } from "react";
import { drawQrCode } from "./qr-path.ts";

export function QrCode({ value, label, size_px = 128 }: { value: string; label: string; size_px?: number }) {
  const { path, size } = useMemo(() => drawQrCode(value), [value]);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      width={size_px}
      height={size_px}
      style={{ flex: "none" }}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}
