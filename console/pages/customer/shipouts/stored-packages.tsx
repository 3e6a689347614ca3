/** Packages that customers store, with where they lie and what is known of them. */
import { Button, Select } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { IconStack2 } from "#icons";
import { StatusBadge, Tag } from "../../../parts/badge.tsx";
import type { Tone } from "../../../parts/labels.ts";
import { AnchorLink, ButtonLink } from "../../../parts/links.tsx";
import { List } from "../../../parts/list/list.tsx";
import { More } from "../../../parts/more.tsx";
import { Page } from "../../../parts/page.tsx";
import { Photo } from "../../../parts/photo.tsx";
import { Empty } from "../../../parts/states.tsx";
import { useTimes } from "../../../parts/times.ts";
import { type CustomerStoredPackage, storedPackagesQuery } from "./queries.ts";
import { PACKAGE_STATUSES, type StoredSearch } from "./searches.ts";
import { text } from "./text.ts";
import "./shipouts.css";

export function StoredPackages() {
  const search = useSearch({ strict: false }) as StoredSearch;
  const navigate = useNavigate();
  const query = useInfiniteQuery(storedPackagesQuery(search));
  const show = (search: StoredSearch) => void navigate({ to: "/stored-packages", search: search });
  const { status, storage_order_id } = search;
  const is_filtered = status !== undefined || storage_order_id !== undefined;
  return (
    <Page
      subtitle={storage_order_id === undefined ? undefined : text.stored.one_order({ id: storage_order_id })}
      actions={
        <Select
          aria-label={text.status}
          w={180}
          clearable
          placeholder={text.stored.all}
          data={PACKAGE_STATUSES.map((value) => ({ value, label: text.stored.statuses[value] }))}
          value={status ?? null}
          onChange={(value) => {
            const { status: _before, ...rest } = search;
            show(value === null ? rest : { ...rest, status: value as (typeof PACKAGE_STATUSES)[number] });
          }}
        />
      }
    >
      <List
        label={text.stored.title}
        query={query}
        rows={({ pages }) => pages.flatMap(({ packages }) => packages)}
        empty={
          <Empty
            icon={IconStack2}
            title={is_filtered ? text.stored.none_of : text.stored.none}
            action={
              is_filtered ? (
                <Button variant="default" onClick={() => show({})}>
                  {text.stored.show_all}
                </Button>
              ) : null
            }
          >
            {is_filtered ? null : text.stored.none_about}
          </Empty>
        }
        item={(row) => <StoredRow key={row.id} stored={row} />}
        foot={() => <More query={query} label={text.more} />}
      />
    </Page>
  );
}

const TONES: Record<CustomerStoredPackage["status"], Tone> = {
  EXPECTED: "grey",
  RECEIVED: "good",
  HELD: "blue",
  STOCKED_OUT: "grey",
  MISSING: "bad",
  DISPOSED: "grey",
};

function StoredRow({ stored }: { stored: CustomerStoredPackage }) {
  const { moment } = useTimes();
  const { id, status, contents, code, seq, damaged, bin, warehouse, received_at, shipout_id } = stored;
  const name = contents || code || text.stored.number({ seq });
  const where = bin === null ? warehouse?.name : [warehouse?.code, bin.code].filter(Boolean).join(" · ");
  return (
    <li key={id} className="pick-row">
      <span className="stack tight grow" style={{ gap: 0, minWidth: 160 }}>
        <span className="strong cut">{name}</span>
        <span className="row tight small dim">
          <span className="mono">{code}</span>
          <AnchorLink
            to="/stored-packages"
            search={{ storage_order_id: stored.storage_order_id }}
            className="small"
          >
            {text.stored.of_order({ id: stored.storage_order_id })}
          </AnchorLink>
        </span>
      </span>
      {stored.photo_file_ids.length === 0 ? null : (
        <span className="stored-photos">
          {stored.photo_file_ids.slice(0, 3).map((file_id, index) => (
            <Photo key={file_id} file_id={file_id} alt={text.stored.photo({ n: index + 1, what: name })} />
          ))}
        </span>
      )}
      <span className="stack tight" style={{ gap: 0 }}>
        <span className="mono small">{where}</span>
        <span className="dim small">{received_at === null ? "" : moment(received_at)}</span>
      </span>
      {damaged ? <Tag tone="bad">{text.stored.damaged}</Tag> : null}
      <StatusBadge badge={{ label: text.stored.statuses[status], tone: TONES[status] }} />
      {shipout_id === null ? null : (
        <ButtonLink
          variant="default"
          size="compact-md"
          to="/ship-outs/$shipout_id"
          params={{ shipout_id: String(shipout_id) }}
        >
          {text.stored.shipout}
        </ButtonLink>
      )}
    </li>
  );
}
