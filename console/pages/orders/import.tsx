/** Orders from a file: read here, made by the service in the background, each order answered for. */
import { Alert, Button, Modal, Progress } from "@mantine/core";
import { IconFileUpload } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { batchQuery, startBatch } from "../../api/batches.ts";
import { count } from "../../parts/words.ts";
import { failed } from "../../parts/toast.ts";
import { type ReadFile, readOrders } from "./read-file.ts";

const SAMPLE = "ref,name,phone,line1,postal_code,city,country,lat,lng,scheduled_date,weight_kg,delivery_instruction";

export function ImportOrders({ opened, close }: { opened: boolean; close: () => void }) {
  return (
    <Modal opened={opened} onClose={close} title="Import orders" size="lg" closeButtonProps={{ "aria-label": "Close" }}>
      {opened ? <Body close={close} /> : null}
    </Modal>
  );
}

function Body({ close }: { close: () => void }) {
  const client = useQueryClient();
  const [file, setFile] = useState<{ name: string; read: ReadFile } | null>(null);
  const start = useMutation({
    mutationFn: () => startBatch(file?.read.drafts ?? []),
    onError: (error) => failed(error, "The import did not start"),
  });
  const async_id = start.data?.asyncId;
  const batch = useQuery({
    ...batchQuery(async_id ?? ""),
    enabled: async_id !== undefined,
    refetchInterval: ({ state }) => (state.data?.finished ? false : 700),
  });
  const finished = batch.data?.finished === true;
  useEffect(() => {
    if (finished) void client.invalidateQueries({ queryKey: ["orders"] });
  }, [finished, client]);

  if (async_id !== undefined) {
    const { total = file?.read.drafts.length ?? 0, done = 0, failed_items = [] } = batch.data ?? {};
    const share = total > 0 ? ((done + failed_items.length) / total) * 100 : 0;
    return (
      <div className="stack">
        <Progress value={finished ? 100 : share} animated={!finished} aria-label="Progress of the import" size="lg" />
        <p role="status">
          {finished
            ? `${count(done, "order")} created${failed_items.length > 0 ? `, ${count(failed_items.length, "order")} refused` : ""}.`
            : `${done.toLocaleString("en-GB")} of ${total.toLocaleString("en-GB")} …`}
        </p>
        {batch.data?.failure ? <Alert color="red" variant="outline">{batch.data.failure}</Alert> : null}
        {batch.error ? <Alert color="red" variant="outline">{batch.error.message}</Alert> : null}
        {failed_items.length > 0 ? (
          <ul className="list scroll" style={{ maxHeight: 240 }}>
            {failed_items.map((item) => (
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
            if (chosen) setFile({ name: chosen.name, read: await readOrders(chosen) });
          }}
        />
      </label>
      {file ? (
        <>
          <p role="status">
            <span className="strong">{count(file.read.drafts.length, "order")}</span> found.
            {file.read.ignored.length > 0 ? ` Columns not used: ${file.read.ignored.join(", ")}.` : ""}
          </p>
          {file.read.problems.length > 0 ? (
            <Alert color="red" variant="outline" title={count(file.read.problems.length, "problem")}>
              {file.read.problems.slice(0, 8).map((problem) => (
                <div key={problem}>{problem}</div>
              ))}
            </Alert>
          ) : null}
        </>
      ) : (
        <details>
          <summary className="dim">Columns of a CSV file</summary>
          <p className="mono small" style={{ marginTop: 6 }}>
            {SAMPLE}
          </p>
        </details>
      )}
      <div className="row" style={{ justifyContent: "flex-end" }}>
        <Button variant="default" onClick={close}>
          Discard
        </Button>
        <Button
          disabled={!file || file.read.drafts.length === 0 || file.read.problems.length > 0}
          loading={start.isPending}
          onClick={() => start.mutate()}
        >
          Import {file ? count(file.read.drafts.length, "order") : ""}
        </Button>
      </div>
    </div>
  );
}
