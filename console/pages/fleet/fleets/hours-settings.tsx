/** The rules for hours and rest: a preset, and what the business sets itself. */
import { Button, NumberInput, Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { FleetSettingsOutput } from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";
import { OtherErrors, UnsavedChanges, useSaveForm } from "../../../parts/form.tsx";
import { getRules } from "../../../parts/form-rules.ts";
import { Sheet } from "../../../parts/page.tsx";
import { Loaded } from "../../../parts/states.tsx";
import { hoursSettingsQuery } from "./queries.ts";
import { text } from "./text.ts";

const RULES = getRules("fleetSettingsUpdate");

export function HoursSettings() {
  const query = useQuery(hoursSettingsQuery);
  return <Loaded query={query}>{(data) => <Rules key={data.version} data={data} />}</Loaded>;
}

const LIMITS = [
  ["shift_max_min", "shift_max"],
  ["rest_min", "rest"],
  ["week_max_min", "week"],
  ["break_min", "break"],
  ["break_after_min", "break_after"],
] as const;

function Rules({ data: { settings, in_force } }: { data: FleetSettingsOutput }) {
  const form = useSaveForm({
    rules: RULES,
    initial: {
      ...settings,
      ...Object.fromEntries(LIMITS.map(([member]) => [member, settings[member] ?? ""])),
    } as Record<string, number | string | null>,
    run: (values) =>
      client.fleetSettingsUpdate({
        preset: (values["preset"] ?? null) as FleetSettingsOutput["settings"]["preset"],
        enforcement: values["enforcement"] as FleetSettingsOutput["settings"]["enforcement"],
        no_show_after_min: Number(values["no_show_after_min"]),
        ...Object.fromEntries(
          LIMITS.map(([member]) => [member, typeof values[member] === "number" ? values[member] : null]),
        ),
      }),
    keys: [["fleets", "settings"]],
    success_message: text.settings.saved,
  });
  const { field } = form;
  return (
    <Sheet>
      <form className="stack" style={{ maxWidth: 420 }} {...form.props}>
        <UnsavedChanges form={form} />
        <OtherErrors errors={form.others} />
        <Select
          label={text.settings.preset}
          placeholder={text.settings.preset_country}
          clearable
          data={(["default", "eu", "us"] as const).map((value) => ({
            value,
            label: text.settings.presets[value],
          }))}
          {...field("preset")}
        />
        {LIMITS.map(([member, label]) => (
          <NumberInput
            key={member}
            label={text.settings[label]}
            description={text.settings.minutes}
            placeholder={String(in_force[member])}
            {...field(member)}
          />
        ))}
        <Select
          label={text.settings.enforcement}
          allowDeselect={false}
          data={[
            { value: "refuse", label: text.settings.refuse },
            { value: "warn", label: text.settings.warn },
          ]}
          {...field("enforcement")}
        />
        <NumberInput label={text.settings.no_show} {...field("no_show_after_min", { unit: null })} />
        <div>
          <Button type="submit" loading={form.is_saving}>
            {text.settings.save}
          </Button>
        </div>
      </form>
    </Sheet>
  );
}
