/**
 * Imports orders from a file: the browser parses it, and the service creates the orders in the background and
 * reports the result of each.
 */
import { Alert, Button, Modal, Progress } from "@mantine/core";
import { IconFileUpload } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { ApiError, client as packhorse } from "../../../../api/client.ts";
import { asyncBatchQuery } from "../../../../api/orders.ts";
import { toSentence } from "../../../../parts/errors.ts";
import { count } from "../../../../parts/format.ts";
import { type ReadFile, readOrders } from "./read-order-file.ts";

const COLUMNS =
  "ref, name, phone, line1, postal_code, city, country, lat, lng, scheduled_date, weight_kg, delivery_instruction";

export function ImportOrders({ opened, close }: { opened: boolean; close: () => void }) {
  return (
    <Modal opened={opened} onClose={close} title="Import orders" size="lg">
      {opened ? <Body close={close} /> : null}
    </Modal>
  );
}

function Body({ close }: { close: () => void }) {
  const [file, setFile] = useState<{ name: string; read: ReadFile } | null>(null);
  const start = useMutation({
    mutationFn: (leave_out: ReadonlySet<number>) =>
      packhorse.clientBatchOrderCreateAsync({
        orders: file?.read.drafts.filter((_, index) => !leave_out.has(index)) ?? [],
      }),
  });
  if (start.data) return <Running async_id={start.data.asyncId} close={close} />;
  return (
    <div className="stack">
      <label className="drop">
        <IconFileUpload size={28} stroke={1.4} />
        <span className="strong">{file?.name ?? "Choose a CSV or JSON file"}</span>
        <span className="dim small">or drop it here</span>
        <input
          type="file"
          accept=".csv,.json,text/csv,application/json"
          onChange={async (event) => {
            const chosen = event.currentTarget.files?.[0];
            if (!chosen) return;
            start.reset();
            setFile({ name: chosen.name, read: await readOrders(chosen) });
          }}
        />
      </label>
      {file ? (
        <Found read={file.read} />
      ) : (
        <details>
          <summary className="dim">Columns of a CSV file</summary>
          <p className="mono small" style={{ marginTop: 6 }}>
            {COLUMNS}
          </p>
        </details>
      )}
      {start.error ? (
        <Refused
          error={start.error}
          total={file?.read.drafts.length ?? 0}
          without={(bad) => start.mutate(bad)}
        />
      ) : null}
      <div className="row" style={{ justifyContent: "flex-end" }}>
        <Button variant="default" onClick={close}>
          Discard
        </Button>
        <Button
          disabled={!file || file.read.drafts.length === 0 || file.read.problems.length > 0}
          loading={start.isPending}
          onClick={() => start.mutate(new Set())}
        >
          Import {file ? count(file.read.drafts.length, "order") : ""}
        </Button>
      </div>
    </div>
  );
}

function Found({ read }: { read: ReadFile }) {
  return (
    <>
      <p role="status">
        <span className="strong">{count(read.drafts.length, "order")}</span> found.
        {read.ignored.length > 0 ? ` Columns not used: ${read.ignored.join(", ")}.` : ""}
      </p>
      {read.problems.length > 0 ? (
        <Alert color="red" variant="outline" title={count(read.problems.length, "problem")}>
          {read.problems.slice(0, 8).map((problem) => (
            <div key={problem}>{problem}</div>
          ))}
        </Alert>
      ) : null}
    </>
  );
}

/**
 * The service refuses a batch as a whole when it does not match the schema, and lists the orders that do not.
 */
function Refused({
  error,
  total,
  without,
}: {
  error: Error;
  total: number;
  without: (bad: ReadonlySet<number>) => void;
}) {
  const errors = error instanceof ApiError ? error.errors : [];
  const bad = new Map<number, string[]>();
  for (const { field = "", message } of errors) {
    const found = /^\/?orders\/(\d+)\/?(.*)$/.exec(field);
    if (found === null) continue;
    const index = Number(found[1]);
    bad.set(index, [...(bad.get(index) ?? []), `${found[2]}: ${toSentence(message)}`]);
  }
  return (
    <Alert color="red" variant="outline" role="alert" title="Nothing was imported">
      <div className="stack">
        <span>
          {bad.size > 0 ? `${count(bad.size, "order")} of the file cannot be taken:` : error.message}
        </span>
        <ul className="scroll" style={{ maxHeight: 180 }}>
          {[...bad].map(([index, messages]) => (
            <li key={index}>
              <span className="strong">Order {index + 1}</span>: {messages.join("; ")}
            </li>
          ))}
        </ul>
        {bad.size > 0 && bad.size < total ? (
          <Button
            variant="default"
            size="xs"
            style={{ alignSelf: "flex-start" }}
            onClick={() => without(new Set(bad.keys()))}
          >
            Import the others ({total - bad.size})
          </Button>
        ) : null}
      </div>
    </Alert>
  );
}

const NOTHING_YET = { items_total: 0, items_done: 0, items_failed: 0 };

function Running({ async_id, close }: { async_id: string; close: () => void }) {
  const client = useQueryClient();
  const { data: batch, error } = useQuery({
    ...asyncBatchQuery(async_id),
    refetchInterval: ({ state }) => (state.data?.finished ? false : 700),
  });
  const finished = batch?.finished === true;
  useEffect(() => {
    if (finished) void client.invalidateQueries({ queryKey: ["orders"] });
  }, [finished, client]);
  const { items_total: total, items_done: created, items_failed: failed } = batch ?? NOTHING_YET;
  const refused = batch?.orders.filter((item) => !item.result) ?? [];
  return (
    <div className="stack">
      <Progress
        value={finished ? 100 : total > 0 ? ((created + failed) / total) * 100 : 0}
        animated={!finished}
        aria-label="Progress of the import"
        size="lg"
      />
      <p role="status">
        {finished
          ? `${count(created, "order")} created${failed > 0 ? `, ${failed} refused` : ""}.`
          : `${created.toLocaleString("en-GB")} of ${total.toLocaleString("en-GB")} …`}
      </p>
      {batch?.failure || error ? (
        <Alert color="red" variant="outline" role="alert">
          {batch?.failure ?? error?.message}
        </Alert>
      ) : null}
      {refused.length > 0 ? (
        <ul className="list scroll" style={{ maxHeight: 240 }}>
          {refused.map((item) => (
            <li key={item.index} style={{ padding: "6px 0" }}>
              <span className="strong">Order {item.index + 1}</span> <span className="dim">{item.ref}</span>
              <br />
              {item.errors.map(({ field, message }) => `${field} ${message}`).join("; ")}
            </li>
          ))}
        </ul>
      ) : null}
      <Button onClick={close} style={{ alignSelf: "flex-end" }}>
        {finished ? "Done" : "Go on in the background"}
      </Button>
    </div>
  );
}
