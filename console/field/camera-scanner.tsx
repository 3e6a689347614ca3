/** Scans codes with the camera; each code once until another one was seen. */
import { Button, Modal } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { IconBulb, IconCamera } from "#icons";
import { createCodeReader } from "./scan-code.ts";
import { text } from "./text.ts";
import "./field.css";

const SCAN_INTERVAL_MS = 150;
/** The same code counts again after it was away for this long. */
const REPEAT_AFTER_MS = 2500;

export function CameraButton({ onScan }: { onScan: (code: string) => void }) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button
        size="md"
        variant="default"
        leftSection={<IconCamera size={20} />}
        onClick={() => setOpened(true)}
      >
        {text.camera.scan}
      </Button>
      <Modal
        opened={opened}
        onClose={() => setOpened(false)}
        fullScreen
        title={text.camera.title}
        classNames={{ content: "field-dialog" }}
        closeButtonProps={{ "aria-label": text.close, size: 44 }}
      >
        <Camera onScan={onScan} />
      </Modal>
    </>
  );
}

/** The picture of the camera, with a frame; for pages that have a place of their own for it. */
export function Camera({ onScan }: { onScan: (code: string) => void }) {
  const video = useRef<HTMLVideoElement>(null);
  const [problem, setProblem] = useState<"denied" | "none" | null>(null);
  const [seen_code, setSeenCode] = useState<string | null>(null);
  const [track, setTrack] = useState<MediaStreamTrack | null>(null);
  const scan = useRef(onScan);
  scan.current = onScan;
  useEffect(() => {
    const devices = navigator.mediaDevices as MediaDevices | undefined;
    if (devices?.getUserMedia === undefined) {
      setProblem("none");
      return;
    }
    let is_over = false;
    let stream: MediaStream | undefined;
    const last = { code: "", at: 0 };
    const scanFrames = async () => {
      stream = await devices.getUserMedia({ video: { facingMode: "environment" } });
      const read = await createCodeReader();
      if (is_over || video.current === null) return stop(stream);
      setTrack(stream.getVideoTracks()[0] ?? null);
      video.current.srcObject = stream;
      await video.current.play();
      while (!is_over) {
        const code = await read(video.current).catch(() => undefined);
        const now = Date.now();
        if (code !== undefined && code.trim() !== "") {
          if (code !== last.code || now - last.at > REPEAT_AFTER_MS) {
            navigator.vibrate?.(60);
            setSeenCode(code);
            scan.current(code.trim());
          }
          Object.assign(last, { code, at: now });
        }
        await new Promise((resolve) => setTimeout(resolve, SCAN_INTERVAL_MS));
      }
    };
    scanFrames().catch((error: unknown) => {
      const is_denied = error instanceof DOMException && error.name === "NotAllowedError";
      if (!is_over) setProblem(is_denied ? "denied" : "none");
    });
    return () => {
      is_over = true;
      stop(stream);
    };
  }, []);
  if (problem !== null) return <p role="alert">{text.camera[problem]}</p>;
  return (
    <div className="camera">
      <video ref={video} muted playsInline />
      <span className="camera-frame" aria-hidden />
      <p role="status">{seen_code ?? text.camera.aim}</p>
      <TorchButton track={track} />
    </div>
  );
}

function stop(stream: MediaStream | undefined): void {
  for (const track of stream?.getTracks() ?? []) track.stop();
}

/** The light of the device, where it has one. */
function TorchButton({ track }: { track: MediaStreamTrack | null }) {
  const [is_on, setOn] = useState(false);
  const capabilities = track?.getCapabilities?.() as { torch?: boolean } | undefined;
  if (track === null || capabilities?.torch !== true) return null;
  const turn = async () => {
    await track.applyConstraints({ advanced: [{ torch: !is_on } as MediaTrackConstraintSet] });
    setOn(!is_on);
  };
  return (
    <Button
      size="md"
      variant="default"
      aria-pressed={is_on}
      leftSection={<IconBulb size={20} />}
      onClick={() => void turn()}
    >
      {text.camera.light}
    </Button>
  );
}
