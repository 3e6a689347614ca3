/** Commands for the selected orders. */
import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useMe } from "../../../api/session.ts";
import { useCommands } from "../../../parts/commands.ts";
import { collectSelected, listLoaded } from "../../../parts/grid/collect.ts";
import { countSelected, type Selection } from "../../../parts/grid/selection.ts";
import type { Source } from "../../../parts/grid/source.ts";
import { lazyPart } from "../../../parts/lazy-part.tsx";
import { notifyFailure } from "../../../parts/toast.ts";
import { mayAssign } from "../../fleet/contractors/queries.ts";
import { AFTER_FAILURE, type Command, isFailed } from "./order-commands.ts";
import type { OrderSummary } from "./queries.ts";
import { text } from "./text.ts";

const AssignOrders = lazyPart(() =>
  import("../../fleet/contractors/assign-orders.tsx").then((module) => module.AssignOrders),
);
const CommandDialog = lazyPart(() => import("./command-dialog.tsx").then((module) => module.CommandDialog));

const KEYS: Partial<Record<Command, string>> = { hold: "h", note: "n", reschedule: "d" };
const ALWAYS = ["reschedule", "hold", "release", "cancel", "note"] as const;

const PutOnRoute = lazyPart(() => import("./put-on-route.tsx").then((module) => module.PutOnRoute));

const getKey = ({ id }: OrderSummary) => id;

interface PendingCommand {
  command: Command | "hand" | "route";
  orders: readonly OrderSummary[];
}

export function BulkActions({
  selection,
  source,
  done,
}: {
  selection: Selection<number>;
  source: Source<OrderSummary>;
  done: () => void;
}) {
  const [pending_command, setPendingCommand] = useState<PendingCommand | null>(null);
  const me = useMe();
  const may_hand = me.user.role === "client_admin" && mayAssign(me);
  const may_route = me.permissions.includes("routes:write");
  const loaded_orders = useMemo(() => listLoaded(source, selection, getKey), [source, selection]);
  const selected = countSelected(selection, source.total);
  const is_all_known = loaded_orders.length === selected;
  const any_failed = loaded_orders.some(isFailed);
  const none_is_held = is_all_known && loaded_orders.every(({ hold }) => hold === null);
  const close = () => setPendingCommand(null);
  const ask = useMutation({
    mutationFn: async (command: PendingCommand["command"]) => ({
      command,
      orders: await collectSelected(source, selection, getKey),
    }),
    onSuccess: setPendingCommand,
    onError: (error) => notifyFailure(error, text.bulk.unread),
  });
  useCommands(text.orders({ n: selected }), [
    ...[...(any_failed ? AFTER_FAILURE : []), ...ALWAYS]
      .filter((command) => command !== "release" || !none_is_held)
      .map((command) => ({
        label: text.commands[command].label,
        operation: "clientOrdersBulkActivity" as const,
        ...(KEYS[command] ? { key: KEYS[command] } : {}),
        run: () => ask.mutate(command),
      })),
    ...(may_route
      ? [
          {
            label: text.put_on_route.label,
            operation: "clientOrdersBulkAssign" as const,
            run: () => ask.mutate("route"),
          },
        ]
      : []),
    ...(may_hand ? [{ operation: "assignOrdersToBroker" as const, run: () => ask.mutate("hand") }] : []),
    { label: text.bulk.deselect, run: done },
  ]);
  return (
    <>
      <span className="strong num" role="status">
        {text.bulk.selected({ n: selected })}
      </span>
      {[...(any_failed ? AFTER_FAILURE : []), ...ALWAYS].map((command) => {
        const is_idle = command === "release" && none_is_held;
        return (
          <Button
            key={command}
            variant="default"
            size="xs"
            disabled={is_idle}
            title={is_idle ? text.bulk.none_held : undefined}
            loading={ask.isPending && ask.variables === command}
            onClick={() => ask.mutate(command)}
          >
            {text.commands[command].label}
          </Button>
        );
      })}
      {may_route ? (
        <Button
          variant="default"
          size="xs"
          loading={ask.isPending && ask.variables === "route"}
          onClick={() => ask.mutate("route")}
        >
          {text.put_on_route.label}
        </Button>
      ) : null}
      {may_hand ? (
        <Button
          variant="default"
          size="xs"
          loading={ask.isPending && ask.variables === "hand"}
          onClick={() => ask.mutate("hand")}
        >
          {text.bulk.assign}
        </Button>
      ) : null}
      <Button variant="subtle" size="xs" color="gray" onClick={done}>
        {text.bulk.deselect}
      </Button>
      {pending_command === null ||
      pending_command.command === "hand" ||
      pending_command.command === "route" ? null : (
        <CommandDialog
          key={pending_command.command}
          command={pending_command.command}
          orders={pending_command.orders}
          close={close}
          done={done}
        />
      )}
      {pending_command?.command === "route" ? (
        <PutOnRoute orders={pending_command.orders} close={close} done={done} />
      ) : null}
      {pending_command?.command === "hand" ? (
        <AssignOrders order_ids={pending_command.orders.map(getKey)} opened close={close} done={done} />
      ) : null}
    </>
  );
}
