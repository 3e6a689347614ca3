/** One delivery provider in the list: where it delivers, what it costs, its key, and its actions. */
import { Button, Menu } from "@mantine/core";
import { IconDots } from "#icons";
import { useMe } from "../../../api/session.ts";
import { Tag } from "../../../parts/badge.tsx";
import { Copy } from "../../../parts/copy.tsx";
import { kilograms, kilometres, money } from "../../../parts/format.ts";
import type { Tone } from "../../../parts/labels.ts";
import { useTimes } from "../../../parts/times.ts";
import type { DeliveryProvider } from "./queries.ts";
import { text } from "./text.ts";

export type ProviderAction = "edit" | "mapping" | "rotate";

const TONE: Record<keyof typeof text.status, Tone> = {
  active: "good",
  paused: "grey",
  suspended: "warn",
  revoked: "bad",
};

export function ProviderRow({
  provider,
  ask,
  pause,
}: {
  provider: DeliveryProvider;
  ask: ((what: ProviderAction) => void) | undefined;
  pause: () => void;
}) {
  const times = useTimes();
  const currency = useMe().business?.currency;
  const { key_id, key_status, price_terms: terms } = provider;
  const state = key_status === "active" ? provider.status : key_status;
  const area = [...provider.countries, ...provider.postal_prefixes.map((prefix) => `${prefix}…`)];
  const limits = [
    area.length === 0 ? text.anywhere : area.join(", "),
    ...(provider.weight_g_max === null ? [] : [text.weight_to({ amount: kilograms(provider.weight_g_max) })]),
    ...(provider.distance_m_max === null
      ? []
      : [text.distance_to({ amount: kilometres(provider.distance_m_max) })]),
  ];
  return (
    <li className="switch-row">
      <div className="stack tight" style={{ minWidth: 0 }}>
        <span className="row tight">
          <span className="strong">{provider.name}</span>
          <Tag tone={TONE[state]}>{text.status[state]}</Tag>
          {provider.rank === null ? null : <Tag tone="blue">{text.ranked({ rank: provider.rank })}</Tag>}
          {provider.capabilities.map((one) => (
            <Tag key={one} tone="grey">
              {text.capability[one]}
            </Tag>
          ))}
        </span>
        <span className="small">
          {limits.join(" · ")} ·{" "}
          {terms === null
            ? text.names_price
            : text.terms({
                base: money(terms.base_minor, currency),
                km: money(terms.per_km_minor, currency),
              })}
        </span>
        <span className="row tight small dim">
          <span className="mono cut">{key_id}</span>
          <Copy value={key_id} label={provider.name} />
          <span>
            {provider.last_used_at === null
              ? text.never_used
              : text.used({ when: times.ago(provider.last_used_at) })}
          </span>
        </span>
      </div>
      {ask ? (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="default" size="xs" px={8} aria-label={text.actions({ name: provider.name })}>
              <IconDots size={16} />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => ask("edit")}>{text.change}</Menu.Item>
            <Menu.Item onClick={() => ask("mapping")}>{text.mapping}</Menu.Item>
            {key_status === "revoked" ? null : (
              <Menu.Item onClick={() => ask("rotate")}>{text.new_secret}</Menu.Item>
            )}
            <Menu.Item onClick={pause}>{provider.status === "active" ? text.pause : text.resume}</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      ) : null}
    </li>
  );
}
