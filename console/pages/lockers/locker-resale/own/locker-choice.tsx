/** Choose a locker: by name or place, or the nearest first, with what is free in each now. */
import { Alert, Button, TextInput } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { IconFocusCentered, IconSearch } from "#icons";
import { getLocale } from "../../../../language/language.ts";
import { Loaded, Waiting } from "../../../../parts/states.tsx";
import { readPosition } from "../claim/position.ts";
import { lockersQuery, type PublicLocker, type ResaleHandover } from "../queries.ts";
import { text } from "./text.ts";

export type Size = ResaleHandover["item"]["size"];

const VISIBLE_COUNT = 5;

interface Choice {
  /** Null: what fits is known by its measures only. */
  size: Size | null;
  value: number | null;
  onChange: (locker_id: number) => void;
}

export function LockerChoice(choice: Choice) {
  const [search, setSearch] = useState("");
  const locate = useMutation({ mutationFn: readPosition });
  const { lat, lng } = locate.data ?? {};
  const query = useQuery(lockersQuery(lat === undefined || lng === undefined ? null : { lat, lng }));
  return (
    <div className="stack">
      <div className="sell-search">
        <TextInput
          type="search"
          placeholder={text.lockers.search}
          aria-label={text.lockers.search}
          leftSection={<IconSearch size={16} />}
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        />
        <Button
          variant="default"
          loading={locate.isPending}
          leftSection={<IconFocusCentered size={16} />}
          onClick={() => locate.mutate()}
        >
          {text.lockers.near}
        </Button>
      </div>
      {locate.error ? <Alert color="orange">{locate.error.message}</Alert> : null}
      <Loaded query={query} fallback={<Waiting rows={3} height={44} />}>
        {({ lockers }) => <Lockers {...choice} lockers={lockers} search={search} />}
      </Loaded>
    </div>
  );
}

const isFound = ({ name, place }: PublicLocker, search: string) =>
  [name, place?.line1, place?.city, place?.postal_code].some((part) =>
    part?.toLocaleLowerCase().includes(search.trim().toLocaleLowerCase()),
  );

function Lockers({
  lockers,
  search,
  size,
  value,
  onChange,
}: Choice & { lockers: readonly PublicLocker[]; search: string }) {
  const [all, setAll] = useState(false);
  const group = useId();
  const found_lockers = lockers.filter((one) => isFound(one, search));
  if (found_lockers.length === 0)
    return <p className="dim">{lockers.length === 0 ? text.lockers.none : text.lockers.none_found}</p>;
  const visible = found_lockers.filter(
    ({ locker_id }, index) => all || index < VISIBLE_COUNT || locker_id === value,
  );
  const hidden_count = found_lockers.length - visible.length;
  return (
    <fieldset className="sell-lockers">
      <legend className="sr">{text.lockers.label}</legend>
      {visible.map((locker) => {
        const { locker_id, name, place, distance_m, is_online } = locker;
        return (
          <label key={locker_id} className="sell-locker">
            <input
              type="radio"
              name={group}
              checked={locker_id === value}
              onChange={() => onChange(locker_id)}
            />
            <span className="stack tight grow" style={{ gap: 0 }}>
              <span className="row apart nowrap">
                <span className="strong cut">{name}</span>
                {distance_m === null ? null : (
                  <span className="dim small num nowrap">{describeDistance(distance_m)}</span>
                )}
              </span>
              {place ? (
                <span className="dim small">{[place.line1, place.city].filter(Boolean).join(", ")}</span>
              ) : null}
              <Free free={locker.free} size={size} />
              {is_online ? null : <span className="small tone-warn sell-tone">{text.lockers.offline}</span>}
            </span>
          </label>
        );
      })}
      {hidden_count === 0 ? null : (
        <Button variant="subtle" size="xs" onClick={() => setAll(true)}>
          {text.lockers.more({ n: hidden_count })}
        </Button>
      )}
    </fieldset>
  );
}

function Free({ free, size }: { free: PublicLocker["free"]; size: Size | null }) {
  const sizes = free.map((one) => `${one.size} (${one.free})`).join(", ");
  if (free.length === 0) return <span className="small tone-bad sell-tone">{text.lockers.full}</span>;
  if (size === null) return <span className="small">{text.lockers.sizes({ sizes })}</span>;
  const fitting = free.find((one) => one.size === size);
  if (fitting === undefined)
    return <span className="small tone-warn sell-tone">{text.lockers.others({ size, sizes })}</span>;
  return <span className="small tone-good sell-tone">{text.lockers.free({ n: fitting.free, size })}</span>;
}

function describeDistance(distance_m: number): string {
  const format = (n: number, digits: number) =>
    n.toLocaleString(getLocale(), { maximumFractionDigits: digits });
  return distance_m < 950
    ? text.lockers.metres({ n: format(Math.round(distance_m / 10) * 10, 0) })
    : text.lockers.kilometres({ n: format(distance_m / 1000, 1) });
}
