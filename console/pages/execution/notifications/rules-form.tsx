/** The matrix of events and channels for each type of order, quiet hours, and the rest of the settings. */

import { Button, Checkbox, NumberInput, SegmentedControl, Switch, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { OtherErrors, UnsavedChanges, useSaveForm } from "../../../parts/form.tsx";
import { getRules } from "../../../parts/form-rules.ts";
import { findWord, nameCode } from "../../../parts/labels.ts";
import { Sheet } from "../../../parts/page.tsx";
import { notifySuccess } from "../../../parts/toast.ts";
import { CHANNELS, type Channel, type OrderType, type Rule, SETTINGS_KEY, type Settings } from "./queries.ts";
import { text } from "./text.ts";
import "./notifications.css";

const TYPES: readonly OrderType[] = ["D", "P", "P2P"];
const MICROS = 1_000_000;
const RULES = getRules("clientNotificationSettingsUpdate");

function toValues({ rules, quiet_hours, near_stops, link_days, sms_segment_micros }: Settings) {
  return {
    rules,
    has_quiet_hours: quiet_hours !== null,
    quiet_hours: quiet_hours ?? { start: "21:00", end: "08:00", channels: ["sms", "web_push"] as Channel[] },
    near_stops: near_stops as number | string,
    link_days: link_days as number | string,
    /** Entered in major units of the currency. */
    sms_segment_micros: (sms_segment_micros === null ? "" : sms_segment_micros / MICROS) as number | string,
  };
}

export function RulesForm({ version, stored }: { version: number; stored: Settings }) {
  const me = useMe();
  const may_write = me.permissions.includes("settings:write") && me.user.role === "client_admin";
  const form = useSaveForm({
    initial: toValues(stored),
    rules: RULES,
    run: ({ rules, has_quiet_hours, quiet_hours, near_stops, link_days, sms_segment_micros: cost }) =>
      client.clientNotificationSettingsUpdate(
        {
          rules,
          quiet_hours: has_quiet_hours ? quiet_hours : null,
          near_stops: Number(near_stops),
          link_days: Number(link_days),
          sms_segment_micros: cost === "" ? null : Math.round(Number(cost) * MICROS),
        },
        { if_match: version },
      ),
    keys: [[SETTINGS_KEY]],
    success_message: text.saved,
    disabled: !may_write,
  });
  const { values, set, field, own } = form;
  return (
    <form className="stack" style={{ gap: 16 }} {...form.props}>
      <UnsavedChanges form={form} />
      <RulesMatrix rules={values.rules} may_write={may_write} change={(rules) => set({ rules })} />
      <Sheet title={text.when} pad={false}>
        <ul className="list">
          <li className="switch-row">
            <div>
              <div className="strong">{text.quiet}</div>
              <div className="dim small">{text.quiet_about}</div>
            </div>
            <Switch aria-label={text.quiet} {...own("has_quiet_hours", { type: "checkbox" })} />
          </li>
          {values.has_quiet_hours ? (
            <li className="notify-quiet">
              <TextInput type="time" label={text.quiet_from} {...field("quiet_hours.start")} />
              <TextInput type="time" label={text.quiet_to} {...field("quiet_hours.end")} />
              <Checkbox.Group label={text.quiet_channels} {...field("quiet_hours.channels")}>
                <div className="notify-quiet-channels">
                  {CHANNELS.map((channel) => (
                    <Checkbox
                      key={channel}
                      value={channel}
                      label={findWord(text.channels, channel)}
                      disabled={!may_write}
                    />
                  ))}
                </div>
              </Checkbox.Group>
            </li>
          ) : null}
          <li className="notify-quiet">
            <NumberInput
              label={text.near_stops}
              description={text.near_stops_about}
              {...field("near_stops", { required: true })}
            />
            <NumberInput
              label={text.link_days}
              description={text.days({ count: Number(values.link_days) })}
              {...field("link_days", { required: true })}
            />
            <NumberInput
              label={text.segment_cost}
              description={text.segment_cost_about}
              {...field("sms_segment_micros", { factor: MICROS, unit: me.business?.currency ?? "" })}
            />
          </li>
        </ul>
      </Sheet>
      <OtherErrors errors={form.others} />
      {may_write ? (
        <Button type="submit" loading={form.is_saving} style={{ alignSelf: "flex-end" }}>
          {text.save}
        </Button>
      ) : null}
    </form>
  );
}

function RulesMatrix({
  rules,
  may_write,
  change,
}: {
  rules: Rule[];
  may_write: boolean;
  change: (rules: Rule[]) => void;
}) {
  const [type, setType] = useState<OrderType>("D");
  const type_rules = rules.filter((rule) => rule.order_type === type);
  const toggle = (rule: Rule, channel: Channel, on: boolean) =>
    change(
      rules.map((one) =>
        one === rule
          ? { ...rule, channels: CHANNELS.filter((c) => (c === channel ? on : rule.channels.includes(c))) }
          : one,
      ),
    );
  const copy = () => {
    const of_event = new Map(type_rules.map(({ event, channels }) => [event, channels]));
    change(rules.map((rule) => ({ ...rule, channels: of_event.get(rule.event) ?? rule.channels })));
    notifySuccess(text.copied);
  };
  return (
    <Sheet
      title={text.rules}
      pad={false}
      actions={
        <SegmentedControl
          size="xs"
          aria-label={text.rules_of}
          data={TYPES.map((value) => ({ value, label: nameCode(text.types, value) }))}
          value={type}
          onChange={(value) => setType(value as OrderType)}
        />
      }
    >
      <p className="dim small notify-about">{text.rules_about}</p>
      <Unsent rules={rules} />
      <div className="table-scroll">
        <table className="table notify-matrix" aria-label={text.rules}>
          <thead>
            <tr>
              <th>{text.event}</th>
              {CHANNELS.map((channel) => (
                <th key={channel} className="notify-cell">
                  {findWord(text.channels, channel)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {type_rules.map((rule) => (
              <tr key={rule.event}>
                <td className="strong">{findWord(text.events, rule.event)}</td>
                {CHANNELS.map((channel) => (
                  <td key={channel} className="notify-cell">
                    <Checkbox
                      aria-label={text.rule({
                        event: findWord(text.events, rule.event) ?? "",
                        channel: findWord(text.channels, channel) ?? "",
                      })}
                      checked={rule.channels.includes(channel)}
                      disabled={!may_write}
                      onChange={(event) => toggle(rule, channel, event.currentTarget.checked)}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {may_write ? (
        <div className="notify-copy">
          <Button size="xs" variant="subtle" color="gray" onClick={copy}>
            {text.same_for_all}
          </Button>
        </div>
      ) : null}
    </Sheet>
  );
}

/** Rules that have no effect, because nobody sends. */
function Unsent({ rules }: { rules: readonly Rule[] }) {
  const may_read = useMe().user.role === "client_admin";
  const query = useQuery({
    queryKey: ["messaging"],
    queryFn: ({ signal }) => client.clientMessaging({}, { signal }),
    enabled: may_read,
  });
  const effective = query.data?.messaging.effective;
  if (effective === undefined) return null;
  return (["sms", "email"] as const)
    .filter((channel) => ["none", "outbox"].includes(effective[channel].by))
    .filter((channel) => rules.some(({ channels }) => channels.includes(channel)))
    .map((channel) => (
      <p key={channel} className="note tone-warn notify-note">
        {text.not_sending[channel]}{" "}
        <Link to="/settings/$section" params={{ section: "messages" }}>
          {text.senders}
        </Link>
      </p>
    ));
}
