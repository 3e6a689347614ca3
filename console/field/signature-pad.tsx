/** A signature drawn with a finger, a pen or the mouse. */
import { Button } from "@mantine/core";
import { IconEraser } from "@tabler/icons-react";
import { type PointerEvent, useEffect, useRef } from "react";
import { type Attachment, createKey, toBlob } from "./photos.ts";
import "./field.css";

interface SignaturePadProps {
  label: string;
  clear_label: string;
  signature: Attachment | null;
  onChange: (signature: Attachment | null) => void;
}

/** Pixels of the picture for each of the screen. */
const SCALE = 2;

export function SignaturePad({ label, clear_label, signature, onChange }: SignaturePadProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const pen = useRef<{ x: number; y: number } | null>(null);
  useEffect(() => {
    if (signature === null && canvas.current !== null) wipe(canvas.current);
  }, [signature]);
  const at = (event: PointerEvent<HTMLCanvasElement>) => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    return { x: (event.clientX - left) * SCALE, y: (event.clientY - top) * SCALE };
  };
  const draw = (event: PointerEvent<HTMLCanvasElement>) => {
    const from = pen.current;
    const context = event.currentTarget.getContext("2d");
    if (from === null || context === null) return;
    const to = at(event);
    context.strokeStyle = "#16130f";
    context.lineWidth = 2.4 * SCALE;
    context.lineCap = "round";
    context.beginPath();
    context.moveTo(from.x, from.y);
    context.lineTo(to.x, to.y);
    context.stroke();
    pen.current = to;
  };
  const lift = async () => {
    if (pen.current === null || canvas.current === null) return;
    pen.current = null;
    const blob = await toBlob(canvas.current, "image/png");
    const captured_at = new Date().toISOString();
    onChange({ key: createKey(), blob, name: "signature.png", captured_at });
  };
  return (
    <div className="stack" style={{ gap: 8 }}>
      <canvas
        ref={canvas}
        className="signature"
        role="img"
        aria-label={label}
        width={350 * SCALE}
        height={160 * SCALE}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          if (signature === null) wipe(event.currentTarget);
          pen.current = at(event);
          draw(event);
        }}
        onPointerMove={draw}
        onPointerUp={() => void lift()}
        onPointerCancel={() => void lift()}
      />
      {signature === null ? null : (
        <Button
          size="md"
          variant="default"
          leftSection={<IconEraser size={20} />}
          onClick={() => onChange(null)}
        >
          {clear_label}
        </Button>
      )}
    </div>
  );
}

/** White, also where the page is dark: it is looked at on paper. */
function wipe(canvas: HTMLCanvasElement): void {
  canvas.width = canvas.clientWidth * SCALE;
  canvas.height = canvas.clientHeight * SCALE;
  const context = canvas.getContext("2d");
  if (context === null) return;
  context.fillStyle = "#ffffff";
  context.fillRect(0, 0, canvas.width, canvas.height);
}
