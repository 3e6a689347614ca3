/** A timeline in any of the output formats, and the number of events that a format cannot express. */

import { Button, CopyButton, Select } from "@mantine/core";
import { lazy, type ReactNode, Suspense } from "react";
import { IconCheck, IconCopy } from "#icons";
import { formats, formatUri } from "../../../../packages/otep/src/projections.ts";
import { nameCode } from "../../../parts/labels.ts";
import { Waiting } from "../../../parts/states.tsx";
import { text } from "./text.ts";

const Editor = lazy(() => import("./editor.tsx"));

/** Names of standards, which are the same in every language; the others are texts. */
const STANDARDS: Record<string, string> = {
  epcis: "GS1 EPCIS 2.0",
  onerecord: "IATA ONE Record",
  uncefact: "UN/CEFACT",
  sensorthings: "OGC SensorThings",
};

const getName = (format: string) => STANDARDS[format] ?? nameCode(text.format.names, format);

export function FormatChoice({ value, choose }: { value: string; choose: (format: string) => void }) {
  return (
    <Select
      label={text.format.label}
      size="sm"
      data={formats.map((format) => ({ value: format, label: getName(format) }))}
      value={value}
      onChange={(next) => next && choose(next)}
      allowDeselect={false}
      searchable
      className="grow"
    />
  );
}

export function FormatText({
  format,
  document,
  loss,
  media_type,
  event_count,
  actions,
}: {
  format: string;
  document: unknown;
  loss: number;
  media_type: string;
  event_count: number | undefined;
  actions?: ReactNode;
}) {
  const json = JSON.stringify(document, null, 2);
  return (
    <div className="play-format">
      <div className="row apart">
        <p className="small" aria-live="polite">
          <span className="mono">{formatUri(format)}</span> <span className="dim">· {media_type}</span>
          <br />
          {loss === 0 ? (
            <span className="dim">{text.format.lossless}</span>
          ) : (
            <span className="tag tone-warn">
              {event_count === undefined
                ? text.format.lost({ n: loss })
                : text.format.lost_of({ n: loss, total: String(event_count) })}
            </span>
          )}
        </p>
        <span className="row tight">
          {actions}
          <CopyButton value={json}>
            {({ copied, copy }) => (
              <Button
                variant="default"
                size="xs"
                leftSection={copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
                onClick={copy}
              >
                {copied ? text.format.copied : text.format.copy}
              </Button>
            )}
          </CopyButton>
        </span>
      </div>
      <div className="play-text">
        <Suspense fallback={<Waiting rows={10} />}>
          <Editor key={format} label={text.format.as({ format: getName(format) })} text={json} />
        </Suspense>
      </div>
    </div>
  );
}
