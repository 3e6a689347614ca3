/** Taking orders back from their contractors, and, for a contractor, handing one back. */
import { TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type {
  ReleaseBrokerOrderAssignmentOutput,
  RevokeBrokerOrderAssignmentsOutput,
} from "../../../packages/client/client.gen.ts";
import { client as service } from "../../api/client.ts";
import { TOUCHED } from "../../api/contractors.ts";
import { ActionDialog } from "../../parts/action-dialog.tsx";
import { said, warned } from "../../parts/toast.ts";
import { count } from "../../parts/words.ts";
import { LeftAlone } from "./left-alone.tsx";

interface Asked {
  opened: boolean;
  close: () => void;
  done?: () => void;
}

export function TakeBack({
  order_ids,
  opened,
  close,
  done = close,
}: Asked & { order_ids: readonly number[] }) {
  const client = useQueryClient();
  const [reason, setReason] = useState("");
  const input = { order_ids: [...order_ids], ...(reason.trim() ? { reason: reason.trim() } : {}) };
  return (
    <ActionDialog<RevokeBrokerOrderAssignmentsOutput>
      name="take-back"
      opened={opened}
      close={close}
      title={`Take back ${count(order_ids.length, "order")}`}
      confirm="Take back"
      danger
      input={input}
      run={(options) => service.revokeBrokerOrderAssignments(input, options)}
      possible={({ result }) => result}
      outcome={(answer) => (
        <LeftAlone
          errors={answer.errors}
          lead={
            answer.result
              ? `${count(answer.revoked, "order")} can then be planned by everybody whose rules say so.`
              : "Nothing would be taken back."
          }
        />
      )}
      done={({ revoked, skipped }) => {
        for (const queryKey of TOUCHED) void client.invalidateQueries({ queryKey });
        if (skipped === 0) said(`${count(revoked, "order")} taken back.`);
        else warned(`${revoked} of ${revoked + skipped} taken back; the others are as they were.`);
        setReason("");
        done();
      }}
    >
      <Why value={reason} set={setReason} />
    </ActionDialog>
  );
}

export function HandBack({ order_id, opened, close }: Asked & { order_id: number }) {
  const client = useQueryClient();
  const [reason, setReason] = useState("");
  const input = { order_id, ...(reason.trim() ? { reason: reason.trim() } : {}) };
  return (
    <ActionDialog<ReleaseBrokerOrderAssignmentOutput>
      name="hand-back"
      opened={opened}
      close={close}
      title="Hand this order back"
      confirm="Hand back"
      danger
      input={input}
      run={(options) => service.releaseBrokerOrderAssignment(input, options)}
      outcome={() => <p>The business can then plan it, and so can you where your rules say so.</p>}
      done={({ message }) => {
        for (const queryKey of TOUCHED) void client.invalidateQueries({ queryKey });
        said(message);
        setReason("");
        close();
      }}
    >
      <Why value={reason} set={setReason} />
    </ActionDialog>
  );
}

function Why({ value, set }: { value: string; set: (value: string) => void }) {
  return (
    <TextInput
      label="Why, if it should be known"
      maxLength={255}
      value={value}
      onChange={(event) => set(event.currentTarget.value)}
      data-autofocus
    />
  );
}
