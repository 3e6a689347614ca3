/** Exports every row of a list, as its filters and columns show it, and prints it. */
import { Button, Menu, Modal, Progress } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { IconDownload, IconFileSpreadsheet, IconFileTypeCsv, IconPrinter } from "#icons";
import { type SheetOfValues, toCsv } from "../../../packages/spreadsheet/csv.ts";
import { download } from "../download.ts";
import { useTimes } from "../times.ts";
import { notifyFailure, notifyWarning } from "../toast.ts";
import { readAll } from "./collect.ts";
import { type Column, type Layout, listShownColumns } from "./columns.ts";
import { toFileName, toSheet } from "./export.ts";
import type { Source } from "./source.ts";
import { text } from "./text.ts";

type Kind = "csv" | "xlsx" | "print";

/** A browser prints this many rows in reasonable time. */
const PRINTED_MAX = 5000;

export function ExportMenu<Row>({
  label,
  source,
  columns,
  layout,
}: {
  /** The heading of the file. */
  label: string;
  source: Source<Row> | undefined;
  columns: readonly Column<Row>[];
  layout: Layout;
}) {
  const times = useTimes();
  const [progress, setProgress] = useState<{ done: number; of: number } | null>(null);
  const [printed, setPrinted] = useState<SheetOfValues | null>(null);
  const stop = useRef<AbortController>(undefined);

  const run = async (kind: Kind) => {
    if (source === undefined) return;
    const abort = new AbortController();
    stop.current = abort;
    if (!source.is_read_whole) setProgress({ done: 0, of: source.total });
    try {
      const rows = await readAll(source, {
        signal: abort.signal,
        progress: (loaded_count, of) => setProgress({ done: loaded_count, of }),
      });
      const sheet = toSheet(listShownColumns(columns, layout, window.innerWidth), rows);
      const date = times.today();
      const save = (content: BlobPart, type: string, extension: "csv" | "xlsx") =>
        download(new Blob([content], { type }), toFileName(label, date, extension));
      if (kind === "csv") save(toCsv(sheet), "text/csv;charset=utf-8", "csv");
      else if (kind === "xlsx") {
        const { toXlsx } = await import("../../../packages/spreadsheet/xlsx.ts");
        save(
          await toXlsx(label, sheet),
          "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
          "xlsx",
        );
      } else {
        if (sheet.rows.length > PRINTED_MAX) notifyWarning(text.exported.first_printed({ n: PRINTED_MAX }));
        setPrinted({ ...sheet, rows: sheet.rows.slice(0, PRINTED_MAX) });
      }
    } catch (error) {
      if (!abort.signal.aborted) notifyFailure(error, text.exported.failed);
    } finally {
      setProgress(null);
    }
  };

  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" leftSection={<IconDownload size={16} />} disabled={source === undefined}>
            {text.exported.title}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconFileTypeCsv size={16} />} onClick={() => void run("csv")}>
            {text.exported.csv}
          </Menu.Item>
          <Menu.Item leftSection={<IconFileSpreadsheet size={16} />} onClick={() => void run("xlsx")}>
            {text.exported.xlsx}
          </Menu.Item>
          <Menu.Item leftSection={<IconPrinter size={16} />} onClick={() => void run("print")}>
            {text.exported.print}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Modal
        opened={progress !== null}
        onClose={() => stop.current?.abort()}
        title={text.exported.reading}
        closeOnClickOutside={false}
      >
        <div className="stack">
          <p className="num" role="status">
            {text.exported.progress({
              done: (progress?.done ?? 0).toLocaleString(),
              of: (progress?.of ?? 0).toLocaleString(),
            })}
          </p>
          <Progress
            aria-label={text.exported.rows_read}
            value={progress === null ? 0 : (100 * progress.done) / Math.max(1, progress.of)}
          />
          <Button variant="default" onClick={() => stop.current?.abort()} style={{ alignSelf: "flex-end" }}>
            {text.exported.cancel}
          </Button>
        </div>
      </Modal>
      {printed === null ? null : <PrintedSheet label={label} sheet={printed} done={() => setPrinted(null)} />}
    </>
  );
}

/** The rows on paper: the page itself is hidden by the print styles. */
function PrintedSheet({ label, sheet, done }: { label: string; sheet: SheetOfValues; done: () => void }) {
  const finish = useRef(done);
  finish.current = done;
  useEffect(() => {
    const end = () => finish.current();
    window.addEventListener("afterprint", end);
    window.print();
    return () => window.removeEventListener("afterprint", end);
  }, []);
  return createPortal(
    <section className="printed" aria-hidden>
      <h1>{label}</h1>
      <table>
        <thead>
          <tr>
            {sheet.heads.map((head) => (
              <th key={head}>{head}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sheet.rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a printed row does not move.
            <tr key={index}>
              {row.map((value, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a printed cell does not move.
                <td key={at}>{value}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>,
    document.body,
  );
}
