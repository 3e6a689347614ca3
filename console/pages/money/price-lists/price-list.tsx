/** One version of a price list; the newest one can be changed, which creates the next. */
import { Alert } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { PriceList } from "../../../../packages/client/client.gen.ts";
import { useMe } from "../../../api/session.ts";
import { Tag } from "../../../parts/badge.tsx";
import { BackLink, ButtonLink } from "../../../parts/links.tsx";
import { Page, Sheet } from "../../../parts/page.tsx";
import { getPriceFamilyName, listPriceFamilies } from "../../../parts/price-families.ts";
import { RecordLink } from "../../../parts/record-link.tsx";
import { day } from "../../../parts/times.ts";
import { UnloadedPage } from "../../../parts/unloaded-page.tsx";
import { Editor } from "./editor.tsx";
import { priceListQuery, versionsQuery } from "./queries.ts";
import { text } from "./text.ts";

const opened = getRouteApi("/inside/price-lists/$price_list_id");
const fresh = getRouteApi("/inside/price-lists/new");

function Above() {
  return <BackLink to="/price-lists">{text.title}</BackLink>;
}

export function NewPriceList() {
  const requested_family = fresh.useSearch().family;
  const price_family =
    listPriceFamilies().find(({ value }) => value === requested_family)?.value ?? "local_delivery";
  return (
    <Page title={text.new_title({ family: getPriceFamilyName(price_family) })} above={<Above />}>
      <Editor key={price_family} list={null} price_family={price_family} may_write />
    </Page>
  );
}

export function PriceListPage() {
  const price_list_id = Number(opened.useParams().price_list_id);
  const query = useQuery(priceListQuery(price_list_id));
  const list = query.data;
  const versions = useQuery({ ...versionsQuery(list?.root_id ?? 0), enabled: list !== undefined }).data ?? [];
  const is_admin = useMe().permissions.includes("settings:write");
  if (list === undefined) return <UnloadedPage query={query} above={<Above />} />;
  const newest = versions[0] ?? list;
  return (
    <Page title={list.name} above={<Above />} subtitle={<About list={list} />}>
      {newest.id === list.id ? null : (
        <Alert color="yellow" variant="outline" title={text.older}>
          <ButtonLink
            size="xs"
            variant="default"
            to="/price-lists/$price_list_id"
            params={{ price_list_id: String(newest.id) }}
          >
            {text.newest}
          </ButtonLink>
        </Alert>
      )}
      <Editor
        key={list.id}
        list={list}
        price_family={list.family}
        may_write={is_admin && newest.id === list.id}
      />
      {versions.length > 1 ? <Versions versions={versions} current={list.id} /> : null}
    </Page>
  );
}

function About({ list }: { list: PriceList }) {
  return (
    <span className="row tight">
      {getPriceFamilyName(list.family)}
      <span>·</span>
      {text.version({ n: list.list_version })}, {text.from({ date: day(list.effective_from) })}
      {list.effective_until ? ` ${text.until({ date: day(list.effective_until) })}` : ""}
      {list.is_default ? <Tag tone="good">{text.is_default}</Tag> : null}
      {list.tier ? <Tag tone="blue">{list.tier}</Tag> : null}
    </span>
  );
}

function Versions({ versions, current }: { versions: readonly PriceList[]; current: number }) {
  return (
    <Sheet title={text.versions} pad={false}>
      <ul className="list" aria-label={text.versions}>
        {versions.map(({ id, list_version, effective_from, name, rules }) => (
          <li key={id}>
            <RecordLink
              type="price_list"
              id={id}
              inherit
              className="list-row"
              aria-current={id === current ? "true" : undefined}
            >
              <span className="strong">{text.version({ n: list_version })}</span>
              <span className="grow cut">{name}</span>
              <span className="dim">{text.rule_count({ n: rules.length })}</span>
              <span className="dim">{text.from({ date: day(effective_from) })}</span>
            </RecordLink>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
