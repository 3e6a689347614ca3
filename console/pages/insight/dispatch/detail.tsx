/** One exception, or all of a kind: why, the facts, and what can be done. */
import { Button, Group as Row } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { StatusBadge, Tag } from "../../../parts/badge.tsx";
import { number } from "../../../parts/format.ts";
import { findLabel } from "../../../parts/labels.ts";
import { ButtonLink } from "../../../parts/links.tsx";
import { Fact, Facts } from "../../../parts/page.tsx";
import { RecordLink } from "../../../parts/record-link.tsx";
import { day, useTimes } from "../../../parts/times.ts";
import { OrderState } from "../../orders/orders/order-state.tsx";
import { ROUTE_STATUS } from "../../planning/routes/status.ts";
import type { AskedAction } from "./act.tsx";
import { listActions, listGroupActions } from "./actions.ts";
import { useAssign } from "./assign.tsx";
import { findDriverId, type ItemAction, type OpenAction } from "./define-attention.ts";
import type { Whose } from "./filters.ts";
import { KINDS } from "./kinds.ts";
import type { Group, Item } from "./queries.ts";
import { findTarget } from "./target.ts";
import { text } from "./text.ts";
import { describeWhy, nameItem } from "./why.ts";

const TONE = { critical: "bad", warning: "warn", info: "blue" } as const;

export function ItemDetail({ item, ask }: { item: Item; ask: ((action: AskedAction) => void) | null }) {
  const times = useTimes();
  const currency = useMe().business?.currency ?? "EUR";
  const { order, route, driver } = item.records;
  const driver_id = findDriverId(item);
  const detail = useQuery({
    queryKey: ["dispatch", "item", item.id, item.version],
    queryFn: ({ signal }) => client.dispatchItem({ item_id: item.id }, { signal }),
  });
  const earlier = detail.data?.decisions ?? [];
  return (
    <div className="stack">
      <div>
        <Row gap={8} justify="space-between" align="start" wrap="nowrap">
          <h2>{nameItem(KINDS, item)}</h2>
          <Tag tone={TONE[item.severity]}>{text.detail.severity[item.severity]}</Tag>
        </Row>
        <p className="dim small">{item.title}</p>
      </div>
      <p>{describeWhy(KINDS, item, { times, currency })}</p>
      {ask === null ? null : <Actions actions={listActions(KINDS, item)} item={item} ask={ask} />}
      <Facts>
        <Fact name={text.assign.handled_by}>
          <HandledBy item={item} ask={ask} />
        </Fact>
        {order === null ? null : (
          <>
            <Fact name={text.detail.order}>
              <RecordLink type="order" id={String(item.order_id)} inherit>
                {order.tracking_number}
              </RecordLink>
            </Fact>
            <Fact name={text.detail.status}>
              <OrderState status={order.status} />
            </Fact>
            <Fact name={text.detail.address}>{order.address || "–"}</Fact>
            <Fact name={text.detail.day}>{day(order.scheduled_date)}</Fact>
          </>
        )}
        {route === null ? null : (
          <Fact name={text.detail.route}>
            <RecordLink type="route" id={String(item.route_id)} inherit>
              {route.number}
            </RecordLink>{" "}
            <StatusBadge badge={findLabel(ROUTE_STATUS, route.status)} />
          </Fact>
        )}
        {driver === null || driver_id === null ? null : (
          <Fact name={text.detail.driver}>
            <RecordLink type="driver" id={driver_id} inherit>
              {driver.name}
            </RecordLink>
            {driver.phone ? (
              <>
                {" "}
                · <a href={`tel:${driver.phone}`}>{driver.phone}</a>
              </>
            ) : null}
          </Fact>
        )}
        <Fact name={text.detail.since}>
          <span title={times.exact(item.since)}>
            {text.detail.since_when({ moment: times.moment(item.since), ago: times.ago(item.since) })}
          </span>
        </Fact>
      </Facts>
      {earlier.length === 0 ? null : (
        <div className="small">
          <h3>{text.detail.decided_before}</h3>
          <ul className="stack tight">
            {earlier.map(({ id, reason, decided_at, withdrawn_at }) => (
              <li key={id}>
                {reason}{" "}
                <span className="dim">
                  {times.moment(decided_at)}
                  {withdrawn_at === null ? "" : `, ${text.detail.withdrawn}`}
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

function HandledBy({ item, ask }: { item: Item; ask: ((action: AskedAction) => void) | null }) {
  const me = useMe().user;
  const { assigned_to, assigned_to_name } = item;
  const name = assigned_to_name ?? "";
  const save = useAssign([item], () => {});
  return (
    <span className="row tight">
      {assigned_to === null ? (
        <span className="dim">{text.assign.nobody}</span>
      ) : (
        <Link
          to="/exceptions"
          search={{ whose: assigned_to === me.id ? "me" : assigned_to }}
          title={text.assign.only_theirs({ name })}
        >
          {assigned_to === me.id ? `${name} (${text.assign.you})` : name}
        </Link>
      )}
      {ask === null ? null : (
        <>
          {assigned_to === me.id ? null : (
            <Button
              size="compact-sm"
              variant="default"
              loading={save.isPending}
              onClick={() => save.mutate({ account_id: me.id, name: me.name })}
            >
              <span className="key" aria-hidden>
                i
              </span>
              {text.assign.take}
            </Button>
          )}
          <Button size="compact-sm" variant="default" onClick={() => ask("assign")}>
            <span className="key" aria-hidden>
              a
            </span>
            {text.assign.assign}
          </Button>
        </>
      )}
    </span>
  );
}

function Actions({
  actions,
  item,
  ask,
}: {
  actions: readonly ItemAction[];
  item: Item | null;
  ask: (action: AskedAction) => void;
}) {
  return (
    <Row gap={8}>
      {actions.map((action, index) => {
        const variant = index === 0 ? "filled" : "default";
        const label = (
          <>
            <span className="key" aria-hidden>
              {index + 1}
            </span>
            {action.label()}
          </>
        );
        if (action.do === "open" && item !== null)
          return (
            <OpenLink key={action.label()} action={action} item={item} variant={variant} label={label} />
          );
        return (
          <Button key={action.label()} size="sm" variant={variant} onClick={() => ask(action)}>
            {label}
          </Button>
        );
      })}
      <Button size="sm" variant="default" onClick={() => ask("snooze")}>
        <span className="key" aria-hidden>
          s
        </span>
        {text.keys.snooze}
      </Button>
      {item === null ? (
        <Button size="sm" variant="default" onClick={() => ask("assign")}>
          <span className="key" aria-hidden>
            a
          </span>
          {text.assign.assign}
        </Button>
      ) : null}
      <Button size="sm" variant="subtle" color="gray" onClick={() => ask("nothing")}>
        <span className="key" aria-hidden>
          d
        </span>
        {text.keys.nothing}
      </Button>
    </Row>
  );
}

/** Nothing without a page for this account. */
function OpenLink({
  action,
  item,
  variant,
  label,
}: {
  action: OpenAction;
  item: Item;
  variant: string;
  label: React.ReactNode;
}) {
  const target = findTarget(useMe(), action.page(item));
  if (target === undefined) return null;
  return (
    <ButtonLink size="sm" variant={variant} {...target}>
      {label}
    </ButtonLink>
  );
}

export function GroupDetail({
  group,
  state,
  whose,
  is_list,
  ask,
}: {
  group: Group;
  whose: Whose | undefined;
  /** Its items are listed beside it. */
  is_list: boolean;
  state: "open" | "snoozed";
  ask: ((action: AskedAction) => void) | null;
}) {
  const times = useTimes();
  return (
    <div className="stack">
      <div>
        <h2>{text.list.exceptions({ n: group[state] })}</h2>
        <p className="dim small">{group.title}</p>
      </div>
      <p>
        {group.oldest_since === null
          ? ""
          : `${text.detail.oldest({ moment: times.moment(group.oldest_since) })} `}
        {text.detail.for_all}
      </p>
      {ask === null ? null : <Actions actions={listGroupActions(KINDS, group.kind)} item={null} ask={ask} />}
      {is_list ? null : (
        <ButtonLink
          to="/exceptions"
          search={{
            kind: group.kind,
            ...(state === "snoozed" ? { state } : {}),
            ...(whose === undefined ? {} : { whose }),
          }}
          variant="default"
          size="sm"
          style={{ alignSelf: "flex-start" }}
        >
          {text.detail.show_all({ n: number(group[state]) })}
        </ButtonLink>
      )}
    </div>
  );
}
