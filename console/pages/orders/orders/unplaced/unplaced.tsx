/** The queue of addresses without a position: a list beside a map, one after the other by keys. */

import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { IconMapPinCheck } from "#icons";
import { oneLine } from "../../../../parts/address/queries.ts";
import { useCommands } from "../../../../parts/commands.ts";
import { Page } from "../../../../parts/page.tsx";
import { Empty, Loaded, Waiting } from "../../../../parts/states.tsx";
import { day } from "../../../../parts/times.ts";
import { useFollowed } from "../../../../parts/use-followed.ts";
import { PlaceAddress } from "./place-address.tsx";
import { type UnplacedAddress, unplacedQuery } from "./queries.ts";
import { text } from "./text.ts";

export function Unplaced() {
  const query = useQuery(unplacedQuery);
  const { data } = query;
  return (
    <Page
      fill
      subtitle={
        data
          ? text.about({ addresses: data.addresses_total, orders: text.orders_of({ n: data.orders_total }) })
          : "…"
      }
    >
      <Loaded query={query} fallback={<Waiting rows={8} />}>
        {({ addresses, is_complete }) =>
          addresses.length === 0 ? (
            <section className="sheet">
              <Empty icon={IconMapPinCheck} title={text.none}>
                {text.none_about}
              </Empty>
            </section>
          ) : (
            <Queue addresses={addresses} is_complete={is_complete} />
          )
        }
      </Loaded>
    </Page>
  );
}

function Queue({ addresses, is_complete }: { addresses: readonly UnplacedAddress[]; is_complete: boolean }) {
  const row = useRef<HTMLButtonElement>(null);
  const followed_address = useFollowed(
    addresses.map(({ address_key }) => address_key),
    () => row.current?.focus(),
  );
  const at = Math.max(
    0,
    addresses.findIndex(({ address_key }) => address_key === followed_address.key),
  );
  const current = addresses[at] as UnplacedAddress;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the row of the chosen address comes into view.
  useEffect(() => row.current?.scrollIntoView({ block: "nearest" }), [at, current.address_key]);
  const move = (step: 1 | -1) => {
    const next = addresses[(at + step + addresses.length) % addresses.length];
    if (next !== undefined) followed_address.choose(next.address_key);
  };
  useCommands(oneLine(current.place), [
    { label: text.skip, key: "j", run: () => move(1) },
    { label: text.previous, key: "k", run: () => move(-1) },
  ]);
  return (
    <div className="fill-split">
      <section className="sheet scroll" aria-label={text.list}>
        {is_complete ? null : <p className="note">{text.more}</p>}
        <ul className="list">
          {addresses.map((address) => (
            <li key={address.address_key}>
              <button
                type="button"
                ref={address === current ? row : undefined}
                className="list-row unplaced-row"
                aria-current={address === current ? "true" : undefined}
                onClick={() => followed_address.choose(address.address_key)}
              >
                <span className="grow stack tight" style={{ gap: 0 }}>
                  <span className="strong">{oneLine(address.place)}</span>
                  <span className="dim small">{address.names.join(", ")}</span>
                </span>
                <span className="stack tight small dim nowrap" style={{ gap: 0, alignItems: "flex-end" }}>
                  <span className="num">{text.orders({ n: address.orders })}</span>
                  <span>{text.first_day({ day: day(address.first_date) })}</span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      </section>
      <PlaceAddress
        key={current.address_key}
        address={current}
        next={() => move(1)}
        acting={followed_address.acting}
      />
    </div>
  );
}
