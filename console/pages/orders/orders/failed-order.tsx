/** Why an order was not delivered, and what can be done about it now. */
import { Button, Group } from "@mantine/core";
import { useState } from "react";
import { isStaff, useMe } from "../../../api/session.ts";
import { readFreeCode } from "../../../parts/labels.ts";
import { CommandDialog } from "./command-dialog.tsx";
import { AFTER_FAILURE, type Command, isFailed } from "./order-commands.ts";
import type { OrderDetail } from "./queries.ts";
import { text } from "./text.ts";

export function FailedOrder({ order }: { order: OrderDetail }) {
  const me = useMe();
  const [chosen_command, setChosenCommand] = useState<Command | null>(null);
  const { return_reason, status } = order;
  const has_failed = isFailed(order);
  const may_decide = has_failed && isStaff(me) && me.permissions.includes("orders:write");
  if (return_reason === null && !may_decide) return null;
  const offered = AFTER_FAILURE.filter(
    (command) => !(command === "raise_exception" && status === "EXCEPTION"),
  );
  return (
    <section className="note tone-bad stack tight" aria-label={text.failed.title}>
      <p>
        <b>{return_reason ? readFreeCode(return_reason.code) : text.failed.problem}</b> {return_reason?.note}
      </p>
      {may_decide ? (
        <Group gap={8}>
          {offered.map((command, index) => (
            <Button
              key={command}
              size="xs"
              variant={index === 0 ? "filled" : "default"}
              onClick={() => setChosenCommand(command)}
            >
              {text.commands[command].label}
            </Button>
          ))}
        </Group>
      ) : null}
      {chosen_command === null ? null : (
        <CommandDialog
          key={chosen_command}
          command={chosen_command}
          orders={[order]}
          close={() => setChosenCommand(null)}
        />
      )}
    </section>
  );
}
