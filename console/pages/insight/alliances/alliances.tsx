/** The alliances of the business, and the partners that share something with it. */
import { Textarea, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { IconAffiliate, IconEye } from "#icons";
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { StatusBadge } from "../../../parts/badge.tsx";
import { CreateButton } from "../../../parts/create-button.tsx";
import { FormDrawer } from "../../../parts/form-drawer.tsx";
import type { Column } from "../../../parts/grid/columns.ts";
import { AnchorLink } from "../../../parts/links.tsx";
import { List, TableList } from "../../../parts/list/list.tsx";
import { Page } from "../../../parts/page.tsx";
import { useOpenRecord } from "../../../parts/record-link.tsx";
import { Empty } from "../../../parts/states.tsx";
import { TwoLines } from "../../../parts/two-lines.tsx";
import { describeMask, describeOrders, describeOwnState, describeScopes, nameOwner } from "./describe.ts";
import { type Alliance, alliancesQuery, clientsQuery, KEYS } from "./queries.ts";
import { text } from "./text.ts";
import "./alliances.css";
import { getRules } from "../../../parts/form-rules.ts";

const RULES = getRules("allianceCreate");

export function Alliances() {
  const may_write = useMe().permissions.includes("alliance:write");
  const query = useQuery(alliancesQuery);
  const open = useOpenRecord("alliance");
  const create = may_write ? (
    <CreateButton label={text.create}>
      {(close) => <AllianceForm close={close} created={open} />}
    </CreateButton>
  ) : null;
  return (
    <Page subtitle={text.about} actions={create}>
      <div className="stack" style={{ gap: 16 }}>
        <TableList
          label={text.title}
          query={query}
          rows={({ alliances }) => alliances}
          empty={
            <Empty icon={IconAffiliate} title={text.none}>
              {text.none_about}
            </Empty>
          }
          columns={buildColumns()}
          getKey={({ id }) => id}
          getName={({ name }) => name}
          onOpen={({ id }) => open(id)}
          card={(alliance) => (
            <div className="stack tight">
              <span className="row nowrap">
                <span className="strong grow cut">{alliance.name}</span>
                <StatusBadge badge={describeOwnState(alliance)} />
              </span>
              <span className="dim small">
                {nameOwner(alliance)} · {text.members_count({ n: alliance.members })}
              </span>
            </div>
          )}
        />
        <Shared />
      </div>
    </Page>
  );
}

const buildColumns = (): Column<Alliance>[] => [
  {
    key: "name",
    head: text.name,
    cell: (alliance) => (
      <TwoLines className="strong cut" below={nameOwner(alliance)}>
        {alliance.name}
      </TwoLines>
    ),
  },
  {
    key: "members",
    head: text.members,
    width: 150,
    window_width_min: 641,
    cell: ({ members }) => text.members_count({ n: members }),
  },
  {
    key: "state",
    head: text.status,
    width: 170,
    cell: (alliance) => <StatusBadge badge={describeOwnState(alliance)} />,
  },
];

function Shared() {
  const query = useQuery(clientsQuery);
  return (
    <List
      label={text.shared}
      title={text.shared}
      query={query}
      rows={({ clients }) => clients}
      empty={
        <Empty icon={IconEye} title={text.none_shared}>
          {text.shared_about}
        </Empty>
      }
      item={(partner) => (
        <li key={partner.client_code} className="switch-row">
          <TwoLines
            className="strong cut"
            below={[
              describeScopes(partner),
              describeOrders({ ...partner, filters: null }),
              describeMask(partner),
            ].join(" · ")}
          >
            {partner.name}
          </TwoLines>
          {partner.scopes.includes("orders_read") || partner.scopes.includes("tracking") ? (
            <AnchorLink
              to="/alliances/partners/$client_code"
              params={{ client_code: partner.client_code }}
              className="nowrap"
            >
              {partner.scopes.includes("orders_read") ? text.open_orders : text.track_parcels}
            </AnchorLink>
          ) : null}
        </li>
      )}
    />
  );
}

/** A new alliance, or the name and the terms of one. */
export function AllianceForm({
  alliance,
  close,
  created,
}: {
  alliance?: Alliance;
  close: () => void;
  created?: (id: number) => void;
}) {
  return (
    <FormDrawer
      rules={RULES}
      close={close}
      title={alliance === undefined ? text.create : text.edit_title}
      confirm={alliance === undefined ? text.create_submit : text.save}
      refused={text.not_saved}
      size="lg"
      initial={{ name: alliance?.name ?? "", terms: alliance?.terms ?? "" }}
      run={({ name, terms }) =>
        alliance === undefined
          ? client.allianceCreate({ name: name.trim(), terms: terms.trim() })
          : client.allianceUpdate(
              { alliance_id: alliance.id, name: name.trim(), terms: terms.trim() },
              { if_match: alliance.version },
            )
      }
      keys={KEYS}
      success_message={alliance === undefined ? text.created : text.saved}
      done={(answer) => {
        close();
        created?.(answer.alliance.id);
      }}
    >
      {({ field }) => (
        <>
          <TextInput data-autofocus label={text.name} {...field("name")} />
          <Textarea
            label={text.terms}
            description={alliance === undefined ? text.terms_about : text.edit_terms_about}
            autosize
            minRows={10}
            maxRows={24}
            {...field("terms")}
          />
        </>
      )}
    </FormDrawer>
  );
}
