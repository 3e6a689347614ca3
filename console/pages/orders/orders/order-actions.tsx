/** Actions that are possible on an order now, as listed in the order itself. */
import { Button, Menu, Textarea, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { IconArrowRight, IconDots, IconPencil, IconPrinter } from "#icons";
import { client as service } from "../../../api/client.ts";
import { isStaff, useMe } from "../../../api/session.ts";
import { ActionDialog } from "../../../parts/action-dialog.tsx";
import { AddressField } from "../../../parts/address/address-field.tsx";
import { useCommands } from "../../../parts/commands.ts";
import { download } from "../../../parts/download.ts";
import { findRule, getRules, toInputProps, toMemberProps } from "../../../parts/form-rules.ts";
import { findLabel } from "../../../parts/labels.ts";
import { useOpenRecord } from "../../../parts/record-link.tsx";
import { notifyFailure, notifySuccess } from "../../../parts/toast.ts";
import { EditOrder } from "./edit-order.tsx";
import { OrderState } from "./order-state.tsx";
import {
  type CommandAnswer,
  commandOrder,
  type OrderCommand,
  type OrderDetail,
  type OrderPin,
  type Place,
} from "./queries.ts";
import { ORDER_STATUS } from "./status.ts";
import { text } from "./text.ts";

type Action = "edit" | "hold" | "release" | "cancel" | "reroute" | "note" | "instruction";

export function OrderActions({ order, pin }: { order: OrderDetail; pin: OrderPin | null }) {
  const me = useMe();
  const may_write = me.permissions.includes("orders:write") && isStaff(me);
  const [open, setOpen] = useState<Action | null>(null);
  const label = useMutation({
    mutationFn: async () => {
      const file = await service.clientOrderLabelFile({ order_id: order.id }, { accept: "application/pdf" });
      download(file, `${order.tracking_number}.pdf`);
    },
    onError: (error) => notifyFailure(error, text.actions.no_label),
  });
  const actions = [
    { action: "edit", operation: "clientOrderUpdate", may: true, key: "e" },
    { action: "release", operation: "clientOrderRelease", may: order.can_release },
    { action: "hold", operation: "clientOrderHold", may: order.can_hold, key: "h" },
    { action: "instruction", operation: "clientOrderDeliveryInstruction", may: order.can_instruct, key: "i" },
    { action: "note", operation: "clientOrderNote", may: true, key: "n" },
    { action: "reroute", operation: "clientOrderReroute", may: order.can_reroute },
    { action: "cancel", operation: "clientOrderCancel", may: order.can_cancel },
  ] as const;
  useCommands(order.name || order.tracking_number, [
    ...actions
      .filter(({ may }) => may && may_write)
      .map(({ action, may: _, ...command }) => ({ ...command, run: () => setOpen(action) })),
    ...(me.user.role === "customer"
      ? []
      : [{ label: text.actions.print_label, keywords: ["pdf", "download"], run: () => label.mutate() }]),
  ]);
  return (
    <>
      {me.user.role === "customer" ? null : (
        <Button
          variant="default"
          leftSection={<IconPrinter size={16} />}
          loading={label.isPending}
          onClick={() => label.mutate()}
        >
          {text.actions.label}
        </Button>
      )}
      {may_write ? (
        <>
          <Button variant="default" leftSection={<IconPencil size={16} />} onClick={() => setOpen("edit")}>
            {text.actions.edit}
          </Button>
          {pin?.tries_left === 0 ? <UnlockPin order={order} tries={pin.tries_max} /> : null}
          {order.can_release ? (
            <Button onClick={() => setOpen("release")}>{text.actions.release}</Button>
          ) : null}
          {order.can_hold ? (
            <Button variant="default" onClick={() => setOpen("hold")}>
              {text.actions.hold}
            </Button>
          ) : null}
          <Menu position="bottom-end">
            <Menu.Target>
              <Button variant="default" px={9} aria-label={text.actions.more}>
                <IconDots size={16} />
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {order.can_instruct ? (
                <Menu.Item onClick={() => setOpen("instruction")}>{text.actions.instruction}</Menu.Item>
              ) : null}
              <Menu.Item onClick={() => setOpen("note")}>{text.actions.note}</Menu.Item>
              {order.can_reroute ? (
                <Menu.Item onClick={() => setOpen("reroute")}>{text.actions.reroute}</Menu.Item>
              ) : null}
              {order.can_cancel ? (
                <>
                  <Menu.Divider />
                  <Menu.Item c="var(--ph-bad)" onClick={() => setOpen("cancel")}>
                    {text.actions.cancel}
                  </Menu.Item>
                </>
              ) : null}
            </Menu.Dropdown>
          </Menu>
          <WordsDialog order={order} action={open} close={() => setOpen(null)} />
          {open === "edit" ? (
            <EditOrder
              order={order}
              pin={pin}
              close={() => setOpen(null)}
              reroute={() => setOpen("reroute")}
            />
          ) : null}
          <Reroute order={order} opened={open === "reroute"} close={() => setOpen(null)} />
        </>
      ) : null}
    </>
  );
}

const REROUTE = getRules("clientOrderReroute");

/** After too many wrong attempts the recipient's PIN is locked until somebody unlocks it. */
function UnlockPin({ order, tries }: { order: OrderDetail; tries: number }) {
  const client = useQueryClient();
  const allow = useMutation({
    mutationFn: () => service.clientOrderResetPinTries({ order_id: order.id }),
    onSuccess: ({ tries_left }) => {
      void client.invalidateQueries({ queryKey: ["orders"] });
      notifySuccess(text.actions.unlocked({ tries: tries_left }));
    },
    onError: (error) => notifyFailure(error, text.actions.still_locked),
  });
  return (
    <Button
      title={text.actions.unlock_about({ tries })}
      loading={allow.isPending}
      onClick={() => allow.mutate()}
    >
      {text.actions.unlock}
    </Button>
  );
}

const WORDS = {
  hold: toMemberProps(getRules("clientOrderHold"), "reason"),
  release: toMemberProps(getRules("clientOrderRelease"), "reason"),
  cancel: toMemberProps(getRules("clientOrderCancel"), "reason"),
  note: toMemberProps(getRules("clientOrderNote"), "note"),
  instruction: toMemberProps(getRules("clientOrderDeliveryInstruction"), "delivery_instruction"),
};

function WordsDialog({
  order,
  action,
  close,
}: {
  order: OrderDetail;
  action: Action | null;
  close: () => void;
}) {
  if (action === null || action === "reroute" || action === "edit") return null;
  return <OpenWords key={action} order={order} action={action} close={close} />;
}

function OpenWords({
  order,
  action,
  close,
}: {
  order: OrderDetail;
  action: keyof typeof WORDS;
  close: () => void;
}) {
  const client = useQueryClient();
  const props = WORDS[action];
  const { title, confirm, label } = text.words[action];
  const edits = action === "note" || action === "instruction";
  const before =
    action === "note" ? (order.note ?? "") : action === "instruction" ? order.delivery_instruction : "";
  const [words, setWords] = useState(before);
  const said_words = words.trim();
  const missing = (props.required && said_words === "") || (edits && said_words === before);
  const input: OrderCommand | null = missing ? null : buildCommand(action, said_words);
  const finish = (answer: CommandAnswer) => {
    void client.invalidateQueries({ queryKey: ["orders"] });
    void client.invalidateQueries({ queryKey: ["tracking"] });
    notifySuccess(
      edits
        ? text.words.saved({ title })
        : text.actions.becomes_now({
            status: findLabel(ORDER_STATUS, answer.order.status).label.toLowerCase(),
          }),
    );
    close();
  };
  return (
    <ActionDialog<CommandAnswer>
      opened
      close={close}
      name={`${action} ${order.id} ${order.version}`}
      title={title}
      confirm={confirm}
      danger={action === "cancel"}
      input={input}
      run={(options) => commandOrder(order, buildCommand(action, said_words), options)}
      done={finish}
      outcome={(answer) => (edits ? text.actions.only_text : <Change from={order} to={answer.order} />)}
    >
      {edits ? (
        <Textarea
          data-autofocus
          label={label}
          autosize
          minRows={3}
          {...props}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
      ) : (
        <TextInput
          data-autofocus
          label={label}
          {...props}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
      )}
    </ActionDialog>
  );
}

function buildCommand(trigger: keyof typeof WORDS, words: string): OrderCommand {
  if (trigger === "note") return { trigger, note: words };
  if (trigger === "instruction") return { trigger, delivery_instruction: words };
  return { trigger, reason: words };
}

function Change({ from, to }: { from: OrderDetail; to: OrderDetail }) {
  return (
    <>
      <div className="row tight">
        <OrderState status={from.status} />
        <IconArrowRight size={14} aria-label={text.command.becomes} />
        <OrderState status={to.status} />
      </div>
      {from.route_id !== null && to.route_id === null ? <p>{text.actions.leaves_route}</p> : null}
    </>
  );
}

function Reroute({ order, opened, close }: { order: OrderDetail; opened: boolean; close: () => void }) {
  const client = useQueryClient();
  const openOrder = useOpenRecord("order");
  const [place, setPlace] = useState<Place>({
    ...(order.dropoff ?? { line1: "" }),
    line1: "",
    postal_code: "",
    lat: undefined,
    lng: undefined,
  });
  const filled_members = Object.fromEntries(
    Object.entries(place).filter(([, value]) => value !== "" && value !== undefined && value !== null),
  );
  const command: OrderCommand = { trigger: "reroute", address: { ...filled_members, line1: place.line1 } };
  const input = place.line1.trim() ? command : null;
  return (
    <ActionDialog<CommandAnswer>
      opened={opened}
      close={close}
      name={`reroute ${order.id} ${order.version}`}
      title={text.reroute.title}
      confirm={text.reroute.confirm}
      input={input}
      run={(options) => commandOrder(order, command, options)}
      done={(answer) => {
        void client.invalidateQueries({ queryKey: ["orders"] });
        notifySuccess(text.reroute.done({ number: answer.order.tracking_number }));
        close();
        openOrder(answer.order_id);
      }}
      outcome={() => text.reroute.outcome}
    >
      <AddressField
        label={text.reroute.label}
        prefix="address"
        value={place}
        onChange={setPlace}
        own={(path) => toInputProps(findRule(REROUTE.by_path, path))}
        around={
          typeof order.lat === "number" && typeof order.lng === "number"
            ? { lat: order.lat, lng: order.lng }
            : null
        }
      />
    </ActionDialog>
  );
}
