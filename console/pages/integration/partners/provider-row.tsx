/** One provider in the list: its key, what it may send, when it last sent, and its actions. */

import { Button, Menu } from "@mantine/core";
import { IconDots } from "#icons";
import type { OtepProvider as Provider } from "../../../../packages/client/client.gen.ts";
import { rich } from "../../../language/rich.ts";
import { Tag } from "../../../parts/badge.tsx";
import { Copy } from "../../../parts/copy.tsx";
import type { Tone } from "../../../parts/labels.ts";
import { useTimes } from "../../../parts/times.ts";
import { text } from "./text.ts";

export type ProviderAction = "edit" | "rotate" | "revoke";

const TONE: Record<Provider["status"], Tone> = { active: "good", suspended: "warn", revoked: "grey" };

export function ProviderRow({
  provider,
  ask,
  suspend,
}: {
  provider: Provider;
  ask: ((what: ProviderAction) => void) | undefined;
  suspend: () => void;
}) {
  const times = useTimes();
  const every = provider.subject_patterns.includes("*");
  return (
    <li className="switch-row">
      <div className="stack tight" style={{ minWidth: 0 }}>
        <span className="row tight">
          <span className={provider.status === "revoked" ? "dim" : "strong"}>{provider.name}</span>
          <Tag tone={TONE[provider.status]}>{text.status[provider.status]}</Tag>
          {provider.secrets > 1 ? <Tag tone="blue">{text.two_secrets}</Tag> : null}
        </span>
        <span className="row tight small">
          <span className="mono">{provider.key_id}</span>
          <Copy value={provider.key_id} label={text.key} />
          <span className="dim">
            {rich(text.as, { code: <span className="mono">{provider.code}</span> })}
          </span>
        </span>
        <span className="dim small">
          {provider.source_types.map((type) => text.sources[type]).join(", ")} ·{" "}
          {provider.formats.map((one) => one.toUpperCase()).join(", ")} ·{" "}
          {every ? text.every : provider.subject_patterns.join(", ")} ·{" "}
          {provider.requests_per_s === null
            ? text.usual_rate
            : text.rate_of({ n: String(provider.requests_per_s) })}
        </span>
        <span className="dim small">
          {provider.secret_made_at === null
            ? text.no_secret
            : text.secret_made({ moment: times.moment(provider.secret_made_at) })}{" "}
          ·{" "}
          {provider.last_used_at === null ? (
            text.never_used
          ) : (
            <time dateTime={provider.last_used_at} title={times.exact(provider.last_used_at)}>
              {text.used({ ago: times.ago(provider.last_used_at) })}
            </time>
          )}
        </span>
      </div>
      {ask && provider.status !== "revoked" ? (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="default" size="xs" px={8} aria-label={text.actions({ name: provider.name })}>
              <IconDots size={16} />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => ask("edit")}>{text.change}</Menu.Item>
            <Menu.Item onClick={() => ask("rotate")}>{text.new_secret}</Menu.Item>
            <Menu.Item onClick={suspend}>
              {provider.status === "active" ? text.suspend : text.resume}
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item color="red" onClick={() => ask("revoke")}>
              {text.revoke}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      ) : null}
    </li>
  );
}
