/** Reads many files, one after another, and says what became of each; those that wait can be taken back. */
import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { IconFileUpload } from "#icons";
import { ApiError, client } from "../../../api/client.ts";
import { StatusBadge } from "../../../parts/badge.tsx";
import type { Tone } from "../../../parts/labels.ts";
import { Bar, Page, Sheet } from "../../../parts/page.tsx";
import { RecordLink } from "../../../parts/record-link.tsx";
import { toBase64 } from "../../../parts/to-base64.ts";
import "./ocr.css";
import { type LabelScan, SCANS_KEY } from "./queries.ts";
import { Sections } from "./sections.tsx";
import { text } from "./text.ts";

const TYPES = ["image/jpeg", "image/png", "image/webp", "application/pdf"] as const;
type FileType = (typeof TYPES)[number];

type Progress = "waiting" | "reading" | "read" | "queued" | "refused" | "cancelled";
const TONES: Record<Progress, Tone> = {
  waiting: "grey",
  reading: "blue",
  read: "good",
  queued: "blue",
  refused: "bad",
  cancelled: "grey",
};

interface Upload {
  key: number;
  file: File;
  progress: Progress;
  problem: string | null;
  scans: readonly LabelScan[];
}

export function UploadLabels() {
  const queries = useQueryClient();
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const waiting = useRef<Upload[]>([]);
  const is_running = useRef(false);
  const abort = useRef<AbortController | null>(null);
  const next_key = useRef(1);

  const change = (key: number, part: Partial<Upload>) =>
    setUploads((all) => all.map((one) => (one.key === key ? { ...one, ...part } : one)));

  const readNext = async () => {
    if (is_running.current) return;
    is_running.current = true;
    for (let next = waiting.current.shift(); next !== undefined; next = waiting.current.shift()) {
      change(next.key, { progress: "reading" });
      abort.current = new AbortController();
      change(next.key, await readOne(next.file, abort.current.signal));
    }
    abort.current = null;
    is_running.current = false;
    await queries.invalidateQueries({ queryKey: SCANS_KEY });
  };

  const add = (files: FileList | null) => {
    const added = [...(files ?? [])].map(
      (file): Upload => ({ key: next_key.current++, file, progress: "waiting", problem: null, scans: [] }),
    );
    waiting.current.push(...added);
    setUploads((all) => [...added, ...all]);
    void readNext();
  };

  const cancel = () => {
    for (const { key } of waiting.current.splice(0)) change(key, { progress: "cancelled" });
    abort.current?.abort();
  };

  const finished = uploads.filter(({ progress }) => progress !== "waiting" && progress !== "reading").length;
  const is_busy = finished < uploads.length;
  return (
    <Page above={<Sections />} subtitle={text.upload.about}>
      <Sheet>
        <label
          className="drop"
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => {
            event.preventDefault();
            add(event.dataTransfer.files);
          }}
        >
          <IconFileUpload size={28} stroke={1.4} />
          <span className="strong">{text.upload.drop}</span>
          <span className="dim small">{text.upload.types}</span>
          <input
            type="file"
            multiple
            accept={TYPES.join(",")}
            onChange={(event) => {
              add(event.currentTarget.files);
              event.currentTarget.value = "";
            }}
          />
        </label>
      </Sheet>
      {uploads.length === 0 ? null : (
        <Sheet
          title={text.upload.files}
          actions={
            is_busy ? (
              <Button size="xs" variant="default" onClick={cancel}>
                {text.upload.cancel}
              </Button>
            ) : null
          }
        >
          <div className="stack">
            <div className="stack tight" role="status">
              <Bar value={finished} of={uploads.length} label={text.upload.files} />
              <span className="small dim">
                {text.upload.progress({ done: finished, total: uploads.length })}
              </span>
            </div>
            <ul className="list" aria-label={text.upload.files}>
              {uploads.map((upload) => (
                <li key={upload.key} className="label-upload">
                  <span className="stack tight" style={{ gap: 2, minWidth: 0 }}>
                    <span className="cut">{upload.file.name}</span>
                    {upload.problem === null ? null : (
                      <span className="small tone-bad">{upload.problem}</span>
                    )}
                    {upload.scans.map((scan) => (
                      <span key={scan.id} className="small">
                        <RecordLink type="label_scan" id={scan.id}>
                          {scan.tracking_number ?? text.page_of({ name: text.upload.label, page: scan.page })}
                        </RecordLink>{" "}
                        <span className="dim">{text.statuses[scan.status]}</span>
                      </span>
                    ))}
                  </span>
                  <StatusBadge
                    badge={{ label: text.upload.states[upload.progress], tone: TONES[upload.progress] }}
                  />
                </li>
              ))}
            </ul>
          </div>
        </Sheet>
      )}
    </Page>
  );
}

async function readOne(file: File, signal: AbortSignal): Promise<Partial<Upload>> {
  if (!(TYPES as readonly string[]).includes(file.type))
    return { progress: "refused", problem: text.upload.unknown_type };
  try {
    const { scans, is_pending } = await client.ocrLabelsRead(
      {
        content_base64: await toBase64(file),
        content_type: file.type as FileType,
        name: file.name.slice(0, 200),
      },
      { signal },
    );
    return { progress: is_pending ? "queued" : "read", scans };
  } catch (error) {
    if (signal.aborted) return { progress: "cancelled" };
    return { progress: "refused", problem: describeProblem(error) };
  }
}

function describeProblem(error: unknown): string {
  if (!(error instanceof ApiError)) return text.upload.not_sent;
  return error.error_code === "TYPE_MISMATCH" ? text.upload.unknown_type : error.message;
}
