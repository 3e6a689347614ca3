/** Editor that validates a document while it is typed, and shows it as a timeline and in every format. */

import { Button, Select, Tabs } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { IconFileUpload, IconLink, IconTimeline } from "#icons";
import { findProjection } from "../../../../packages/otep/src/projections.ts";
import type { Timeline } from "../../../../packages/otep/src/timeline.ts";
import { nameCode } from "../../../parts/labels.ts";
import { Empty, Waiting } from "../../../parts/states.tsx";
import { notifyFailure, notifySuccess } from "../../../parts/toast.ts";
import { TraceView } from "../../../parts/trace/trace.tsx";
import { DocumentTimeline } from "./document-timeline.tsx";
import type { EditorHandle } from "./editor.tsx";
import { EXAMPLES } from "./examples.ts";
import { FormatChoice, FormatText } from "./formats.tsx";
import { findSpan, findSyntaxError } from "./pointer-range.ts";
import { validationQuery } from "./queries.ts";
import { type AnyFinding, buildTimelines, readDocument } from "./read-document.ts";
import { decodeHash, encodeHash } from "./share.ts";
import { text } from "./text.ts";
import { type LocatedFinding, ValidationResult } from "./validation-result.tsx";

const Editor = lazy(() => import("./editor.tsx"));

const PAUSE_MS = 350;
/** How many findings are marked in the text; the list beside it has all that were returned. */
const MARKS_MAX = 200;

export default function DocumentPlayground() {
  const [example, setExample] = useState<string | null>("timeline");
  const [source, setSource] = useState(() => EXAMPLES["timeline"]!());
  const [settled] = useDebouncedValue(source, PAUSE_MS);
  const handle = useRef<EditorHandle | null>(null);

  useEffect(() => {
    void decodeHash(location.hash).then((linked) => {
      if (linked === null) return;
      setSource(linked);
      setExample(null);
    });
  }, []);

  const pasted = useMemo(() => readDocument(settled), [settled]);
  const blank = settled.trim() === "";
  const query = useQuery({
    ...validationQuery(pasted?.checked ?? { text: "", type: "application/json" }),
    enabled: pasted !== undefined,
    placeholderData: keepPreviousData,
  });
  const validation = pasted === undefined ? undefined : query.data;
  const findings = useMemo((): LocatedFinding[] => {
    const lines = lineStarts(settled);
    const place = (
      finding: AnyFinding,
      span = findSpan(settled, finding.path, pasted?.kind === "lines"),
    ) => ({
      ...finding,
      ...span,
      line: findLine(lines, span.from),
    });
    if (blank) return [];
    if (pasted === undefined) {
      const span = findSyntaxError(settled) ?? { from: 0, to: 0 };
      return [
        place({ severity: "error", path: "", code: "invalid_json", message: text.editor.broken_json }, span),
      ];
    }
    // Findings of an earlier text refer to other lines.
    if (query.isPlaceholderData) return [];
    const listFindings = (severity: "error" | "warning") =>
      (severity === "error" ? validation?.errors : validation?.warnings)?.map(
        ({ path, ...finding }): AnyFinding => ({ ...finding, severity, path: pasted.toSourcePath(path) }),
      ) ?? [];
    return [...pasted.findings, ...listFindings("error"), ...listFindings("warning")]
      .toSorted((one, other) => Number(one.severity === "warning") - Number(other.severity === "warning"))
      .map((finding) => place(finding));
  }, [settled, blank, pasted, validation, query.isPlaceholderData]);
  const marks = useMemo(
    () =>
      findings.slice(0, MARKS_MAX).map(({ from, to, severity, code, message }) => ({
        from,
        to,
        severity,
        message,
        source: code,
      })),
    [findings],
  );
  const jump = useCallback(({ from, to }: LocatedFinding) => handle.current?.jump(from, to), []);
  const share = async () => {
    const hash = await encodeHash(source);
    if (hash === null) {
      notifyFailure(new Error(text.editor.too_long), text.editor.no_link);
      return;
    }
    history.replaceState(null, "", hash);
    await navigator.clipboard.writeText(location.href).then(
      () => notifySuccess(text.editor.link_copied),
      () => notifySuccess(text.editor.link_in_address),
    );
  };

  return (
    <div className="play">
      <section className="sheet play-left" aria-label={text.document}>
        <div className="play-tools">
          <Select
            label={text.editor.example}
            size="sm"
            placeholder={text.editor.own}
            data={Object.keys(EXAMPLES).map((value) => ({
              value,
              label: nameCode(text.examples, value),
            }))}
            value={example}
            onChange={(value) => {
              const buildExample = value === null ? undefined : EXAMPLES[value];
              if (buildExample === undefined) return;
              setExample(value);
              setSource(buildExample());
            }}
            className="grow"
          />
          <Button component="label" variant="default" size="sm" leftSection={<IconFileUpload size={15} />}>
            {text.editor.open}
            <input
              type="file"
              className="sr"
              accept=".json,.jsonld,.ndjson,application/json"
              onChange={(event) => {
                void event.currentTarget.files?.[0]?.text().then((read) => {
                  setSource(read);
                  setExample(null);
                });
                event.currentTarget.value = "";
              }}
            />
          </Button>
          <Button
            variant="default"
            size="sm"
            leftSection={<IconLink size={15} />}
            onClick={() => void share()}
            disabled={blank}
          >
            {text.editor.link}
          </Button>
        </div>
        <div className="play-editor">
          <Suspense fallback={<Waiting rows={14} />}>
            <Editor
              label={text.editor.label}
              text={source}
              onText={(next) => {
                setSource(next);
                if (example !== null && next !== EXAMPLES[example]?.()) setExample(null);
              }}
              marks={marks}
              handle={handle}
            />
          </Suspense>
        </div>
        {blank ? (
          <p className="dim play-blank">{text.editor.paste}</p>
        ) : (
          <ValidationResult
            validation={validation}
            findings={findings}
            error={query.error}
            broken={pasted === undefined}
            retry={() => void query.refetch()}
            jump={jump}
          />
        )}
      </section>
      <DocumentView body={pasted?.body} />
    </div>
  );
}

/** The timelines of the document. */
function DocumentView({ body }: { body: NonNullable<ReturnType<typeof readDocument>>["body"] | undefined }) {
  const [format, setFormat] = useState("epcis");
  const [subject, setSubject] = useState<string | null>(null);
  const drawn = useMemo(() => (body === undefined ? undefined : buildTimelines(body)), [body]);
  const names = drawn?.timelines.map(({ subject: { scheme, id } }) => `${scheme} ${id}`) ?? [];
  const at = Math.max(0, names.indexOf(subject ?? ""));
  const timeline = drawn?.timelines[at];
  return (
    <section className="sheet play-right" aria-label={text.view}>
      <Tabs defaultValue="timeline" keepMounted={false}>
        <Tabs.List px={6}>
          <Tabs.Tab value="timeline">{text.timeline}</Tabs.Tab>
          <Tabs.Tab value="formats">{text.other_formats}</Tabs.Tab>
        </Tabs.List>
        {names.length > 1 ? (
          <Select
            m="md"
            mb={0}
            label={text.one_of({ n: names.length })}
            data={names}
            value={names[at] ?? null}
            onChange={setSubject}
            allowDeselect={false}
            searchable
          />
        ) : null}
        {drawn !== undefined && drawn.left_out > 0 ? (
          <p className="note tone-warn play-note">{text.left_out({ n: drawn.left_out })}</p>
        ) : null}
        <Tabs.Panel value="timeline" p="md">
          {timeline === undefined ? <Nothing /> : <DocumentTimeline timeline={timeline} />}
        </Tabs.Panel>
        <Tabs.Panel value="formats" p="md">
          <div className="stack">
            <FormatChoice value={format} choose={setFormat} />
            {timeline === undefined ? <Nothing /> : <Projected timeline={timeline} format={format} />}
          </div>
        </Tabs.Panel>
      </Tabs>
    </section>
  );
}

function Nothing() {
  return (
    <Empty icon={IconTimeline} title={text.no_timeline}>
      {text.no_timeline_about}
    </Empty>
  );
}

function Projected({ timeline, format }: { timeline: Timeline; format: string }) {
  const projection = findProjection(format);
  const projected = useMemo(
    () => projection?.project(timeline, { public_url: `${location.origin}/track/${timeline.subject.id}` }),
    [projection, timeline],
  );
  if (projection === undefined || projected === undefined) return null;
  return (
    <>
      {format === "otlp" ? <TraceView document={projected.document} /> : null}
      <FormatText
        format={format}
        document={projected.document}
        loss={projected.loss}
        media_type={projection.media_type}
        event_count={timeline.event_count}
      />
    </>
  );
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

/** From 1. */
function findLine(starts: readonly number[], position: number): number {
  let low = 0;
  let high = starts.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (starts[middle]! <= position) low = middle;
    else high = middle;
  }
  return low + 1;
}
