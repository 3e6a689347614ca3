/**
 * Dialog that assigns orders to a contractor, or moves them to another, with a preview of the outcome of each.
 */
import { Select, Textarea } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { AssignOrdersToBrokerOutput } from "../../../../packages/client/client.gen.ts";
import { client as service } from "../../../api/client.ts";
import { ActionDialog } from "../../../parts/action-dialog.tsx";
import { getRules, toMemberProps } from "../../../parts/form-rules.ts";
import { useMemberText } from "../../../parts/member-text.ts";
import { notifySuccess, notifyWarning } from "../../../parts/toast.ts";
import { contractorsQuery, invalidatedQueries, listAssignees } from "./queries.ts";
import { SkippedOrders } from "./skipped-orders.tsx";
import { text } from "./text.ts";

const RULES = getRules("assignOrdersToBroker");

export function AssignOrders({
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
  const note = useMemberText(RULES, "note");
  const holders = listAssignees(useQuery({ ...contractorsQuery, enabled: opened }).data?.contractors ?? []);
  const input =
    broker === null
      ? null
      : {
          order_ids: [...order_ids],
          broker_id: Number(broker),
          ...(note.text ? { note: note.text } : {}),
        };
  return (
    <ActionDialog<AssignOrdersToBrokerOutput>
      name="assign-orders"
      opened={opened}
      close={close}
      title={text.assign.title({ n: order_ids.length })}
      confirm={text.assign.submit}
      input={input}
      run={(options) => service.assignOrdersToBroker(input ?? { order_ids: [], broker_id: 0 }, options)}
      possible={({ result }) => result}
      outcome={(answer) => (
        <SkippedOrders
          errors={answer.errors}
          lead={answer.result ? text.assign.outcome({ n: answer.assigned }) : text.assign.nothing}
        />
      )}
      done={({ assigned, skipped }) => {
        for (const queryKey of invalidatedQueries) void client.invalidateQueries({ queryKey });
        if (skipped === 0) notifySuccess(text.assign.done({ n: assigned }));
        else notifyWarning(text.assign.partly({ n: String(assigned), all: String(assigned + skipped) }));
        note.clear();
        done();
      }}
    >
      <Select
        label={text.contractor}
        placeholder={holders.length === 0 ? text.assign.nobody : text.assign.choose}
        searchable
        {...toMemberProps(RULES, "broker_id")}
        data={holders}
        value={broker}
        onChange={setBroker}
        data-autofocus
      />
      <Textarea
        label={text.assign.note}
        description={text.assign.note_about}
        autosize
        minRows={2}
        {...note.props}
      />
    </ActionDialog>
  );
}
