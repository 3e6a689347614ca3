/** One command for one or many orders, with a preview of the outcome for each. */
import { Select, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { IconArrowRight } from "#icons";
import type {
  ClientOrdersBulkActivityInput,
  ClientOrdersBulkActivityOutput,
} from "../../../../packages/client/client.gen.ts";
import { runInParts } from "../../../api/bulk.ts";
import { client as service } from "../../../api/client.ts";
import { ActionDialog } from "../../../parts/action-dialog.tsx";
import { getRules, toMemberProps } from "../../../parts/form-rules.ts";
import { number } from "../../../parts/format.ts";
import { addDays, useTimes } from "../../../parts/times.ts";
import { notifySuccess, notifyWarning } from "../../../parts/toast.ts";
import { SkippedOrders } from "../../fleet/contractors/skipped-orders.tsx";
import { type NextAttempt, NextAttemptFields, NO_ATTEMPT, toAttemptMembers } from "./next-attempt.tsx";
import { COMMANDS, type Command, type CommandRules, isFailed } from "./order-commands.ts";
import { OrderState } from "./order-state.tsx";
import { text } from "./text.ts";

const RULES = getRules("clientOrdersBulkActivity");

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
  const rules: CommandRules = COMMANDS[command];
  const words = text.commands[command];
  const times = useTimes();
  const { field, needed, asks_attempt } = rules;
  const [attempt, setAttempt] = useState<NextAttempt>({
    ...NO_ATTEMPT,
    date: asks_attempt === "needed" ? addDays(times.today(), 1) : "",
  });
  const next = toAttemptMembers(attempt, times);
  const { values, getInputProps } = useForm({ initialValues: { text: "", incident_reason: "" } });
  const text_props = { ...toMemberProps(RULES, field, { required: needed }), ...getInputProps("text") };
  const trimmed_text = values.text.trim();
  const input = {
    activity: command,
    order_ids: orders.map(({ id }) => id),
    ...(trimmed_text === "" ? {} : { [field]: trimmed_text }),
    ...(rules.asks_incident ? { incident_reason: values.incident_reason } : {}),
    ...(asks_attempt === undefined ? {} : next),
  } as ClientOrdersBulkActivityInput;
  const is_missing =
    (needed && trimmed_text === "") ||
    (rules.asks_incident && values.incident_reason === "") ||
    next === null ||
    (asks_attempt === "needed" && attempt.date === "");
  const numbers = new Map(orders.map(({ id, tracking_number }) => [id, tracking_number]));
  const which = orders.length === 1 ? numbers.get(orders[0]?.id ?? 0) : text.orders({ n: orders.length });
  return (
    <ActionDialog<ClientOrdersBulkActivityOutput>
      name={`bulk ${command}`}
      opened
      close={close}
      title={text.command.title({ label: words.label, which: which ?? "" })}
      confirm={words.label}
      danger={rules.danger === true}
      input={is_missing ? null : input}
      run={(options) => {
        const run = () =>
          runInParts(
            input.order_ids,
            (order_ids, each) => service.clientOrdersBulkActivity({ ...input, order_ids }, each),
            options,
          );
        return options.dry_run === true ? run() : around(run, trimmed_text);
      }}
      possible={({ result }) => result}
      outcome={({ done: changed, errors, orders: results }) => (
        <SkippedOrders
          lead={<Outcome command={command} changed={changed} results={results} />}
          errors={errors.flatMap(({ id, message }) =>
            id === null ? [] : [{ order_id: id, message, name: numbers.get(id) }],
          )}
        />
      )}
      done={({ done: changed, failed: refused }) => {
        void client.invalidateQueries({ queryKey: ["orders"] });
        void client.invalidateQueries({ queryKey: ["tracking"] });
        if (refused === 0) notifySuccess(words.done({ n: changed }));
        else notifyWarning(words.partly({ n: number(changed), all: number(changed + refused) }));
        close();
        done();
      }}
    >
      {rules.asks_incident ? (
        <Select
          label={text.command.incident}
          description={text.command.incident_about}
          placeholder={text.command.choose}
          required
          data={Object.entries(text.incidents).map(([value, label]) => ({ value, label }))}
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
        <Textarea label={words.field} autosize minRows={2} data-autofocus {...text_props} />
      ) : (
        <TextInput
          label={words.field}
          {...(rules.asks_incident || asks_attempt ? {} : { "data-autofocus": true })}
          {...text_props}
        />
      )}
    </ActionDialog>
  );
}

/** "2 orders would be tried again." and their status after it, where all get the same one. */
function Outcome({
  command,
  changed,
  results,
}: {
  command: Command;
  changed: number;
  results: ClientOrdersBulkActivityOutput["orders"];
}) {
  // On a later day, while a driver has the goods.
  const is_kept =
    command === "reattempt" &&
    results.some(({ result, status }) => result && status !== null && isFailed({ status }));
  if (changed === 0) return text.commands[command].none;
  const statuses = new Set(results.flatMap(({ result, status }) => (result && status ? [status] : [])));
  const [status] = statuses;
  return (
    <>
      <span>{text.commands[command].would({ n: changed })}</span>
      {statuses.size === 1 && status !== undefined ? (
        <span className="row tight">
          <IconArrowRight size={14} aria-label={text.command.becomes} />
          <OrderState status={status} />
        </span>
      ) : null}
      {is_kept ? <span className="small dim">{text.command.kept_until_back}</span> : null}
    </>
  );
}
