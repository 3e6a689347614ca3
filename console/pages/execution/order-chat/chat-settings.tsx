/** Who takes part in conversations, until when, and how long messages are kept. */
import { Button, NumberInput, SegmentedControl, Switch, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { IconMessageOff } from "#icons";
import type { OrderChatSettingsOutput } from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { OtherErrors, UnsavedChanges, useSaveForm } from "../../../parts/form.tsx";
import { getRules } from "../../../parts/form-rules.ts";
import { Sheet } from "../../../parts/page.tsx";
import { Empty, Loaded } from "../../../parts/states.tsx";
import { chatSettingsQuery, KEY } from "./queries.ts";
import { text } from "./text.ts";
import "./order-chat.css";

type Settings = OrderChatSettingsOutput["settings"];
const MODES = ["off", "on_request", "all"] as const;
const ACCESS = ["assignment", "departure"] as const;

export function ChatSettings() {
  const is_on = useMe().features.includes("order_chat");
  const query = useQuery({ ...chatSettingsQuery, enabled: is_on });
  if (!is_on) {
    return (
      <Sheet>
        <Empty icon={IconMessageOff} title={text.inbox.off}>
          {text.inbox.off_about}
        </Empty>
      </Sheet>
    );
  }
  return (
    <Loaded query={query}>
      {({ version, settings }) => <Form key={version} version={version} stored={settings} />}
    </Loaded>
  );
}

function toValues({ customers, contractors, driver_access, grace_h, retention_days, hours }: Settings) {
  return {
    customers,
    contractors,
    driver_access,
    grace_h: grace_h as number | string,
    is_limited: retention_days !== null,
    retention_days: (retention_days ?? 365) as number | string,
    has_hours: hours !== null,
    hours: hours ?? { from: "08:00", to: "18:00" },
  };
}

function Form({ version, stored }: { version: number; stored: Settings }) {
  const may_write = useMe().permissions.includes("settings:write");
  const form = useSaveForm({
    rules: getRules("orderChatSettingsUpdate"),
    initial: toValues(stored),
    run: ({ is_limited, has_hours, hours, grace_h, retention_days, ...choices }) =>
      client.orderChatSettingsUpdate(
        {
          ...choices,
          grace_h: Number(grace_h),
          retention_days: is_limited ? Number(retention_days) : null,
          hours: has_hours ? hours : null,
        },
        { if_match: version },
      ),
    keys: [[KEY]],
    success_message: text.settings.saved,
    disabled: !may_write,
  });
  const { values, set, field } = form;
  return (
    <form className="stack" style={{ gap: 16 }} {...form.props}>
      <UnsavedChanges form={form} />
      <Sheet title={text.settings.who} pad={false}>
        <ul className="list">
          <li className="switch-row chat-setting">
            <div>
              <div className="strong" id="chat-customers">
                {text.settings.customers}
              </div>
              <div className="dim small">{text.settings.customers_about[values.customers]}</div>
            </div>
            <SegmentedControl
              aria-labelledby="chat-customers"
              size="xs"
              disabled={!may_write}
              data={MODES.map((value) => ({ value, label: text.settings.modes[value] }))}
              value={values.customers}
              onChange={(customers) => set({ customers: customers as Settings["customers"] })}
            />
          </li>
          <li className="switch-row">
            <div>
              <div className="strong">{text.settings.contractors}</div>
              <div className="dim small">{text.settings.contractors_about}</div>
            </div>
            <Switch aria-label={text.settings.contractors} {...field("contractors", { type: "checkbox" })} />
          </li>
          <li className="switch-row chat-setting">
            <div className="strong" id="chat-drivers">
              {text.settings.drivers}
            </div>
            <SegmentedControl
              aria-labelledby="chat-drivers"
              size="xs"
              disabled={!may_write}
              data={ACCESS.map((value) => ({ value, label: text.settings.access[value] }))}
              value={values.driver_access}
              onChange={(access) => set({ driver_access: access as Settings["driver_access"] })}
            />
          </li>
        </ul>
      </Sheet>
      <Sheet title={text.settings.keep}>
        <div className="stack">
          <div className="form-grid">
            <NumberInput
              label={text.settings.grace}
              description={text.settings.grace_about}
              {...field("grace_h", { required: true })}
            />
          </div>
          <SegmentedControl
            aria-label={text.settings.keep}
            disabled={!may_write}
            data={[
              { value: "days", label: text.settings.keep_days },
              { value: "forever", label: text.settings.keep_forever },
            ]}
            value={values.is_limited ? "days" : "forever"}
            onChange={(value) => set({ is_limited: value === "days" })}
            style={{ alignSelf: "flex-start" }}
          />
          {values.is_limited ? (
            <div className="form-grid">
              <NumberInput
                label={text.settings.days}
                description={text.settings.days_about}
                {...field("retention_days", { required: true })}
              />
            </div>
          ) : null}
        </div>
      </Sheet>
      <Sheet title={text.settings.hours}>
        <div className="stack">
          <SegmentedControl
            aria-label={text.settings.hours}
            disabled={!may_write}
            data={[
              { value: "off", label: text.settings.hours_off },
              { value: "on", label: text.settings.hours_on },
            ]}
            value={values.has_hours ? "on" : "off"}
            onChange={(value) => set({ has_hours: value === "on" })}
            style={{ alignSelf: "flex-start" }}
          />
          {values.has_hours ? (
            <div className="form-grid">
              <TextInput type="time" label={text.settings.from} {...field("hours.from")} />
              <TextInput type="time" label={text.settings.to} {...field("hours.to")} />
            </div>
          ) : null}
        </div>
      </Sheet>
      <OtherErrors errors={form.others} />
      {may_write ? (
        <Button type="submit" loading={form.is_saving} style={{ alignSelf: "flex-end" }}>
          {text.settings.save}
        </Button>
      ) : null}
    </form>
  );
}
