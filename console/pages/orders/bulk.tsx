/** The same command to many orders; every order says what became of it. */
import { Button, Modal, Textarea, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ClientOrdersBulkActivityOutput } from "../../../packages/client/client.gen.ts";
import { client as service } from "../../api/client.ts";
import { mayAssign } from "../../api/contractors.ts";
import type { OrderSummary } from "../../api/orders.ts";
import { useMe } from "../../api/session.ts";
import { OrderState } from "../../parts/badge.tsx";
import { failed, said, warned } from "../../parts/toast.ts";
import { count } from "../../parts/words.ts";
import { HandOver } from "../contractors/hand-over.tsx";

const ACTIONS = [
  { action: "hold", label: "Hold", past: "held", field: "reason", needs: true },
  { action: "release", label: "Release hold", past: "released", field: null, needs: false },
  { action: "cancel", label: "Cancel", past: "cancelled", field: "reason", needs: true },
  { action: "note", label: "Note", past: "noted", field: "note", needs: true },
] as const;

export function Bulk({
  chosen,
  orders,
  done,
}: {
  chosen: ReadonlySet<number>;
  orders: readonly OrderSummary[];
  done: () => void;
}) {
  const client = useQueryClient();
  const [asked, setAsked] = useState<(typeof ACTIONS)[number] | null>(null);
  const [words, setWords] = useState("");
  const [handing, setHanding] = useState(false);
  const me = useMe();
  const may_hand = me.user.role === "client_admin" && mayAssign(me);
  const [outcome, setOutcome] = useState<ClientOrdersBulkActivityOutput["orders"] | null>(null);
  const run = useMutation({
    mutationFn: (what: (typeof ACTIONS)[number]) =>
      service.clientOrdersBulkActivity({
        activity: what.action,
        order_ids: [...chosen],
        ...(what.field && words.trim() ? { [what.field]: words.trim() } : {}),
      }),
    onError: (error) => failed(error, "Nothing was changed"),
    onSuccess: (answer, what) => {
      const items = answer.orders;
      const bad = items.filter((item) => !item.result);
      void client.invalidateQueries({ queryKey: ["orders"] });
      setAsked(null);
      setWords("");
      if (bad.length === 0) {
        said(`${count(items.length, "order")} ${what.past}.`);
        done();
      } else {
        warned(`${items.length - bad.length} of ${items.length} ${what.past}; the others are as they were.`);
        setOutcome(bad);
      }
    },
  });
  const nameOf = (id: number) => orders.find((order) => order.id === id);
  return (
    <div
      className="filters"
      style={{ background: "var(--ph-accent-soft)", alignItems: "center" }}
      role="status"
    >
      <span className="strong grow">{count(chosen.size, "order")} selected</span>
      {ACTIONS.map((what) => (
        <Button key={what.action} variant="default" size="xs" onClick={() => setAsked(what)}>
          {what.label}
        </Button>
      ))}
      {may_hand ? (
        <Button variant="default" size="xs" onClick={() => setHanding(true)}>
          Hand to contractor
        </Button>
      ) : null}
      <Button variant="subtle" size="xs" color="gray" onClick={done}>
        Deselect
      </Button>
      <Modal
        opened={asked !== null}
        onClose={() => setAsked(null)}
        title={`${asked?.label} ${count(chosen.size, "order")}`}
      >
        <form
          className="stack"
          onSubmit={(event) => {
            event.preventDefault();
            if (asked) run.mutate(asked);
          }}
        >
          {asked?.field === "note" ? (
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
          ) : null}
          {asked?.field === "reason" ? (
            <TextInput
              label="Reason"
              required
              maxLength={200}
              value={words}
              onChange={(event) => setWords(event.currentTarget.value)}
              data-autofocus
            />
          ) : null}
          <p className="dim">
            Each order is decided on its own. Those that may not are left as they are and listed.
          </p>
          <div className="row" style={{ justifyContent: "flex-end" }}>
            <Button variant="default" onClick={() => setAsked(null)}>
              Back
            </Button>
            <Button
              type="submit"
              loading={run.isPending}
              color={asked?.action === "cancel" ? "red.8" : undefined}
            >
              {asked?.label}
            </Button>
          </div>
        </form>
      </Modal>
      <HandOver order_ids={[...chosen]} opened={handing} close={() => setHanding(false)} done={done} />
      <Modal
        opened={outcome !== null}
        onClose={() => {
          setOutcome(null);
          done();
        }}
        title={`Not changed (${outcome?.length ?? 0})`}
        size="lg"
      >
        <ul className="list">
          {outcome?.map((item) => (
            <li key={item.order_id} className="row nowrap" style={{ padding: "8px 0" }}>
              <span className="mono">{nameOf(item.order_id)?.tracking_number ?? item.order_id}</span>
              <span className="grow">{item.message}</span>
              {item.status ? <OrderState status={item.status} /> : null}
            </li>
          ))}
        </ul>
      </Modal>
    </div>
  );
}
