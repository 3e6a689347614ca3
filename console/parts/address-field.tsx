/** Address input with suggestions, and a map to set missing or wrong coordinates. */
import { Autocomplete, Button, Collapse, Group, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconMapPin } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { oneLine, suggestionsQuery } from "../api/addresses.ts";
import type { Place } from "../api/orders.ts";
import { BaseMap } from "../map/map.tsx";
import type { MapPin } from "../map/shapes.ts";
import { text } from "./text.ts";

export function AddressField({
  value,
  onChange,
  error,
  label,
  prefix,
  around,
}: {
  value: Place;
  onChange: (place: Place) => void;
  /** The error at a path of the form. */
  error: (path: string) => string | undefined;
  label: string;
  /** Path of this address in the form: `dropoff`. */
  prefix: string;
  /** Centre of the map while no position is set. */
  around?: { lat: number; lng: number } | null;
}) {
  const [mapped, setMapped] = useState(false);
  const [asked] = useDebouncedValue(value.line1.trim(), 250);
  const { data: suggestions = [] } = useQuery({
    ...suggestionsQuery(asked),
    enabled: asked.length >= 3,
    retry: false,
  });
  const lines = useMemo(
    () =>
      new Map(
        suggestions.map((one) => [
          `${one.place.name ? `${one.place.name} · ` : ""}${oneLine(one.place)}`,
          one.place,
        ]),
      ),
    [suggestions],
  );
  const set = (part: Partial<Place>) => onChange({ ...value, ...part });
  const pinned = typeof value.lat === "number" && typeof value.lng === "number";
  const pins = useMemo<MapPin[]>(() => {
    if (typeof value.lat === "number" && typeof value.lng === "number") {
      return [{ id: "here", kind: "stop", lat: value.lat, lng: value.lng, title: label, text: "●" }];
    }
    return around ? [{ id: "around", kind: "depot", ...around, title: text.address.depot }] : [];
  }, [value.lat, value.lng, label, around]);

  return (
    <fieldset className="stack" style={{ border: 0, padding: 0, margin: 0, gap: 8 }}>
      <legend className="strong" style={{ padding: 0, marginBottom: 6 }}>
        {label}
      </legend>
      <Group grow gap={8} align="start">
        <TextInput
          label={text.address.name}
          value={value.name ?? ""}
          onChange={(event) => set({ name: event.currentTarget.value })}
          error={error(`${prefix}.name`)}
        />
        <TextInput
          label={text.address.phone}
          type="tel"
          value={value.phone ?? ""}
          onChange={(event) => set({ phone: event.currentTarget.value })}
          error={error(`${prefix}.phone`)}
        />
      </Group>
      <Autocomplete
        label={text.address.line1}
        description={text.address.suggested}
        data={[...lines.keys()]}
        filter={({ options }) => options}
        value={value.line1}
        onChange={(line1) => {
          const place = lines.get(line1);
          if (place)
            onChange({ ...place, name: value.name || place.name, phone: value.phone || place.phone });
          else set({ line1, lat: undefined, lng: undefined });
        }}
        error={error(`${prefix}.line1`) ?? error(prefix)}
      />
      <Group grow gap={8} align="start">
        <TextInput
          label={text.address.postal_code}
          value={value.postal_code ?? ""}
          onChange={(event) => set({ postal_code: event.currentTarget.value })}
          error={error(`${prefix}.postal_code`)}
        />
        <TextInput
          label={text.address.city}
          value={value.city ?? ""}
          onChange={(event) => set({ city: event.currentTarget.value })}
          error={error(`${prefix}.city`)}
        />
      </Group>
      <div className="row apart">
        <span className="dim small num">
          {pinned
            ? text.address.pinned(`${value.lat?.toFixed(5)}, ${value.lng?.toFixed(5)}`)
            : text.address.not_pinned}
        </span>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconMapPin size={14} />}
          onClick={() => setMapped((was) => !was)}
          aria-expanded={mapped}
        >
          {mapped ? text.address.close_map : pinned ? text.address.move_pin : text.address.pin}
        </Button>
      </div>
      {error(`${prefix}.lng`) || error(`${prefix}.lat`) ? (
        <p className="tone-bad note">{error(`${prefix}.lng`) ?? error(`${prefix}.lat`)}</p>
      ) : null}
      <Collapse expanded={mapped}>
        {mapped ? (
          <div style={{ height: 260 }}>
            <BaseMap
              label={text.address.position_of(label)}
              pins={pins}
              onGround={({ lat, lng }) => set({ lat: Number(lat.toFixed(6)), lng: Number(lng.toFixed(6)) })}
            />
          </div>
        ) : null}
      </Collapse>
    </fieldset>
  );
}
