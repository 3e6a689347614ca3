/**
 * A command with a preview: while its fields are filled in, a dry run asks the service what the command would
 * do, and the dialog shows the result. A refusal is shown before the command is confirmed.
 */
import { Alert, Button, Loader, Modal, Progress } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import type { RunOptions } from "../api/bulk.ts";
import { ApiError, type Written } from "../api/client.ts";
import { text as grid_text } from "./grid/text.ts";
import { lazyPart } from "./lazy-part.tsx";
import { text } from "./text.ts";

interface ActionProps<Answer> {
  opened: boolean;
  close: () => void;
  title: string;
  confirm: string;
  danger?: boolean;
  children?: ReactNode;
  /** Input of the command; null while something is missing. */
  input: object | null;
  /** One that takes long reports its progress, and stops by the signal between two parts. */
  run: (options: RunOptions) => Promise<Written<Answer>>;
  done: (answer: Answer) => void;
  /** Describes the outcome from the response of the dry run. */
  outcome?: (answer: Answer) => ReactNode;
  /** Whether the dry run would change anything; when absent, any response counts as a change. */
  possible?: (answer: Answer) => boolean;
  /** Name of the command, for the query key. */
  name: string;
}

export function ActionDialog<Answer>(props: ActionProps<Answer>) {
  const { opened, close, title } = props;
  return (
    <Modal opened={opened} onClose={close} title={title}>
      {opened ? <Body {...props} /> : null}
    </Modal>
  );
}

function Body<Answer>({
  close,
  confirm,
  danger,
  children,
  input,
  run,
  done,
  outcome,
  possible,
  name,
}: ActionProps<Answer>) {
  const key = JSON.stringify(input);
  const [settled] = useDebouncedValue(key, 300);
  const ready = input !== null;
  const [parts, setParts] = useState<{ done: number; of: number } | null>(null);
  const progress = (finished: number, of: number) => setParts(finished < of ? { done: finished, of } : null);
  const stop = useRef<AbortController>(undefined);
  const preview = useQuery({
    queryKey: ["preview", name, settled],
    queryFn: ({ signal }) => run({ dry_run: true, signal, progress }),
    enabled: ready && settled === key,
    retry: false,
    gcTime: 0,
    staleTime: 0,
  });
  const act = useMutation({
    mutationFn: () => {
      stop.current = new AbortController();
      return run({ signal: stop.current.signal, progress });
    },
    onSuccess: done,
    onSettled: () => setParts(null),
  });
  const nothing = preview.data !== undefined && possible?.(preview.data) === false;
  const refused = act.error ?? (ready ? preview.error : null);
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (ready) act.mutate();
      }}
    >
      {children}
      <section aria-live="polite" aria-label={text.preview.title} className="look-ahead">
        <h3>{text.preview.title}</h3>
        {!ready ? (
          <p className="dim">{text.preview.incomplete}</p>
        ) : refused ? (
          <Alert
            color="red"
            variant="outline"
            title={act.error ? text.preview.not_done : text.preview.refused}
          >
            {refused.message}
            {refused instanceof ApiError
              ? refused.errors.slice(0, 5).map(({ field, message }) => (
                  <div key={`${field}${message}`}>
                    {field} {message}
                  </div>
                ))
              : null}
          </Alert>
        ) : preview.data ? (
          <Preview answer={preview.data} outcome={outcome} />
        ) : (
          <p className="row tight dim">
            <Loader size={14} /> {text.preview.asking}
            {parts === null || act.isPending ? null : ` ${progressText(parts)}`}
          </p>
        )}
      </section>
      {act.isPending && parts !== null ? (
        <div className="stack tight" role="status">
          <span className="num">{progressText(parts)}</span>
          <Progress aria-label={confirm} value={(100 * parts.done) / parts.of} />
        </div>
      ) : null}
      <div className="row" style={{ justifyContent: "flex-end" }}>
        {act.isPending && parts !== null ? (
          <Button variant="default" onClick={() => stop.current?.abort()}>
            {grid_text.parts.stop}
          </Button>
        ) : (
          <Button variant="default" onClick={close}>
            {text.back}
          </Button>
        )}
        <Button
          type="submit"
          loading={act.isPending}
          disabled={!ready || preview.isError || nothing}
          color={danger ? "red.8" : undefined}
        >
          {confirm}
        </Button>
      </div>
    </form>
  );
}

function progressText({ done, of }: { done: number; of: number }): string {
  return grid_text.parts.progress({ done: done.toLocaleString(), of: of.toLocaleString() });
}

const ExpectedEvents = lazyPart(() =>
  import("./words/expected-events.tsx").then((module) => module.ExpectedEvents),
);

function Preview<Answer>({
  answer,
  outcome,
}: {
  answer: Written<Answer>;
  outcome?: (answer: Answer) => ReactNode;
}) {
  return (
    <div className="stack tight">
      {outcome ? <div>{outcome(answer)}</div> : null}
      <ExpectedEvents
        {...(answer.would_emit ? { would_emit: answer.would_emit } : {})}
        {...(answer.unpredicted ? { unpredicted: answer.unpredicted } : {})}
      />
    </div>
  );
}
