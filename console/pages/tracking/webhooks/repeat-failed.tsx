/** Repeats everything that failed since a time. */
import { Select } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { client } from "../../../api/client.ts";
import { ActionDialog } from "../../../parts/action-dialog.tsx";
import { number } from "../../../parts/format.ts";
import { notifySuccess } from "../../../parts/toast.ts";
import { WEBHOOKS_KEY } from "./queries.ts";
import { text } from "./text.ts";

const HOUR_MS = 3_600_000;

export function RepeatFailed({ endpoint_id, close }: { endpoint_id: number | undefined; close: () => void }) {
  const queries = useQueryClient();
  const [opened_at] = useState(() => Date.now());
  const [hours, setHours] = useState("24");
  const input = {
    since: new Date(opened_at - Number(hours) * HOUR_MS).toISOString(),
    ...(endpoint_id === undefined ? {} : { webhook_endpoint_id: endpoint_id }),
  };
  return (
    <ActionDialog
      name="webhooks-replay-missing"
      opened
      close={close}
      title={text.missing_title}
      confirm={text.missing_submit}
      input={input}
      run={(options) => client.webhooksReplayMissing(input, options)}
      possible={({ deliveries }) => deliveries > 0}
      outcome={({ deliveries, has_more }) => (
        <p>
          {deliveries === 0 ? text.missing_none : text.missing_would({ count: number(deliveries) })}{" "}
          {has_more ? text.missing_more : ""}
        </p>
      )}
      done={({ deliveries }) => {
        notifySuccess(text.missing_done({ count: number(deliveries) }));
        void queries.invalidateQueries({ queryKey: WEBHOOKS_KEY });
        close();
      }}
    >
      <p className="dim small">{text.missing_about}</p>
      <Select
        label={text.since}
        allowDeselect={false}
        value={hours}
        onChange={(value) => setHours(value ?? "24")}
        data={Object.entries(text.spans).map(([value, label]) => ({ value, label }))}
      />
    </ActionDialog>
  );
}
