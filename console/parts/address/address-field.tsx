/**
 * Address input with suggestions. The position is looked up when the address was entered; where nobody knows it, the form
 * says so and offers the map.
 */
import { Autocomplete, Button, Collapse, Loader, Select, SimpleGrid, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { IconAlertTriangle, IconMapPin } from "#icons";
import type { Place } from "../../../packages/client/client.gen.ts";
import { useMe } from "../../api/session.ts";
import { BaseMap } from "../../map/map.tsx";
import type { MapPin } from "../../map/shapes.ts";
import { listCountries } from "../countries.ts";
import { text } from "../text.ts";
import { locationQuery, oneLine, suggestionsQuery } from "./queries.ts";

const isPinned = ({ lat, lng }: Place) => typeof lat === "number" && typeof lng === "number";

/** What a position depends on, as a text; empty while it is not worth a question. */
function toAddressText({ line1, line2, city, region, postal_code, country }: Place): string {
  return line1.trim().length < 3 ? "" : JSON.stringify({ line1, line2, city, region, postal_code, country });
}

export function AddressField({
  value,
  onChange,
  own,
  label,
  prefix,
  around,
  email = false,
  is_first = false,
  locked,
}: {
  value: Place;
  onChange: (place: Place) => void;
  /** Props of the input at a path of the form: its error, and what its rules show. */
  own: (path: string) => { error?: ReactNode; required?: boolean };
  label: string;
  /** Path of this address in the form: `dropoff`. */
  prefix: string;
  /** Centre of the map while no position is set. */
  around?: { lat: number; lng: number } | null;
  /** Also asks for an e-mail address. */
  email?: boolean;
  /** Has the focus when the form opens. */
  is_first?: boolean;
  /** Why the address cannot change; name and phone can. */
  locked?: ReactNode;
}) {
  const me = useMe();
  const may_look_up = me.permissions.includes("address:read");
  const home = me.business?.country ?? "";
  const is_locked = locked !== undefined && locked !== null;
  const [mapped, setMapped] = useState(false);
  const [address_text, setAddressText] = useState("");
  const [is_by_hand, setByHand] = useState(false);
  const [typed] = useDebouncedValue(value.line1.trim(), 250);
  const { data: suggestions = [] } = useQuery({
    ...suggestionsQuery(typed),
    enabled: typed.length >= 3 && !is_locked && may_look_up,
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
  const countries = useMemo(
    () => listCountries().map(({ code, name }) => ({ value: code, label: name })),
    [],
  );
  const set = (part: Partial<Place>) => onChange({ ...value, ...part });
  /** Another street, city or country is elsewhere, unless somebody pointed at the place. */
  const setAddress = ({ line2, postal_code, ...moved }: Partial<Place>) =>
    set({
      ...(line2 === undefined ? {} : { line2 }),
      ...(postal_code === undefined ? {} : { postal_code }),
      ...moved,
      ...(Object.keys(moved).length === 0 || is_by_hand ? {} : { lat: undefined, lng: undefined }),
    });
  const pinned = isPinned(value);
  const is_asked = address_text !== "" && address_text === toAddressText(value) && !pinned;
  const location = useQuery({
    ...locationQuery(address_text),
    enabled: is_asked && may_look_up,
    retry: false,
  });
  const { data: point } = location;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the answer belongs to the address that was asked about.
  useEffect(() => {
    if (is_asked && point) set({ lat: point.lat, lng: point.lng });
  }, [point, is_asked]);
  const is_unknown = is_asked && point === null;

  const pins = useMemo<MapPin[]>(() => {
    if (typeof value.lat === "number" && typeof value.lng === "number") {
      return [{ id: "here", kind: "stop", lat: value.lat, lng: value.lng, title: label, text: "●" }];
    }
    return around ? [{ id: "around", kind: "depot", ...around, title: text.address.depot }] : [];
  }, [value.lat, value.lng, label, around]);
  const ask = () => setAddressText(toAddressText(value));
  const at = (member: string) => own(`${prefix}.${member}`);
  const line1 = at("line1");
  const error_of_position = at("lng").error ?? at("lat").error;
  const address = (member: "line2" | "city" | "postal_code") => ({
    disabled: is_locked,
    ...at(member),
    value: value[member] ?? "",
    onChange: (event: { currentTarget: { value: string } }) =>
      setAddress({ [member]: event.currentTarget.value }),
    onBlur: ask,
  });
  const contact = (member: "name" | "phone" | "email") => ({
    ...at(member),
    value: value[member] ?? "",
    onChange: (event: { currentTarget: { value: string } }) => set({ [member]: event.currentTarget.value }),
  });

  return (
    <fieldset className="stack" style={{ border: 0, padding: 0, margin: 0, gap: 8 }}>
      <legend className="strong" style={{ padding: 0, marginBottom: 6 }}>
        {label}
      </legend>
      <SimpleGrid cols={{ base: 1, xs: email ? 3 : 2 }} spacing={8} verticalSpacing={8}>
        <TextInput label={text.address.name} data-autofocus={is_first || undefined} {...contact("name")} />
        <TextInput label={text.address.phone} type="tel" {...contact("phone")} />
        {email ? <TextInput label={text.address.email} inputMode="email" {...contact("email")} /> : null}
      </SimpleGrid>
      {is_locked ? <div className="note tone-warn">{locked}</div> : null}
      <Autocomplete
        label={text.address.line1}
        description={is_locked ? undefined : text.address.suggested}
        data={[...lines.keys()]}
        filter={({ options }) => options}
        disabled={is_locked}
        {...line1}
        error={line1.error ?? own(prefix).error}
        value={value.line1}
        onBlur={ask}
        onChange={(line1) => {
          const place = lines.get(line1);
          if (place)
            onChange({
              ...value,
              ...place,
              name: value.name || place.name,
              phone: value.phone || place.phone,
              email: value.email || place.email,
              line2: place.line2 ?? "",
            });
          else setAddress({ line1 });
        }}
      />
      <SimpleGrid cols={2} spacing={8} verticalSpacing={8}>
        <TextInput label={text.address.line2} {...address("line2")} />
        <TextInput label={text.address.postal_code} {...address("postal_code")} />
        <TextInput label={text.address.city} {...address("city")} />
        <Select
          label={text.address.country}
          data={countries}
          searchable
          allowDeselect={false}
          disabled={is_locked}
          {...at("country")}
          value={value.country ?? (home || null)}
          onChange={(country) => setAddress({ country: country ?? undefined })}
          onBlur={ask}
        />
      </SimpleGrid>
      {is_locked ? null : (
        <>
          <div className="row apart" role="status">
            <Position is_unknown={is_unknown} is_asking={is_asked && location.isFetching}>
              {pinned
                ? text.address.pinned({ position: `${value.lat?.toFixed(5)}, ${value.lng?.toFixed(5)}` })
                : text.address.not_pinned}
            </Position>
            <Button
              variant={is_unknown ? "filled" : "default"}
              size="xs"
              leftSection={<IconMapPin size={14} />}
              onClick={() => setMapped((was) => !was)}
              aria-expanded={mapped}
            >
              {mapped ? text.address.close_map : pinned ? text.address.move_pin : text.address.pin}
            </Button>
          </div>
          {error_of_position ? <p className="tone-bad note">{error_of_position}</p> : null}
          <Collapse expanded={mapped}>
            {mapped ? (
              <div style={{ height: 260 }}>
                <BaseMap
                  label={text.address.position_of({ label })}
                  pins={pins}
                  onGround={({ lat, lng }) => {
                    setByHand(true);
                    set({ lat: Number(lat.toFixed(6)), lng: Number(lng.toFixed(6)) });
                  }}
                />
              </div>
            ) : null}
          </Collapse>
        </>
      )}
    </fieldset>
  );
}

function Position({
  is_unknown,
  is_asking,
  children,
}: {
  is_unknown: boolean;
  is_asking: boolean;
  children: ReactNode;
}) {
  if (is_asking)
    return (
      <span className="row tight small dim">
        <Loader size={12} /> {text.address.asking}
      </span>
    );
  if (is_unknown)
    return (
      <span className="row tight small" style={{ color: "var(--ph-warn)" }}>
        <IconAlertTriangle size={15} aria-hidden /> {text.address.unknown}
      </span>
    );
  return <span className="dim small num">{children}</span>;
}
