/** The price lists of the business by the family that they price, and its surcharges. */
import { ActionIcon } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { IconPlus } from "#icons";
import type { PriceList } from "../../../../packages/client/client.gen.ts";
import { useMe } from "../../../api/session.ts";
import { Tag } from "../../../parts/badge.tsx";
import { Page, Sheet } from "../../../parts/page.tsx";
import { listPriceFamilies, type PriceFamily } from "../../../parts/price-families.ts";
import { RecordLink } from "../../../parts/record-link.tsx";
import { Loaded } from "../../../parts/states.tsx";
import { day } from "../../../parts/times.ts";
import { priceListsQuery } from "./queries.ts";
import "./price-lists.css";
import { Surcharges } from "./surcharges.tsx";
import { text } from "./text.ts";

export function PriceLists() {
  const query = useQuery(priceListsQuery);
  return (
    <Page subtitle={text.about}>
      <Sheet pad={false}>
        <Loaded query={query}>{({ price_lists }) => <Families lists={price_lists} />}</Loaded>
      </Sheet>
      <Surcharges />
    </Page>
  );
}

function Families({ lists }: { lists: readonly PriceList[] }) {
  const may_write = useMe().permissions.includes("settings:write");
  return (
    <table className="table prices-families" aria-label={text.title}>
      <thead>
        <tr>
          <th scope="col">{text.service}</th>
          <th scope="col">{text.list}</th>
          <th scope="col" className="prices-wide">
            {text.in_effect}
          </th>
          <th scope="col" className="end prices-wide">
            {text.rules}
          </th>
          {may_write ? (
            <th scope="col">
              <span className="sr">{text.create}</span>
            </th>
          ) : null}
        </tr>
      </thead>
      {listPriceFamilies().map(({ value, label }) => (
        <FamilyRows
          key={value}
          price_family={value}
          label={label}
          lists={lists.filter((list) => list.family === value)}
          may_write={may_write}
        />
      ))}
    </table>
  );
}

function FamilyRows({
  price_family,
  label,
  lists,
  may_write,
}: {
  price_family: PriceFamily;
  label: string;
  lists: readonly PriceList[];
  may_write: boolean;
}) {
  const navigate = useNavigate();
  const span = Math.max(1, lists.length);
  const create = may_write ? (
    <td rowSpan={span} className="end">
      <ActionIcon
        variant="subtle"
        aria-label={text.create_for({ family: label })}
        title={text.create_for({ family: label })}
        onClick={() => void navigate({ to: "/price-lists/new", search: { family: price_family } })}
      >
        <IconPlus size={16} />
      </ActionIcon>
    </td>
  ) : null;
  const heading = (
    <th scope="rowgroup" rowSpan={span}>
      {label}
    </th>
  );
  if (lists.length === 0)
    return (
      <tbody>
        <tr>
          {heading}
          <td className="dim">{text.no_list}</td>
          <td className="prices-wide" colSpan={2} />
          {create}
        </tr>
      </tbody>
    );
  return (
    <tbody>
      {lists.map((list, index) => (
        <tr key={list.id}>
          {index === 0 ? heading : null}
          <td>
            <span className="row tight">
              <RecordLink type="price_list" id={list.id} inherit className="strong">
                {list.name}
              </RecordLink>
              {list.is_default ? <Tag tone="good">{text.is_default}</Tag> : null}
              {list.tier ? <Tag tone="blue">{list.tier}</Tag> : null}
            </span>
            <div className="dim small prices-narrow">{describe(list)}</div>
          </td>
          <td className="dim prices-wide">{describe(list)}</td>
          <td className="end prices-wide">{list.rules.length}</td>
          {index === 0 ? create : null}
        </tr>
      ))}
    </tbody>
  );
}

function describe({ list_version, effective_from, effective_until }: PriceList): string {
  const until = effective_until ? ` ${text.until({ date: day(effective_until) })}` : "";
  return `${text.version({ n: list_version })}, ${text.from({ date: day(effective_from) })}${until}`;
}
