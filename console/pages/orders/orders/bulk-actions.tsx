/** Commands for the selected orders. */
import { Button } from "@mantine/core";
import { useState } from "react";
import { mayAssign } from "../../../api/contractors.ts";
import type { OrderSummary } from "../../../api/orders.ts";
import { useMe } from "../../../api/session.ts";
import { count } from "../../../parts/format.ts";
import { AssignOrders } from "../../fleet/contractors/assign-orders.tsx";
import { CommandDialog } from "./command-dialog.tsx";
import { AFTER_FAILURE, COMMANDS, type Command, FAILED_STATUSES } from "./order-commands.ts";

const ALWAYS = ["hold", "release", "cancel", "note"] as const;

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
  const any_failed = picked.some(({ status }) => FAILED_STATUSES.includes(status));
  const none_is_held = picked.every(({ hold }) => hold === null);
  const close = () => setAsked(null);
  return (
    <div
      className="filters"
      style={{ background: "var(--ph-accent-soft)", alignItems: "center" }}
      role="status"
    >
      <span className="strong grow">{count(chosen.size, "order")} selected</span>
      {(any_failed ? AFTER_FAILURE : []).map((command) => (
        <Button key={command} variant="default" size="xs" onClick={() => setAsked(command)}>
          {COMMANDS[command].label}
        </Button>
      ))}
      {ALWAYS.map((command) => (
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
        <CommandDialog key={asked} command={asked} orders={picked} close={close} done={done} />
      )}
      <AssignOrders order_ids={[...chosen]} opened={asked === "hand"} close={close} done={done} />
    </div>
  );
}
