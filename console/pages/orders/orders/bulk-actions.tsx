/** One command for many orders, with a preview of the outcome for each. */
import { Button, Textarea, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ClientOrdersBulkActivityOutput } from "../../../../packages/client/client.gen.ts";
import { client as service } from "../../../api/client.ts";
import { mayAssign } from "../../../api/contractors.ts";
import type { OrderSummary } from "../../../api/orders.ts";
import { useMe } from "../../../api/session.ts";
import { ActionDialog } from "../../../parts/action-dialog.tsx";
import { count } from "../../../parts/format.ts";
import { notifySuccess, notifyWarning } from "../../../parts/toast.ts";
import { AssignOrders } from "../../fleet/contractors/assign-orders.tsx";
import { SkippedOrders } from "../../fleet/contractors/skipped-orders.tsx";

const COMMANDS = {
  hold: { label: "Hold", past: "held", field: "reason", needed: true },
  release: { label: "Release hold", past: "released", field: "reason", needed: false },
  cancel: { label: "Cancel", past: "cancelled", field: "reason", needed: true },
  note: { label: "Note", past: "noted", field: "note", needed: true },
} as const;
type Command = keyof typeof COMMANDS;

export function BulkActions({
  chosen,
  orders,
  done,
}: {
  chosen: ReadonlySet<number>;
  /** Orders of the page, including the selected ones. */
  orders: readonly OrderSummary[];
  done: () => void;
}) {
  const [asked, setAsked] = useState<Command | "hand" | null>(null);
  const me = useMe();
  const may_hand = me.user.role === "client_admin" && mayAssign(me);
  const picked = orders.filter(({ id }) => chosen.has(id));
  const none_is_held = picked.every(({ hold }) => hold === null);
  const close = () => setAsked(null);
  return (
    <div
      className="filters"
      style={{ background: "var(--ph-accent-soft)", alignItems: "center" }}
      role="status"
    >
      <span className="strong grow">{count(chosen.size, "order")} selected</span>
      {(Object.keys(COMMANDS) as Command[]).map((command) => (
        <Button
          key={command}
          variant="default"
          size="xs"
          disabled={command === "release" && none_is_held}
          title={command === "release" && none_is_held ? "None of these is held." : undefined}
          onClick={() => setAsked(command)}
        >
          {COMMANDS[command].label}
        </Button>
      ))}
      {may_hand ? (
        <Button variant="default" size="xs" onClick={() => setAsked("hand")}>
          Assign to contractor
        </Button>
      ) : null}
      <Button variant="subtle" size="xs" color="gray" onClick={done}>
        Deselect
      </Button>
      {asked === null || asked === "hand" ? null : (
        <BulkCommandDialog key={asked} command={asked} orders={picked} close={close} done={done} />
      )}
      <AssignOrders order_ids={[...chosen]} opened={asked === "hand"} close={close} done={done} />
    </div>
  );
}

function BulkCommandDialog({
  command,
  orders,
  close,
  done,
}: {
  command: Command;
  orders: readonly OrderSummary[];
  close: () => void;
  done: () => void;
}) {
  const client = useQueryClient();
  const [words, setWords] = useState("");
  const { label, past, field, needed } = COMMANDS[command];
  const text = words.trim();
  const input = {
    activity: command,
    order_ids: orders.map(({ id }) => id),
    ...(text === "" ? {} : { [field]: text }),
  };
  const numbers = new Map(orders.map(({ id, tracking_number }) => [id, tracking_number]));
  return (
    <ActionDialog<ClientOrdersBulkActivityOutput>
      name={`bulk ${command}`}
      opened
      close={close}
      title={`${label}: ${count(orders.length, "order")}`}
      confirm={label}
      danger={command === "cancel"}
      input={needed && text === "" ? null : input}
      run={(options) => service.clientOrdersBulkActivity(input, options)}
      possible={({ result }) => result}
      outcome={({ done: changed, errors }) => (
        <SkippedOrders
          lead={
            changed === 0 ? `None of these would be ${past}.` : `${count(changed, "order")} would be ${past}.`
          }
          errors={errors.flatMap(({ id, message }) =>
            id === null ? [] : [{ order_id: id, message, name: numbers.get(id) }],
          )}
        />
      )}
      done={({ done: changed, failed: refused }) => {
        void client.invalidateQueries({ queryKey: ["orders"] });
        if (refused === 0) notifySuccess(`${count(changed, "order")} ${past}.`);
        else notifyWarning(`${changed} of ${changed + refused} ${past}; the others are as they were.`);
        close();
        done();
      }}
    >
      {field === "note" ? (
        <Textarea
          label="Internal note"
          autosize
          minRows={2}
          required
          maxLength={1000}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
          data-autofocus
        />
      ) : (
        <TextInput
          label={needed ? "Why" : "Why, if it should be known"}
          required={needed}
          maxLength={200}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
          data-autofocus
        />
      )}
    </ActionDialog>
  );
}
