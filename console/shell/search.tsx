/** Search from anywhere: tracking number, reference, name, phone. */
import { Modal, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { searchQuery } from "../api/orders.ts";
import { OrderState } from "../parts/badge.tsx";
import { Failure } from "../parts/states.tsx";
import { day } from "../parts/times.ts";

export function Search({ opened, close }: { opened: boolean; close: () => void }) {
  const [text, setText] = useState("");
  const [asked] = useDebouncedValue(text.trim(), 180);
  const [at, setAt] = useState(0);
  const navigate = useNavigate();
  const query = useQuery({
    ...searchQuery(asked),
    enabled: opened && asked.length >= 2,
    placeholderData: (old) => old,
  });
  const orders = asked.length >= 2 ? (query.data?.orders ?? []) : [];
  // biome-ignore lint/correctness/useExhaustiveDependencies: another question starts at its first answer.
  useEffect(() => setAt(0), [asked]);

  const open = (order_id: number) => {
    close();
    setText("");
    void navigate({ to: "/orders/$order_id", params: { order_id: String(order_id) } });
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key === "ArrowDown") setAt((was) => Math.min(orders.length - 1, was + 1));
    else if (event.key === "ArrowUp") setAt((was) => Math.max(0, was - 1));
    else if (event.key === "Enter" && orders[at]) open(orders[at].id);
    else return;
    event.preventDefault();
  };
  return (
    <Modal.Root opened={opened} onClose={close} padding={0} size="lg" centered={false} yOffset="10vh">
      <Modal.Overlay />
      <Modal.Content aria-label="Search orders">
        <TextInput
          data-autofocus
          size="md"
          variant="unstyled"
          px="md"
          py={4}
          aria-label="Search orders"
          placeholder="Tracking number, reference, name or phone"
          leftSection={<IconSearch size={18} />}
          leftSectionWidth={44}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          role="combobox"
          aria-expanded={orders.length > 0}
          aria-controls="search-answers"
          aria-activedescendant={orders[at] ? `search-${orders[at].id}` : undefined}
        />
        <div style={{ borderTop: "1px solid var(--ph-line)" }}>
          {query.error && asked.length >= 2 ? (
            <Failure error={query.error} retry={() => void query.refetch()} />
          ) : null}
          {asked.length < 2 ? (
            <p className="dim" style={{ padding: 16 }}>
              Type two characters or more.
            </p>
          ) : null}
          {asked.length >= 2 && query.data && orders.length === 0 ? (
            <p className="dim" style={{ padding: 16 }}>
              No order matches “{asked}”.
            </p>
          ) : null}
          <div className="list" id="search-answers" role="listbox" aria-label="Orders found">
            {orders.map((order, index) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the field above.
              // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus.
              <div
                key={order.id}
                id={`search-${order.id}`}
                role="option"
                aria-selected={index === at}
                className="list-row"
                aria-current={index === at}
                onClick={() => open(order.id)}
                onMouseMove={() => setAt(index)}
              >
                <span className="grow">
                  <span className="strong">{order.name || order.tracking_number}</span>{" "}
                  <span className="dim mono">{order.tracking_number}</span>
                  <br />
                  <span className="dim small">
                    {order.address} · {day(order.scheduled_date)}
                  </span>
                </span>
                <OrderState status={order.status} />
              </div>
            ))}
          </div>
        </div>
      </Modal.Content>
    </Modal.Root>
  );
}
