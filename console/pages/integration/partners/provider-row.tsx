/** One provider in the list: its key, what it may send, when it last sent, and its actions. */
import { Button, Menu } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import type { OtepProvider as Provider } from "../../../../packages/client/client.gen.ts";
import { Tag } from "../../../parts/badge.tsx";
import { Copy } from "../../../parts/copy.tsx";
import type { Tone } from "../../../parts/labels.ts";
import { humanize } from "../../../parts/labels.ts";
import { useTimes } from "../../../parts/times.ts";

export type ProviderAction = "edit" | "rotate" | "revoke";

const STATUS: Record<Provider["status"], { label: string; tone: Tone }> = {
  active: { label: "Active", tone: "good" },
  suspended: { label: "Suspended", tone: "warn" },
  revoked: { label: "Revoked", tone: "grey" },
};

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
  const { label, tone } = STATUS[provider.status];
  const every = provider.subject_patterns.includes("*");
  return (
    <li className="switch-row">
      <div className="stack tight" style={{ minWidth: 0 }}>
        <span className="row tight">
          <span className={provider.status === "revoked" ? "dim" : "strong"}>{provider.name}</span>
          <Tag tone={tone}>{label}</Tag>
          {provider.secrets > 1 ? <Tag tone="blue">Two secrets</Tag> : null}
        </span>
        <span className="row tight small">
          <span className="mono">{provider.key_id}</span>
          <Copy value={provider.key_id} label="key" />
          <span className="dim">
            as <span className="mono">{provider.code}</span>
          </span>
        </span>
        <span className="dim small">
          {provider.source_types.map(humanize).join(", ")} ·{" "}
          {provider.formats.map((one) => one.toUpperCase()).join(", ")} ·{" "}
          {every ? "every subject" : provider.subject_patterns.join(", ")} ·{" "}
          {provider.requests_per_s === null ? "usual rate" : `${provider.requests_per_s} requests/s`}
        </span>
        <span className="dim small">
          {provider.secret_made_at === null
            ? "No secret"
            : `Secret made ${times.moment(provider.secret_made_at)}`}{" "}
          ·{" "}
          {provider.last_used_at === null ? (
            "never used"
          ) : (
            <time dateTime={provider.last_used_at} title={times.exact(provider.last_used_at)}>
              used {times.ago(provider.last_used_at)}
            </time>
          )}
        </span>
      </div>
      {ask && provider.status !== "revoked" ? (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="default" size="xs" px={8} aria-label={`Actions for ${provider.name}`}>
              <IconDots size={16} />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => ask("edit")}>Change</Menu.Item>
            <Menu.Item onClick={() => ask("rotate")}>New secret</Menu.Item>
            <Menu.Item onClick={suspend}>{provider.status === "active" ? "Suspend" : "Resume"}</Menu.Item>
            <Menu.Divider />
            <Menu.Item color="red" onClick={() => ask("revoke")}>
              Revoke
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      ) : null}
    </li>
  );
}
