/** What is done with a plan that a solver makes: it is solved, stopped and printed. */
import { Alert, Button, Loader, Progress } from "@mantine/core";
import type { QueryKey } from "@tanstack/react-query";
import type { ComponentType, ReactNode } from "react";
import { IconPlayerStop, IconPrinter } from "#icons";
import { Sheet } from "../page.tsx";
import { useSave } from "../save.ts";
import { Empty } from "../states.tsx";
import { notifyFailure } from "../toast.ts";
import { text } from "./text.ts";

interface Solvable {
  state: string;
  failure: string | null;
  result: unknown;
  progress: { elapsed_ms: number } | null;
  options: { time_limit_s?: number };
}

export const isSolving = ({ state }: Pick<Solvable, "state">) => state === "queued" || state === "running";

export function SolveButton({
  plan: { result },
  solve: run,
  keys,
}: {
  plan: Pick<Solvable, "result">;
  solve: () => Promise<unknown>;
  keys: QueryKey[];
}) {
  const is_again = result !== null;
  const solve = useSave(run, {
    keys,
    success_message: text.waiting,
    refused: (error) => notifyFailure(error, text.not_done),
  });
  return (
    <Button
      variant={is_again ? "default" : "filled"}
      loading={solve.isPending}
      onClick={() => solve.mutate(undefined)}
    >
      {is_again ? text.solve_again : text.solve}
    </Button>
  );
}

interface UnsolvedProps {
  plan: Solvable;
  icon: ComponentType<{ size?: number; stroke?: number }>;
  /** What the solver does: "Choosing packages". */
  solving: string;
  /** What it would do. */
  about: string;
  /** How far it is. */
  figures: ReactNode;
  /** Stops it; undefined for those who may not. */
  cancel: (() => Promise<unknown>) | undefined;
  keys: QueryKey[];
}

/** Instead of the result of a plan that has none. */
export function Unsolved(props: UnsolvedProps) {
  const { plan, icon, about } = props;
  if (isSolving(plan)) return <Solving {...props} />;
  if (plan.state === "failed")
    return (
      <Alert color="red" variant="outline" title={text.failed}>
        {plan.failure}
      </Alert>
    );
  const is_stopped = plan.state === "cancelled";
  return (
    <Sheet>
      <Empty icon={icon} title={is_stopped ? text.stopped : text.not_solved}>
        {is_stopped ? text.stopped_about : about}
      </Empty>
    </Sheet>
  );
}

function Solving({ plan, solving, figures, cancel, keys }: UnsolvedProps) {
  const { progress, options, state } = plan;
  const limit_ms = (options.time_limit_s ?? 5) * 1000;
  const stop = useSave(async () => cancel?.(), { keys, success_message: text.stopped });
  return (
    <Sheet
      title={
        <span className="row tight" aria-live="polite">
          <Loader size={14} /> {state === "queued" ? text.waiting : solving}
        </span>
      }
      actions={
        cancel ? (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlayerStop size={14} />}
            loading={stop.isPending}
            onClick={() => stop.mutate(undefined)}
          >
            {text.stop}
          </Button>
        ) : null
      }
    >
      <div className="stack">
        <Progress
          value={Math.min(100, ((progress?.elapsed_ms ?? 0) / limit_ms) * 100)}
          aria-label={solving}
        />
        <dl className="totals">{figures}</dl>
      </div>
    </Sheet>
  );
}

export function Total({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="num">{value}</dd>
    </div>
  );
}

/** Opens the PDF of a plan in a window of its own. */
export function PrintButton({
  label,
  href,
  read,
}: {
  label: string;
  href: string;
  read: () => Promise<{ content_base64: string; content_type: string }>;
}) {
  return (
    <Button
      component="a"
      variant="default"
      leftSection={<IconPrinter size={16} />}
      href={href}
      type="application/pdf"
      onClick={(event) => {
        event.preventDefault();
        void openFile(read);
      }}
    >
      {label}
    </Button>
  );
}

/** A browser asks for pages, and the service sends the bytes to a request for a PDF. */
async function openFile(read: () => Promise<{ content_base64: string; content_type: string }>) {
  const opened = window.open("", "_blank");
  try {
    const { content_base64, content_type } = await read();
    const bytes = Uint8Array.from(atob(content_base64), (letter) => letter.charCodeAt(0));
    const url = URL.createObjectURL(new Blob([bytes], { type: content_type }));
    if (opened === null) window.location.assign(url);
    else opened.location.href = url;
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  } catch (error) {
    opened?.close();
    notifyFailure(error);
  }
}
