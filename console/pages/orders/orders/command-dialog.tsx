/** One command for one or many orders, with a preview of the outcome for each. */
import { Select, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconArrowRight } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type {
  ClientOrdersBulkActivityInput,
  ClientOrdersBulkActivityOutput,
} from "../../../../packages/client/client.gen.ts";
import { runInParts } from "../../../api/bulk.ts";
import { client as service } from "../../../api/client.ts";
import { ActionDialog } from "../../../parts/action-dialog.tsx";
import { OrderState } from "../../../parts/badge.tsx";
import { count } from "../../../parts/format.ts";
import { addDays, useTimes } from "../../../parts/times.ts";
import { notifySuccess, notifyWarning } from "../../../parts/toast.ts";
import { SkippedOrders } from "../../fleet/contractors/skipped-orders.tsx";
import { type NextAttempt, NextAttemptFields, NO_ATTEMPT, toAttemptMembers } from "./next-attempt.tsx";
import { COMMANDS, type Command, type CommandWords, FAILED_STATUSES, INCIDENTS } from "./order-commands.ts";

const TEXT_MAX = { reason: 200, note: 1000, location: 100 };

export function CommandDialog({
  command,
  orders,
  close,
  done = () => {},
  around = (run) => run(),
}: {
  command: Command;
  orders: readonly { id: number; tracking_number: string }[];
  close: () => void;
  /** Called after the command, whatever it changed. */
  done?: () => void;
  /** Runs the command, with what belongs before and after it; `text` is the reason that was given. */
  around?: (
    run: () => Promise<ClientOrdersBulkActivityOutput>,
    text: string,
  ) => Promise<ClientOrdersBulkActivityOutput>;
}) {
  const client = useQueryClient();
  const words: CommandWords = COMMANDS[command];
  const times = useTimes();
  const { label, past, field, needed, asks_attempt } = words;
  const [attempt, setAttempt] = useState<NextAttempt>({
    ...NO_ATTEMPT,
    date: asks_attempt === "needed" ? addDays(times.today(), 1) : "",
  });
  const next = toAttemptMembers(attempt, times);
  const { values, getInputProps } = useForm({ initialValues: { text: "", incident_reason: "" } });
  const text = values.text.trim();
  const input = {
    activity: command,
    order_ids: orders.map(({ id }) => id),
    ...(text === "" ? {} : { [field]: text }),
    ...(words.asks_incident ? { incident_reason: values.incident_reason } : {}),
    ...(asks_attempt === undefined ? {} : next),
  } as ClientOrdersBulkActivityInput;
  const is_missing =
    (needed && text === "") ||
    (words.asks_incident && values.incident_reason === "") ||
    next === null ||
    (asks_attempt === "needed" && attempt.date === "");
  const numbers = new Map(orders.map(({ id, tracking_number }) => [id, tracking_number]));
  const which = orders.length === 1 ? numbers.get(orders[0]?.id ?? 0) : count(orders.length, "order");
  return (
    <ActionDialog<ClientOrdersBulkActivityOutput>
      name={`bulk ${command}`}
      opened
      close={close}
      title={`${label}: ${which}`}
      confirm={label}
      danger={words.danger === true}
      input={is_missing ? null : input}
      run={(options) => {
        const run = () =>
          runInParts(
            input.order_ids,
            (order_ids, each) => service.clientOrdersBulkActivity({ ...input, order_ids }, each),
            options,
          );
        return options.dry_run === true ? run() : around(run, text);
      }}
      possible={({ result }) => result}
      outcome={({ done: changed, errors, orders: results }) => (
        <SkippedOrders
          lead={<Outcome changed={changed} past={past} results={results} />}
          errors={errors.flatMap(({ id, message }) =>
            id === null ? [] : [{ order_id: id, message, name: numbers.get(id) }],
          )}
        />
      )}
      done={({ done: changed, failed: refused }) => {
        void client.invalidateQueries({ queryKey: ["orders"] });
        void client.invalidateQueries({ queryKey: ["tracking"] });
        if (refused === 0) notifySuccess(`${count(changed, "order")} ${past}.`);
        else notifyWarning(`${changed} of ${changed + refused} ${past}; the others are as they were.`);
        close();
        done();
      }}
    >
      {words.asks_incident ? (
        <Select
          label="Kind of problem"
          description="The recipient reads it in tracking."
          placeholder="Choose one"
          required
          data={[...INCIDENTS]}
          allowDeselect={false}
          searchable
          data-autofocus
          {...getInputProps("incident_reason")}
        />
      ) : null}
      {asks_attempt === undefined ? null : (
        <NextAttemptFields value={attempt} change={setAttempt} optional={asks_attempt === "optional"} />
      )}
      {field === "note" ? (
        <Textarea
          label={words.field_label}
          autosize
          minRows={2}
          required
          maxLength={TEXT_MAX.note}
          data-autofocus
          {...getInputProps("text")}
        />
      ) : (
        <TextInput
          label={words.field_label}
          required={needed}
          maxLength={TEXT_MAX[field]}
          {...(words.asks_incident || asks_attempt ? {} : { "data-autofocus": true })}
          {...getInputProps("text")}
        />
      )}
    </ActionDialog>
  );
}

const KEPT_UNTIL_BACK = "What a driver still has keeps its status until it is back at the warehouse.";

/** "2 orders would be tried again." and their status after it, where all get the same one. */
function Outcome({
  changed,
  past,
  results,
}: {
  changed: number;
  past: string;
  results: ClientOrdersBulkActivityOutput["orders"];
}) {
  // On a later day, while a driver has the goods.
  const is_kept =
    past === COMMANDS.reattempt.past &&
    results.some(({ result, status }) => result && status !== null && FAILED_STATUSES.includes(status));
  if (changed === 0) return `None of these would be ${past}.`;
  const statuses = new Set(results.flatMap(({ result, status }) => (result && status ? [status] : [])));
  const [status] = statuses;
  return (
    <>
      <span>{`${count(changed, "order")} would be ${past}.`}</span>
      {statuses.size === 1 && status !== undefined ? (
        <span className="row tight">
          <IconArrowRight size={14} aria-label="becomes" />
          <OrderState status={status} />
        </span>
      ) : null}
      {is_kept ? <span className="small dim">{KEPT_UNTIL_BACK}</span> : null}
    </>
  );
}
