/** What recipients may ask for by a link: each choice off, decided by a dispatcher, or in effect at once. */
import { Button, NumberInput, SegmentedControl, Switch } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { OtherErrors, UnsavedChanges, useSaveForm } from "../../../parts/form.tsx";
import { getRules } from "../../../parts/form-rules.ts";
import { Sheet } from "../../../parts/page.tsx";
import { Loaded } from "../../../parts/states.tsx";
import { type BusinessSettings, settingsQuery } from "../../identity/settings/queries.ts";
import { text } from "./text.ts";
import "./recipient-requests.css";

export function RecipientSettings() {
  const query = useQuery(settingsQuery);
  return (
    <Loaded query={query}>
      {({ version, settings }) => <Form key={version} version={version} stored={settings} />}
    </Loaded>
  );
}

const CHOICES = ["note", "day", "safe_place", "neighbour"] as const;
const MODES = ["off", "confirm", "apply"] as const;
type Mode = (typeof MODES)[number];

function toValues(settings: BusinessSettings) {
  return {
    recipient_note: settings.recipient_note ?? ("off" as Mode),
    recipient_day: settings.recipient_day ?? ("off" as Mode),
    recipient_safe_place: settings.recipient_safe_place ?? ("off" as Mode),
    recipient_neighbour: settings.recipient_neighbour ?? ("off" as Mode),
    recipient_contact: settings.recipient_contact ?? false,
    by_hours: settings.recipient_cutoff_h !== null,
    recipient_cutoff_h: settings.recipient_cutoff_h ?? (12 as number | string),
    recipient_days: settings.recipient_days ?? (7 as number | string),
  };
}

function Form({ version, stored }: { version: number; stored: BusinessSettings }) {
  const may_write = useMe().permissions.includes("settings:write");
  const form = useSaveForm({
    rules: getRules("clientSettingsUpdate"),
    initial: toValues(stored),
    run: ({ by_hours, recipient_cutoff_h, recipient_days, ...choices }) =>
      client.clientSettingsUpdate(
        {
          settings: {
            ...choices,
            recipient_cutoff_h: by_hours ? Number(recipient_cutoff_h) : null,
            recipient_days: recipient_days === "" ? null : Number(recipient_days),
          },
        },
        { if_match: version },
      ),
    keys: [["settings"], ["me"]],
    success_message: text.settings.saved,
    toPath: (path) => path.replace(/^settings\./, ""),
    disabled: !may_write,
  });
  const { values, set, own } = form;
  const is_on = CHOICES.some((choice) => values[`recipient_${choice}`] !== "off") || values.recipient_contact;
  return (
    <form className="stack" style={{ gap: 16 }} {...form.props}>
      <UnsavedChanges form={form} />
      <p className="note tone-blue">{text.settings.links}</p>
      <Sheet title={text.settings.choices} pad={false}>
        <ul className="list">
          {CHOICES.map((choice) => (
            <li key={choice} className="switch-row request-setting">
              <div>
                <div className="strong" id={`recipient-${choice}`}>
                  {text.choices[choice]}
                </div>
                <div className="dim small">{text.settings.about[choice]}</div>
              </div>
              <SegmentedControl
                aria-labelledby={`recipient-${choice}`}
                size="xs"
                disabled={!may_write}
                data={MODES.map((value) => ({ value, label: text.settings.modes[value] }))}
                value={values[`recipient_${choice}`]}
                onChange={(mode) => set({ [`recipient_${choice}`]: mode as Mode })}
              />
            </li>
          ))}
          <li className="switch-row">
            <div>
              <div className="strong">{text.choices.contact}</div>
              <div className="dim small">{text.settings.about.contact}</div>
            </div>
            <Switch aria-label={text.choices.contact} {...own("recipient_contact", { type: "checkbox" })} />
          </li>
        </ul>
      </Sheet>
      <Sheet title={text.settings.until}>
        <div className="stack">
          <SegmentedControl
            aria-label={text.settings.until}
            disabled={!may_write || !is_on}
            data={[
              { value: "release", label: text.settings.until_release },
              { value: "hours", label: text.settings.until_hours },
            ]}
            value={values.by_hours ? "hours" : "release"}
            onChange={(value) => set({ by_hours: value === "hours" })}
            style={{ alignSelf: "flex-start" }}
          />
          <p className="dim small">
            {values.by_hours ? text.settings.hours_about : text.settings.release_about}
          </p>
          <div className="form-grid">
            {values.by_hours ? (
              <NumberInput
                label={text.settings.hours}
                {...own("recipient_cutoff_h", { member: "settings.recipient_cutoff_h", required: true })}
              />
            ) : null}
            <NumberInput
              label={text.settings.days}
              description={text.settings.days_about}
              {...own("recipient_days", { member: "settings.recipient_days" })}
            />
          </div>
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
