/** The dialog of an action on an exception, or on all of a kind. Its decision is recorded with it. */
import { Button, Modal, Group as Row, Select, Textarea, TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useMe } from "../../../api/session.ts";
import { ActionDialog } from "../../../parts/action-dialog.tsx";
import { OtherErrors, useSaveForm } from "../../../parts/form.tsx";
import { getRules, toMemberProps } from "../../../parts/form-rules.ts";
import { number } from "../../../parts/format.ts";
import { useSave } from "../../../parts/save.ts";
import { Waiting } from "../../../parts/states.tsx";
import { addDays, useTimes } from "../../../parts/times.ts";
import { notifySuccess } from "../../../parts/toast.ts";
import { askAboutUnsent } from "../../../parts/unsent/ask.ts";
import { UnsentCommandsDialog } from "../../../parts/unsent/unsent.tsx";
import { driversQuery } from "../../fleet/drivers/queries.ts";
import { CommandDialog } from "../../orders/orders/command-dialog.tsx";
import { reassignRoute, routeQuery } from "../../planning/routes/queries.ts";
import { Assign } from "./assign.tsx";
import { runDecided } from "./decided.ts";
import type { CallAction, ItemAction, OpenAction } from "./define-attention.ts";
import type { Whose } from "./filters.ts";
import type { Entry } from "./keys.ts";
import { allItemsQuery, changeItems, GROUP_MAX, type Item } from "./queries.ts";
import { findTarget } from "./target.ts";
import { text } from "./text.ts";

const COMMAND_OPERATION = "clientOrdersBulkActivity";
const DRIVER_OPERATION = "clientRouteReassign";

export type AskedAction = ItemAction | "snooze" | "nothing" | "assign";
export interface PendingAct {
  entry: Entry;
  action: AskedAction;
  /** What the page lists: an action on a group concerns only these. */
  listed: Listed;
}

interface Listed {
  state: "open" | "snoozed";
  whose: Whose | undefined;
}

export function ActedOn({
  request: { entry, action, listed },
  close,
}: {
  request: PendingAct;
  close: () => void;
}) {
  if ("item" in entry) return <OnItems items={[entry.item]} action={action} close={close} />;
  return <OnGroup kind={entry.group.kind} listed={listed} action={action} close={close} />;
}

/** Reads every item of the group first. */
function OnGroup({
  kind,
  listed: { state, whose },
  action,
  close,
}: {
  kind: string;
  listed: Listed;
  action: AskedAction;
  close: () => void;
}) {
  const items = useQuery(allItemsQuery(kind, state, whose));
  if (items.data !== undefined) return <OnItems items={items.data} action={action} close={close} />;
  return (
    <Modal opened onClose={close} title={text.act.reading}>
      {items.error ? <p role="alert">{items.error.message}</p> : <Waiting rows={3} />}
    </Modal>
  );
}

function OnItems({
  items,
  action,
  close,
}: {
  items: readonly Item[];
  action: AskedAction;
  close: () => void;
}) {
  const queries = useQueryClient();
  const finish = () => {
    for (const queryKey of [["dispatch"], ["orders"], ["routes"]])
      void queries.invalidateQueries({ queryKey });
  };
  const [item] = items;
  if (item === undefined) return null;
  if (action === "assign") return <Assign items={items} close={close} />;
  if (action === "snooze") return <Snooze items={items} close={close} />;
  if (action === "nothing") return <NothingToDo items={items} close={close} />;
  if (action.do === "command") {
    const orders = new Map(
      items.flatMap(({ order_id, records }) =>
        order_id === null
          ? []
          : [
              [
                order_id,
                { id: order_id, tracking_number: records.order?.tracking_number ?? String(order_id) },
              ],
            ],
      ),
    );
    return (
      <CommandDialog
        command={action.command}
        orders={[...orders.values()]}
        close={close}
        done={finish}
        around={(run, why) =>
          runDecided(
            items,
            { action: COMMAND_OPERATION, reason: explain(action.label(), why) },
            run,
            ({ errors }) => errors.map(({ id }) => id),
          )
        }
      />
    );
  }
  if (action.do === "open") return <OpenPage item={item} action={action} close={close} />;
  return (
    <>
      <UnsentCommandsDialog />
      {action.do === "driver" ? (
        <ChooseDriver item={item} label={action.label()} close={close} done={finish} />
      ) : (
        <CallDialog item={item} action={action} close={close} done={finish} />
      )}
    </>
  );
}

/** By keyboard, a link is followed. */
function OpenPage({ item, action, close }: { item: Item; action: OpenAction; close: () => void }) {
  const me = useMe();
  const navigate = useNavigate();
  useEffect(() => {
    const target = findTarget(me, action.page(item));
    if (target !== undefined) void navigate(target);
    close();
  }, [item, action, close, navigate, me]);
  return null;
}

/** The reason of a decision: the action, and why if somebody said so. */
const explain = (action: string, why: string) => (why === "" ? action : text.act.because({ action, why }));

const DECIDE_RULES = getRules("dispatchItemsBulkActivity");

function CallDialog({
  item,
  action,
  close,
  done,
}: {
  item: Item;
  action: CallAction;
  close: () => void;
  done: () => void;
}) {
  const label = action.label();
  const [reason, setReason] = useState("");
  const why = reason.trim();
  const needs_reason = action.needs_reason !== undefined;
  return (
    <ActionDialog<object>
      opened
      close={close}
      name={`${action.operation} ${item.id} ${item.version}`}
      title={label}
      confirm={label}
      danger={action.danger === true}
      input={needs_reason && why === "" ? null : { operation: action.operation, why }}
      run={(options) => {
        const run = () => action.run(item, why, options);
        return options.dry_run === true
          ? run()
          : runDecided([item], { action: action.operation, reason: explain(label, why) }, run);
      }}
      done={() => {
        done();
        notifySuccess(text.act.done({ action: label }));
        close();
      }}
    >
      <TextInput
        data-autofocus
        label={needs_reason ? text.act.why : text.act.why_if_known}
        {...toMemberProps(action.needs_reason?.() ?? DECIDE_RULES, "reason", { required: needs_reason })}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </ActionDialog>
  );
}

function ChooseDriver({
  item,
  label,
  close,
  done,
}: {
  item: Item;
  label: string;
  close: () => void;
  done: () => void;
}) {
  const route = useQuery(routeQuery(item.route_id ?? 0)).data;
  const drivers = useQuery(driversQuery).data?.drivers ?? [];
  const [chosen_driver, setChosenDriver] = useState<string | null>(null);
  return (
    <ActionDialog<object>
      opened
      close={close}
      name={`reassign ${item.id}`}
      title={label}
      confirm={label}
      input={chosen_driver === null || route === undefined ? null : { chosen: chosen_driver }}
      run={(options) => {
        if (route === undefined) throw new Error("The route is not loaded yet.");
        const run = () =>
          askAboutUnsent(route.id, (allow) => reassignRoute(route, Number(chosen_driver), allow, options));
        const name = drivers.find(({ id }) => String(id) === chosen_driver)?.name ?? "";
        return options.dry_run === true
          ? run()
          : runDecided([item], { action: DRIVER_OPERATION, reason: explain(label, name) }, run);
      }}
      done={() => {
        done();
        notifySuccess(text.act.reassigned);
        close();
      }}
    >
      <Select
        label={text.act.driver}
        placeholder={text.act.choose}
        searchable
        data-autofocus
        data={drivers
          .filter(
            ({ id, status, contractor_id }) =>
              status === "active" &&
              id !== route?.driver_id &&
              contractor_id === (route?.contractor_id ?? null),
          )
          .map(({ id, name, duty }) => ({
            value: String(id),
            label: duty === "on" ? text.act.on_duty({ name }) : name,
          }))}
        value={chosen_driver}
        onChange={setChosenDriver}
      />
    </ActionDialog>
  );
}

function Snooze({ items, close }: { items: readonly Item[]; close: () => void }) {
  const times = useTimes();
  const tomorrow = addDays(times.today(), 1);
  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
  const choices = [
    { label: text.act.minutes_15, until: () => inMinutes(15) },
    { label: text.act.hour, until: () => inMinutes(60) },
    { label: text.act.hours_3, until: () => inMinutes(180) },
    { label: text.act.tomorrow, until: () => times.at(tomorrow, "08:00") },
    { label: text.act.week, until: () => times.at(addDays(tomorrow, 6), "08:00") },
  ];
  const save = useSave(
    (until: string) =>
      changeItems(
        items.map(({ id }) => id),
        { activity: "snooze", until },
      ),
    {
      keys: [["dispatch"]],
      success_message: ({ done }) => text.act.snoozed({ n: done }),
      done: close,
    },
  );
  return (
    <Modal
      opened
      onClose={close}
      title={items.length === 1 ? text.act.snooze : text.act.snooze_many({ n: items.length })}
    >
      <div className="stack tight">
        {choices.map(({ label, until }, index) => (
          <Button
            key={label}
            variant="default"
            justify="flex-start"
            loading={save.isPending}
            {...(index === 0 ? { "data-autofocus": true } : {})}
            onClick={() => save.mutate(until())}
          >
            {label}
          </Button>
        ))}
        <p className="dim small">{text.act.snooze_about}</p>
      </div>
    </Modal>
  );
}

function NothingToDo({ items, close }: { items: readonly Item[]; close: () => void }) {
  const form = useSaveForm({
    rules: DECIDE_RULES,
    initial: { reason: "" },
    run: ({ reason }) =>
      changeItems(
        items.map(({ id }) => id),
        { activity: "decide", reason: reason.trim() },
      ),
    keys: [["dispatch"]],
    success_message: ({ done }) => text.act.decided({ n: done }),
    done: close,
  });
  return (
    <Modal opened onClose={close} title={text.act.nothing}>
      <form className="stack" {...form.props}>
        <OtherErrors errors={form.others} />
        <Textarea
          label={text.act.why}
          description={
            items.length >= GROUP_MAX
              ? text.act.nothing_first({ n: number(GROUP_MAX) })
              : text.act.nothing_about
          }
          data-autofocus
          autosize
          minRows={2}
          {...form.field("reason", { required: true })}
        />
        <Row justify="flex-end" gap={8}>
          <Button variant="default" onClick={close}>
            {text.act.back}
          </Button>
          <Button type="submit" loading={form.is_saving}>
            {text.act.nothing}
          </Button>
        </Row>
      </form>
    </Modal>
  );
}
