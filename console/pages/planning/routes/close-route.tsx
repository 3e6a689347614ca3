/** Closes a route: for each undelivered order where its goods are and what follows, and the cash that was counted. */
import { Alert, Button, Group, Modal, NumberInput, Select, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ClientOrdersBulkActivityInput } from "../../../../packages/client/client.gen.ts";
import { ApiError, client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { listErrors } from "../../../parts/errors.ts";
import { getRules, toMemberProps } from "../../../parts/form-rules.ts";
import { minorUnits, toMinor } from "../../../parts/format.ts";
import { useMemberText } from "../../../parts/member-text.ts";
import { addDays, useTimes } from "../../../parts/times.ts";
import { notifySuccess } from "../../../parts/toast.ts";
import { askAboutUnsent } from "../../../parts/unsent/ask.ts";
import { OrderState } from "../../orders/orders/order-state.tsx";
import { listUndelivered, NEXT, type Next, planClosing, type Undelivered, type Where } from "./closing.ts";
import { closeRoute, type RouteDetail } from "./queries.ts";
import { text } from "./text.ts";

const RULES = getRules("clientRouteClose");

async function runAll(commands: readonly ClientOrdersBulkActivityInput[]): Promise<void> {
  for (const command of commands) {
    const { errors } = await client.clientOrdersBulkActivity(command);
    if (errors[0] !== undefined) throw new Error(errors[0].message);
  }
}

export function CloseRoute({ route, close }: { route: RouteDetail; close: () => void }) {
  const times = useTimes();
  const currency = useMe().business?.currency ?? "EUR";
  const queries = useQueryClient();
  const tomorrow = addDays(times.today(), 1);
  const [rows, setRows] = useState<Undelivered[]>(() =>
    listUndelivered(route).map((order) => ({ order, where: "warehouse", next: "try_again", date: tomorrow })),
  );
  const [cash, setCash] = useState<number | string>("");
  const note = useMemberText(RULES, "reconciliation.note");
  const set = (id: number, part: Partial<Undelivered>) =>
    setRows((were) =>
      were.map((row) => {
        if (row.order.id !== id) return row;
        const after = { ...row, ...part };
        return NEXT[after.where].includes(after.next)
          ? after
          : { ...after, next: NEXT[after.where][0] ?? "later" };
      }),
    );
  const act = useMutation({
    mutationFn: async () => {
      const cash_counted_minor = cash === "" ? null : toMinor(cash, currency);
      const { before, reconciliation, after } = planClosing(rows, { cash_counted_minor, note: note.text });
      await runAll(before);
      // Tried again after a later call was refused, the route may be closed already.
      const { route: present } = await client.clientRoute({ route_id: route.id });
      if (present.status !== "CLOSED")
        await askAboutUnsent(route.id, (allow) => closeRoute(present, reconciliation, allow));
      await runAll(after);
    },
    onSuccess: () => {
      notifySuccess(text.closing.closed);
      close();
    },
    onSettled: () => {
      for (const queryKey of [["routes"], ["orders"], ["dispatch"]])
        void queries.invalidateQueries({ queryKey });
    },
  });
  const problems =
    act.error === null
      ? []
      : act.error instanceof ApiError
        ? listErrors(act.error).map(({ full_message }) => full_message)
        : [act.error.message];
  return (
    <Modal opened onClose={close} title={text.closing.title({ number: route.number })} size="xl">
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          act.mutate();
        }}
      >
        {rows.length === 0 ? (
          <p>{text.closing.all_ended}</p>
        ) : (
          <>
            <p>{text.closing.undelivered({ n: rows.length })}</p>
            <ol className="closing-rows">
              {rows.map(({ order, where, next, date }) => (
                <li key={order.id}>
                  <div className="closing-order">
                    <span className="strong">{order.name || order.tracking_number}</span>{" "}
                    <OrderState status={order.status} />
                    <div className="dim small">{order.address}</div>
                  </div>
                  <Group gap={8} wrap="wrap" align="end">
                    <Select
                      label={text.closing.where_is_it}
                      w={225}
                      data={Object.entries(text.closing.where).map(([value, label]) => ({ value, label }))}
                      allowDeselect={false}
                      value={where}
                      onChange={(value) => value && set(order.id, { where: value as Where })}
                    />
                    <Select
                      label={text.closing.what_next}
                      w={160}
                      data={NEXT[where].map((value) => ({
                        value,
                        label: where === "lost" ? text.closing.report_lost : text.closing.follows[value],
                      }))}
                      allowDeselect={false}
                      value={next}
                      onChange={(value) => value && set(order.id, { next: value as Next })}
                    />
                    {next === "try_again" ? (
                      <TextInput
                        type="date"
                        label={text.closing.day}
                        w={150}
                        {...toMemberProps(getRules("clientOrdersBulkActivity"), "scheduled_date", {
                          required: true,
                        })}
                        min={where === "driver" ? tomorrow : times.today()}
                        value={date}
                        onChange={(event) => set(order.id, { date: event.currentTarget.value })}
                      />
                    ) : null}
                  </Group>
                </li>
              ))}
            </ol>
          </>
        )}
        <Group grow gap={8} align="start">
          <NumberInput
            label={text.closing.cash({ currency })}
            description={text.closing.cash_about}
            {...toMemberProps(RULES, "reconciliation.cash_counted_minor", { factor: minorUnits(currency) })}
            value={cash}
            onChange={setCash}
          />
          <TextInput label={text.closing.note} description={text.closing.note_about} {...note.props} />
        </Group>
        {problems.length === 0 ? null : (
          <Alert color="red" variant="outline" role="alert" title={text.closing.refused}>
            {problems.map((problem) => (
              <div key={problem}>{problem}</div>
            ))}
          </Alert>
        )}
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={close}>
            {text.actions.back}
          </Button>
          <Button type="submit" loading={act.isPending}>
            {text.closing.submit}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
