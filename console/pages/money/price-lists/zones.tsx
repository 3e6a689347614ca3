/** The named areas of a list. */
import { ActionIcon, Button, TagsInput, TextInput } from "@mantine/core";
import { IconPlus, IconTrash } from "#icons";
import type { PriceZone } from "../../../../packages/client/client.gen.ts";
import { Sheet } from "../../../parts/page.tsx";
import type { ListForm } from "./editor.tsx";
import { text } from "./text.ts";

const listed = (values: string[]) => (values.length === 0 ? undefined : values);

export function Zones({ form, may_write }: { form: ListForm; may_write: boolean }) {
  const { zones } = form.values;
  const setZones = (changed: PriceZone[]) => form.set({ zones: changed });
  const edit = (at: number, part: Partial<PriceZone>) =>
    setZones(zones.map((zone, index) => (index === at ? { ...zone, ...part } : zone)));
  return (
    <Sheet
      title={text.zones}
      actions={
        may_write ? (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus size={14} />}
            onClick={() => setZones([...zones, { name: "" }])}
          >
            {text.add_zone}
          </Button>
        ) : null
      }
    >
      <div className="stack">
        <p className="dim small">{text.zones_about}</p>
        {zones.map((zone, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: zones have no identity but their index.
          <div key={at} className="row nowrap" style={{ alignItems: "flex-start" }}>
            <div className="prices-fields grow">
              <TextInput
                className="half"
                aria-label={text.zone_name({ n: at + 1 })}
                placeholder={text.zone}
                {...form.field(`zones.${at}.name`)}
              />
              <TagsInput
                className="half"
                aria-label={text.zone_countries({ n: at + 1 })}
                placeholder={zone.countries?.length ? undefined : text.any_country}
                {...form.field(`zones.${at}.countries`)}
                value={zone.countries ?? []}
                onChange={(values) =>
                  edit(at, { countries: listed(values.map((value) => value.toUpperCase())) })
                }
              />
              <TagsInput
                className="half"
                aria-label={text.zone_prefixes({ n: at + 1 })}
                placeholder={zone.postal_prefixes?.length ? undefined : text.any_code}
                {...form.field(`zones.${at}.postal_prefixes`)}
                value={zone.postal_prefixes ?? []}
                onChange={(values) => edit(at, { postal_prefixes: listed(values) })}
              />
            </div>
            {may_write ? (
              <ActionIcon
                variant="subtle"
                size={34}
                aria-label={text.delete_zone({ name: zone.name || String(at + 1) })}
                onClick={() => setZones(zones.filter((_, index) => index !== at))}
              >
                <IconTrash size={16} />
              </ActionIcon>
            ) : null}
          </div>
        ))}
      </div>
    </Sheet>
  );
}
