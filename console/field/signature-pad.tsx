/** A signature drawn with a finger, a pen or the mouse. */
import { Button } from "@mantine/core";
import { useEffect, useRef } from "react";
import Pad from "signature_pad";
import { IconEraser } from "#icons";
import { type Attachment, createKey, toBlob } from "./photos.ts";
import "./field.css";

interface SignaturePadProps {
  label: string;
  clear_label: string;
  signature: Attachment | null;
  onChange: (signature: Attachment | null) => void;
}

/** Pixels of the picture for each CSS pixel of the screen. */
const SCALE = 2;

/** White, also in the dark theme: the signature is printed. */
const PAPER = { penColor: "#16130f", backgroundColor: "#ffffff", minWidth: 1.2, maxWidth: 2.8 };

export function SignaturePad({ label, clear_label, signature, onChange }: SignaturePadProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const pad = useRef<Pad>(null);
  const latest = useRef({ signature, onChange });
  latest.current = { signature, onChange };
  useEffect(() => {
    const surface = canvas.current;
    if (surface === null) return;
    const opened = new Pad(surface, PAPER);
    pad.current = opened;
    // The screen may turn after the form was opened. What is signed stays as it is.
    const sized = new ResizeObserver(() => {
      if (latest.current.signature === null) resizeAndClear(surface, opened);
    });
    sized.observe(surface);
    opened.addEventListener("endStroke", async () => {
      const blob = await toBlob(surface, "image/png");
      const captured_at = new Date().toISOString();
      latest.current.onChange({ key: createKey(), blob, name: "signature.png", captured_at });
    });
    return () => {
      sized.disconnect();
      opened.off();
    };
  }, []);
  useEffect(() => {
    if (signature === null && canvas.current !== null && pad.current !== null)
      resizeAndClear(canvas.current, pad.current);
  }, [signature]);
  return (
    <div className="stack" style={{ gap: 8 }}>
      <canvas ref={canvas} className="signature" role="img" aria-label={label} />
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

/** Sizes the picture for the screen, which also removes what was drawn. */
function resizeAndClear(canvas: HTMLCanvasElement, pad: Pad): void {
  canvas.width = canvas.clientWidth * SCALE;
  canvas.height = canvas.clientHeight * SCALE;
  canvas.getContext("2d")?.scale(SCALE, SCALE);
  pad.clear();
}
