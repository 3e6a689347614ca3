/** Handing orders to a contractor, or moving them to another: what would become of each is shown before. */
import { Select, Textarea } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { AssignOrdersToBrokerOutput } from "../../../packages/client/client.gen.ts";
import { client as service } from "../../api/client.ts";
import { contractorsQuery, holdersOf, TOUCHED } from "../../api/contractors.ts";
import { ActionDialog } from "../../parts/action-dialog.tsx";
import { said, warned } from "../../parts/toast.ts";
import { count } from "../../parts/words.ts";
import { LeftAlone } from "./left-alone.tsx";

export function HandOver({
  order_ids,
  opened,
  close,
  done = close,
}: {
  order_ids: readonly number[];
  opened: boolean;
  close: () => void;
  done?: () => void;
}) {
  const client = useQueryClient();
  const [broker, setBroker] = useState<string | null>(null);
  const [note, setNote] = useState("");
  const holders = holdersOf(useQuery({ ...contractorsQuery, enabled: opened }).data?.contractors ?? []);
  const input =
    broker === null
      ? null
      : {
          order_ids: [...order_ids],
          broker_id: Number(broker),
          ...(note.trim() ? { note: note.trim() } : {}),
        };
  return (
    <ActionDialog<AssignOrdersToBrokerOutput>
      name="hand-over"
      opened={opened}
      close={close}
      title={`Hand ${count(order_ids.length, "order")} to a contractor`}
      confirm="Hand over"
      input={input}
      run={(options) => service.assignOrdersToBroker(input ?? { order_ids: [], broker_id: 0 }, options)}
      possible={({ result }) => result}
      outcome={(answer) => (
        <LeftAlone
          errors={answer.errors}
          lead={
            answer.result
              ? `${count(answer.assigned, "order")} can then be planned by this contractor only.`
              : "Nothing would change hands."
          }
        />
      )}
      done={({ assigned, skipped }) => {
        for (const queryKey of TOUCHED) void client.invalidateQueries({ queryKey });
        if (skipped === 0) said(`${count(assigned, "order")} handed over.`);
        else warned(`${assigned} of ${assigned + skipped} handed over; the others are as they were.`);
        setNote("");
        done();
      }}
    >
      <Select
        label="Contractor"
        placeholder={holders.length === 0 ? "There is no contractor yet" : "Choose one"}
        required
        searchable
        data={holders}
        value={broker}
        onChange={setBroker}
        data-autofocus
      />
      <Textarea
        label="Note"
        description="Kept with the hand-over; the contractor reads it."
        autosize
        minRows={2}
        maxLength={500}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </ActionDialog>
  );
}
