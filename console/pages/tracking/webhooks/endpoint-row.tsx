/** One URL: what it gets, how it does, what to do about it. */
import { Button, Menu } from "@mantine/core";
import { IconDots } from "#icons";
import { StatusBadge } from "../../../parts/badge.tsx";
import { Copy } from "../../../parts/copy.tsx";
import { number } from "../../../parts/format.ts";
import type { Tone } from "../../../parts/labels.ts";
import { AnchorLink } from "../../../parts/links.tsx";
import { useTimes } from "../../../parts/times.ts";
import { nameError } from "./error-name.ts";
import { type Endpoint, shortUrl } from "./queries.ts";
import { text } from "./text.ts";

export type EndpointAction = "change" | "test" | "remove";

const TONE: Record<Endpoint["state"], Tone> = { ACTIVE: "good", FAILING: "warn", DISABLED: "bad" };
const WAITING_MAX = 1000;

export function EndpointRow({
  endpoint,
  ask,
  enable,
  is_enabling,
}: {
  endpoint: Endpoint;
  ask: ((what: EndpointAction) => void) | undefined;
  enable: () => void;
  is_enabling: boolean;
}) {
  const { url, state, event_types, waiting, failing_since } = endpoint;
  const shown_state = state === "ACTIVE" && failing_since !== null ? "FAILING" : state;
  return (
    <li className="switch-row">
      <div className="stack tight" style={{ minWidth: 0 }}>
        <span className="row tight">
          <StatusBadge badge={{ label: text.state[shown_state], tone: TONE[shown_state] }} />
          {waiting > 0 ? (
            <span className="dim small">
              {waiting >= WAITING_MAX ? text.many_waiting : text.waiting({ count: number(waiting) })}
            </span>
          ) : null}
        </span>
        <span className="row tight nowrap" style={{ minWidth: 0 }}>
          <span className="mono strong cut" title={url}>
            {shortUrl(url)}
          </span>
          <Copy value={url} label={text.url} />
        </span>
        <span className="dim small">{event_types.join(", ")}</span>
        <Health endpoint={endpoint} />
        {state === "DISABLED" && ask ? (
          <span className="row tight" style={{ marginTop: 4 }}>
            <Button size="xs" loading={is_enabling} onClick={enable}>
              {text.enable}
            </Button>
            <AnchorLink
              to="/webhook-deliveries"
              search={{ endpoint: endpoint.id, state: "EXHAUSTED" }}
              className="small"
            >
              {text.see_failed}
            </AnchorLink>
          </span>
        ) : null}
      </div>
      {ask ? (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="default" size="xs" px={8} aria-label={text.actions({ url: shortUrl(url) })}>
              <IconDots size={16} />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => ask("change")}>{text.change}</Menu.Item>
            <Menu.Item onClick={() => ask("test")}>{text.test}</Menu.Item>
            <Menu.Divider />
            <Menu.Item color="red" onClick={() => ask("remove")}>
              {text.remove}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      ) : null}
    </li>
  );
}

function Health({ endpoint }: { endpoint: Endpoint }) {
  const times = useTimes();
  const { state, disabled_reason, failing_since, last_success_at, last_failure_at, last_error, last_status } =
    endpoint;
  const why = nameError(last_error, last_status);
  if (state === "DISABLED")
    return (
      <span className="small">
        {disabled_reason === "gone" ? text.gone : text.five_days} {text.what_to_do}
      </span>
    );
  if (failing_since !== null)
    return (
      <span className="small">
        {text.failing_since({ when: times.moment(failing_since) })} {why}
      </span>
    );
  return (
    <span className="dim small">
      {last_success_at === null ? text.no_success : text.last_success({ when: times.ago(last_success_at) })}
      {last_failure_at === null ? "" : ` · ${text.last_failure({ why, when: times.ago(last_failure_at) })}`}
    </span>
  );
}
