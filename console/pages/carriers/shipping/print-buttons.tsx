/** Prints labels, or saves them for a label printer. Loading many shows its progress and can be stopped. */
import { Button, Loader, Menu } from "@mantine/core";
import { useRef, useState } from "react";
import { IconChevronDown, IconPrinter } from "#icons";
import { notifyFailure, notifyWarning } from "../../../parts/toast.ts";
import { loadLabels, PRINT_MAX, printPictures, saveFile, saveZpl } from "./print.ts";
import { text } from "./text.ts";

type Way = "print" | "pdf" | "zpl";
const FORMATS = { print: "png", pdf: "pdf", zpl: "zpl" } as const;

export function PrintButtons({
  count,
  listIds,
  is_primary = false,
}: {
  count: number;
  /** Labels to print, in their order. */
  listIds: () => Promise<readonly number[]>;
  is_primary?: boolean;
}) {
  const [parts, setParts] = useState<{ done: number; of: number } | null>(null);
  const stop = useRef<AbortController>(undefined);
  const run = async (way: Way) => {
    stop.current = new AbortController();
    const { signal } = stop.current;
    try {
      const ids = await listIds();
      if (ids.length > PRINT_MAX) return notifyWarning(text.print.too_many({ max: PRINT_MAX }));
      if (ids.length === 0) return notifyWarning(text.print.none);
      setParts({ done: 0, of: ids.length });
      const { files, failures } = await loadLabels(ids, FORMATS[way], {
        signal,
        progress: (loaded_count) => setParts({ done: loaded_count, of: ids.length }),
      });
      if (signal.aborted) return;
      const [first] = failures;
      if (first !== undefined) notifyFailure(first, text.print.failed({ n: failures.length }));
      if (files.length === 0) return;
      if (way === "print") await printPictures(files, text.print.of);
      else if (way === "zpl") saveZpl(files);
      else for (const file of files) saveFile(file);
    } catch (error) {
      notifyFailure(error);
    } finally {
      setParts(null);
    }
  };
  if (parts !== null && parts.of > 1)
    return (
      <span className="row tight" role="status">
        <Loader size={14} />
        <span className="num small">{text.print.progress({ done: parts.done, of: parts.of })}</span>
        <Button size="xs" variant="default" onClick={() => stop.current?.abort()}>
          {text.print.stop}
        </Button>
      </span>
    );
  const size = is_primary ? "sm" : "xs";
  const is_loading = parts !== null;
  return (
    <Button.Group>
      <Button
        size={size}
        variant={is_primary ? "filled" : "default"}
        leftSection={<IconPrinter size={16} />}
        loading={is_loading}
        onClick={() => void run("print")}
      >
        {count > 1 ? text.print.many({ n: count }) : text.print.label}
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            size={size}
            variant={is_primary ? "filled" : "default"}
            px={8}
            aria-label={text.rates.format}
            disabled={is_loading}
          >
            <IconChevronDown size={16} />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => void run("pdf")}>{text.print.pdf}</Menu.Item>
          <Menu.Item onClick={() => void run("zpl")}>{text.print.zpl}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Button.Group>
  );
}
