/**
 * Search from anywhere: an order by tracking number, reference, name or phone; a page, a section of the settings,
 * a command.
 */
import { Modal, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useEffect, useState } from "react";
import { searchQuery } from "../api/orders.ts";
import { useMe } from "../api/session.ts";
import { OrderState } from "../parts/badge.tsx";
import { Failure } from "../parts/states.tsx";
import { day } from "../parts/times.ts";
import { listCommands } from "./commands.ts";
import { findCommands } from "./find-commands.ts";

interface Result {
  key: string;
  open: () => void;
  row: ReactNode;
}

export function Palette({ opened, close }: { opened: boolean; close: () => void }) {
  const me = useMe();
  const searches = me.permissions.includes("orders:read");
  const [text, setText] = useState("");
  const [asked] = useDebouncedValue(text.trim(), 180);
  const [at, setAt] = useState(0);
  const navigate = useNavigate();
  const query = useQuery({
    ...searchQuery(asked),
    enabled: opened && searches && asked.length >= 2,
    placeholderData: (old) => old,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new query selects its first result.
  useEffect(() => setAt(0), [asked]);

  const enough = asked.length >= 2;
  const results: Result[] = [
    ...(enough ? findCommands(listCommands(me), asked) : []).map(
      ({ label, hint, to, search }): Result => ({
        key: `${hint}-${label}`,
        // A manifest checked the query against the page at the address.
        open: () => void navigate({ to, search: search as never }),
        row: (
          <span className="grow">
            <span className="strong">{label}</span> <span className="dim small">{hint}</span>
          </span>
        ),
      }),
    ),
    ...(enough ? (query.data?.orders ?? []) : []).map(
      (order): Result => ({
        key: `order-${order.id}`,
        open: () => void navigate({ to: "/orders/$order_id", params: { order_id: String(order.id) } }),
        row: (
          <>
            <span className="grow">
              <span className="strong">{order.name || order.tracking_number}</span>{" "}
              <span className="dim mono">{order.tracking_number}</span>
              <br />
              <span className="dim small">
                {order.address} · {day(order.scheduled_date)}
              </span>
            </span>
            <OrderState status={order.status} />
          </>
        ),
      }),
    ),
  ];
  const choose = (result: Result) => {
    close();
    setText("");
    result.open();
  };
  const selected = results[at];
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key === "ArrowDown") setAt((was) => Math.min(results.length - 1, was + 1));
    else if (event.key === "ArrowUp") setAt((was) => Math.max(0, was - 1));
    else if (event.key === "Enter" && selected) choose(selected);
    else return;
    event.preventDefault();
  };
  const label = searches ? "Search orders and pages" : "Search pages";
  return (
    <Modal.Root opened={opened} onClose={close} padding={0} size="lg" centered={false} yOffset="10vh">
      <Modal.Overlay />
      <Modal.Content aria-label={label}>
        <TextInput
          data-autofocus
          size="md"
          variant="unstyled"
          px="md"
          py={4}
          aria-label={label}
          placeholder={searches ? "Tracking number, reference, name, phone or page" : "Page or setting"}
          leftSection={<IconSearch size={18} />}
          leftSectionWidth={44}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          role="combobox"
          aria-expanded={results.length > 0}
          aria-controls="palette-results"
          aria-activedescendant={selected ? `palette-${selected.key}` : undefined}
        />
        <div style={{ borderTop: "1px solid var(--ph-line)" }}>
          {query.error && enough ? <Failure error={query.error} retry={() => void query.refetch()} /> : null}
          {enough ? null : (
            <p className="dim" style={{ padding: 16 }}>
              Type two characters or more.
            </p>
          )}
          {enough && results.length === 0 && (query.data !== undefined || !searches) ? (
            <p className="dim" style={{ padding: 16 }}>
              Nothing matches “{asked}”.
            </p>
          ) : null}
          <div className="list" id="palette-results" role="listbox" aria-label="Results">
            {results.map((result, index) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the field above.
              // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus.
              <div
                key={result.key}
                id={`palette-${result.key}`}
                role="option"
                aria-selected={index === at}
                className="list-row"
                aria-current={index === at}
                onClick={() => choose(result)}
                onMouseMove={() => setAt(index)}
              >
                {result.row}
              </div>
            ))}
          </div>
        </div>
      </Modal.Content>
    </Modal.Root>
  );
}
