/** A timeline in any of the output formats, and the number of events that a format cannot express. */
import { Button, CopyButton, Select } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { lazy, type ReactNode, Suspense } from "react";
import { formats, formatUri } from "../../../../packages/otep/src/projections.ts";
import { count } from "../../../parts/format.ts";
import { Waiting } from "../../../parts/states.tsx";

const Editor = lazy(() => import("./editor.tsx"));

const NAMES: Record<string, string> = {
  otep: "OTEP timeline",
  epcis: "GS1 EPCIS 2.0",
  onerecord: "IATA ONE Record",
  uncefact: "UN/CEFACT",
  otlp: "OpenTelemetry traces",
  aggregator: "Tracking aggregator",
  storefront_a: "Storefront A",
  shipping_marketplace: "Shipping marketplace",
  marketplace_a: "Marketplace A",
  storefront_b: "Storefront B",
  storefront_c: "Storefront C",
  storefront_d: "Storefront D",
  marketplace_b: "Marketplace B",
  sensorthings: "OGC SensorThings",
};

const FORMATS = formats.map((value) => ({ value, label: NAMES[value] ?? value }));

export function FormatChoice({ value, choose }: { value: string; choose: (format: string) => void }) {
  return (
    <Select
      label="Format"
      size="sm"
      data={FORMATS}
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
  const text = JSON.stringify(document, null, 2);
  return (
    <div className="play-format">
      <div className="row apart">
        <p className="small" aria-live="polite">
          <span className="mono">{formatUri(format)}</span> <span className="dim">· {media_type}</span>
          <br />
          {loss === 0 ? (
            <span className="dim">Nothing is lost in this format.</span>
          ) : (
            <span className="tag tone-warn">
              {count(loss, "event")}
              {event_count === undefined ? "" : ` of ${event_count}`} cannot be expressed in this format
            </span>
          )}
        </p>
        <span className="row tight">
          {actions}
          <CopyButton value={text}>
            {({ copied, copy }) => (
              <Button
                variant="default"
                size="xs"
                leftSection={copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
                onClick={copy}
              >
                {copied ? "Copied" : "Copy"}
              </Button>
            )}
          </CopyButton>
        </span>
      </div>
      <div className="play-text">
        <Suspense fallback={<Waiting rows={10} />}>
          <Editor key={format} label={`The document as ${NAMES[format] ?? format}`} text={text} />
        </Suspense>
      </div>
    </div>
  );
}
