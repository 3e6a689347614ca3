/** What the business decides about a conversation: whether it is open, and whether the customer takes part. */
import { ActionIcon, Menu, Switch } from "@mantine/core";
import { IconDots, IconLock, IconLockOpen } from "#icons";
import { client } from "../../../api/client.ts";
import { isStaff, useMe } from "../../../api/session.ts";
import { useSave } from "../../../parts/save.ts";
import { type ChatConversation, KEY } from "./queries.ts";
import { text } from "./text.ts";

export function ChatMenu({ conversation }: { conversation: ChatConversation }) {
  const me = useMe();
  const { order_id, state, has_customer, customer_enabled } = conversation;
  const save = useSave(
    (change: { state?: "open" | "closed"; customer_enabled?: boolean }) =>
      client.orderChatUpdate({ order_id, ...change }),
    { keys: [[KEY]], success_message: text.changed },
  );
  if (!isStaff(me) || !me.permissions.includes("chat:write")) return null;
  const is_open = state === "open";
  return (
    <Menu position="bottom-end" width={280} closeOnItemClick={false}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={text.more} loading={save.isPending}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {has_customer ? (
          <Menu.Item
            role="menuitemcheckbox"
            aria-checked={customer_enabled}
            onClick={() => save.mutate({ customer_enabled: !customer_enabled })}
            rightSection={<Switch checked={customer_enabled} readOnly tabIndex={-1} aria-hidden size="xs" />}
          >
            {text.customer}
            <div className="dim small">{text.customer_about}</div>
          </Menu.Item>
        ) : null}
        <Menu.Item
          closeMenuOnClick
          leftSection={is_open ? <IconLock size={16} /> : <IconLockOpen size={16} />}
          onClick={() => save.mutate({ state: is_open ? "closed" : "open" })}
        >
          {is_open ? text.close : text.reopen}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
