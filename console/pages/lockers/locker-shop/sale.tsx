/** One sale: how it stands and what may be done now, its money exactly, door, and what happened. */
import { Alert, Button, Radio, Textarea } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import type { ShopSaleOutput, ShopSaleUnpaidSettleInput } from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { ActionDialog } from "../../../parts/action-dialog.tsx";
import { StatusBadge } from "../../../parts/badge.tsx";
import { getRules } from "../../../parts/form-rules.ts";
import { money } from "../../../parts/format.ts";
import { findLabel, findWord, readFreeCode } from "../../../parts/labels.ts";
import { AnchorLink, BackLink } from "../../../parts/links.tsx";
import { useMemberText } from "../../../parts/member-text.ts";
import { Fact, Facts, Page, Sheet } from "../../../parts/page.tsx";
import { RecordLink } from "../../../parts/record-link.tsx";
import { type Times, useTimes } from "../../../parts/times.ts";
import { notifySuccess } from "../../../parts/toast.ts";
import { UnloadedPage } from "../../../parts/unloaded-page.tsx";
import { SALE_STATUS } from "./labels.ts";
import { SHOP, type ShopSale, saleQuery } from "./queries.ts";
import { text } from "./text.ts";

const here = getRouteApi("/inside/locker-shop/sales/$sale_id");

type DialogName = "refund" | "age" | "unpaid";

export function SalePage() {
  const sale_id = Number(here.useParams().sale_id);
  const times = useTimes();
  const query = useQuery(saleQuery(sale_id));
  const [dialog, setDialog] = useState<DialogName>();
  const above = <BackLink to="/locker-shop">{text.title}</BackLink>;
  if (query.data === undefined) return <UnloadedPage query={query} above={above} />;
  const { sale, events } = query.data;
  const close = () => setDialog(undefined);
  return (
    <Page
      title={sale.product_name}
      above={above}
      subtitle={
        <span className="row tight">
          <StatusBadge badge={findLabel(SALE_STATUS, sale.status)} />
          <span className="num">{money(sale.price_minor, sale.currency)}</span>
          <span>{text.sales.number({ id: String(sale.id) })}</span>
        </span>
      }
      actions={<Actions sale={sale} open={setDialog} />}
    >
      <Notices sale={sale} times={times} />
      <div className="split">
        <Story events={events} times={times} />
        <div className="stack" style={{ gap: 16 }}>
          <Money sale={sale} times={times} />
          <Goods sale={sale} times={times} />
        </div>
      </div>
      {dialog === "refund" ? <RefundDialog sale={sale} close={close} /> : null}
      {dialog === "age" ? <AgeDialog sale={sale} close={close} /> : null}
      {dialog === "unpaid" ? <UnpaidDialog sale={sale} close={close} /> : null}
    </Page>
  );
}

const needsAge = ({ status, is_age_checked }: ShopSale) =>
  !is_age_checked && (status === "CART_HELD" || status === "PAID");

function useMay() {
  const { permissions, user } = useMe();
  const use = permissions.includes("lockers:use");
  return { use, refund: use && user.role !== "employee" };
}

function Actions({ sale, open }: { sale: ShopSale; open: (name: DialogName) => void }) {
  const may = useMay();
  return (
    <>
      {may.use && needsAge(sale) ? (
        <Button onClick={() => open("age")}>{text.age.open({ age: String(sale.age_limit) })}</Button>
      ) : null}
      {may.use && sale.can_settle_unpaid ? (
        <Button onClick={() => open("unpaid")}>{text.unpaid.open}</Button>
      ) : null}
      {may.refund && sale.can_refund ? (
        <Button variant="default" onClick={() => open("refund")}>
          {sale.payment_status === "CAPTURED" ? text.refund.open : text.refund.open_held}
        </Button>
      ) : null}
    </>
  );
}

/** How it stands, and what can be done about it now. */
function Notices({ sale, times }: { sale: ShopSale; times: Times }) {
  const may = useMay();
  const { status, payment_status, payment_failure, unpaid_since, unpaid_outcome, problem, problem_text } =
    sale;
  const amount = money(sale.price_minor, sale.currency);
  const has_failed =
    payment_failure !== null && (payment_status === "AUTHORISED" || payment_status === "CAPTURED");
  return (
    <div className="stack" style={{ gap: 8, marginBottom: 16 }}>
      {sale.can_settle_unpaid ? (
        <Alert color="red" variant="outline" title={text.unpaid.title}>
          {text.unpaid.about({ moment: times.moment(unpaid_since), amount })}{" "}
          {may.use ? text.unpaid.next : text.unpaid.ask}
        </Alert>
      ) : null}
      {unpaid_outcome === null ? null : (
        <Alert color="gray" variant="outline" title={text.unpaid.outcomes[unpaid_outcome]}>
          {sale.unpaid_note} · {times.moment(sale.unpaid_settled_at)}
        </Alert>
      )}
      {has_failed ? (
        <Alert color="red" variant="outline" title={text.payment_failed.title}>
          {text.payment_failed.about({ reason: readFreeCode(payment_failure) })}{" "}
          {may.refund && sale.can_refund ? text.payment_failed.next : text.payment_failed.ask}
        </Alert>
      ) : null}
      {problem === null ? null : (
        <Alert color="orange" variant="outline" title={text.problems[problem]}>
          {problem_text ?? text.problem_about}
        </Alert>
      )}
      {needsAge(sale) && status === "PAID" ? (
        <Alert color="orange" variant="outline" title={text.age.wait({ age: String(sale.age_limit) })}>
          {text.age.about}
        </Alert>
      ) : null}
      <p>{describe(sale, times.moment(sale.hold_ends_at), amount)}</p>
    </div>
  );
}

function describe(sale: ShopSale, moment: string, amount: string): string {
  const { status, payment_status, refund_cause, opened_at } = sale;
  switch (status) {
    case "CART_HELD":
      return text.abouts.CART_HELD({ moment });
    case "PAID":
      return text.abouts.PAID({ amount });
    case "OPEN_GRANTED":
      return opened_at === null ? text.abouts.OPEN_GRANTED({ amount }) : text.abouts.opened({ amount });
    case "COLLECTED":
      return payment_status === "CAPTURED"
        ? text.abouts.COLLECTED({ amount })
        : text.abouts.capturing({ amount });
    case "EXPIRED":
      return text.abouts.EXPIRED;
    default: {
      const cause = refund_cause === null ? "" : text.causes[refund_cause];
      const about = status === "REFUNDED" ? text.abouts.REFUNDED : text.abouts.REFUND_PENDING;
      return `${cause} ${about[payment_status === "CAPTURED" || payment_status === "REFUNDED" ? "taken" : "held"]({ amount })}`.trim();
    }
  }
}

function Story({ events, times }: { events: ShopSaleOutput["events"]; times: Times }) {
  return (
    <Sheet title={text.story.title}>
      {events.length === 0 ? <p className="dim">{text.story.none}</p> : null}
      <ul className="list">
        {events.map(({ kind, at, status, payment_status }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: events are in order, and none is taken out.
          <li key={index} className="row apart">
            <span className="stack tight" style={{ gap: 0 }}>
              <span className="strong">{findWord(text.story.kinds, kind) ?? text.story.other}</span>
              <span className="dim small">
                {[
                  status === null ? "" : findLabel(SALE_STATUS, status).label,
                  payment_status === null ? "" : (findWord(text.payments, payment_status) ?? ""),
                ]
                  .filter(Boolean)
                  .join(" · ")}
              </span>
            </span>
            <span className="dim small num" title={times.exact(at)}>
              {times.moment(at)}
            </span>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}

function Money({ sale, times }: { sale: ShopSale; times: Times }) {
  const { price_minor, tax_minor, fee_minor, currency, payment_status, payment_wanted } = sale;
  return (
    <Sheet title={text.money}>
      <Facts>
        <Fact name={text.price}>
          <span className="num">{money(price_minor, currency)}</span>
        </Fact>
        <Fact name={text.tax_included}>
          <span className="num">{money(tax_minor, currency)}</span>
        </Fact>
        {fee_minor === null ? null : (
          <Fact name={text.fee}>
            <span className="num">{money(fee_minor, currency)}</span>
          </Fact>
        )}
        <Fact name={text.payment_state}>{text.payments[payment_status]}</Fact>
        {payment_wanted === null ? null : (
          <Fact name={text.asked_of_processor}>{text.wanted[payment_wanted]}</Fact>
        )}
        <Fact name={text.captured_at}>{times.moment(sale.captured_at)}</Fact>
      </Facts>
    </Sheet>
  );
}

function Goods({ sale, times }: { sale: ShopSale; times: Times }) {
  const { door, compartment_code, age_limit } = sale;
  return (
    <Sheet title={text.goods}>
      <Facts>
        <Fact name={text.product}>
          {sale.product_name} <span className="dim mono small">{sale.sku}</span>
        </Fact>
        <Fact name={text.merchant}>{sale.merchant_name}</Fact>
        <Fact name={text.locker}>
          <RecordLink type="locker_device" id={sale.locker_id}>
            {sale.locker_name}
          </RecordLink>
        </Fact>
        <Fact name={text.cell}>
          <AnchorLink to="/locker-shop/stock" search={{ cell: sale.cell_id, locker_id: sale.locker_id }}>
            {compartment_code ?? text.no_compartment}
          </AnchorLink>
        </Fact>
        <Fact name={text.door_now}>{door === null ? "–" : text.doors[door]}</Fact>
        <Fact name={text.door_opened}>{times.moment(sale.opened_at)}</Fact>
        <Fact name={text.collected_at}>{times.moment(sale.collected_at)}</Fact>
        {age_limit === null ? null : (
          <Fact name={text.age.limit({ age: String(age_limit) })}>
            {sale.is_age_checked ? text.age.checked : text.age.unchecked}
          </Fact>
        )}
      </Facts>
    </Sheet>
  );
}

function useFinish(close: () => void) {
  const queries = useQueryClient();
  return (message: string) => {
    close();
    notifySuccess(message);
    void queries.invalidateQueries({ queryKey: [SHOP] });
  };
}

interface DialogProps {
  sale: ShopSale;
  close: () => void;
}

function RefundDialog({
  sale: { id: sale_id, version, price_minor, currency, payment_status },
  close,
}: DialogProps) {
  const finish = useFinish(close);
  const values = { amount: money(price_minor, currency) };
  const is_taken = payment_status === "CAPTURED";
  return (
    <ActionDialog
      opened
      close={close}
      name={`shop refund ${version}`}
      title={is_taken ? text.refund.title(values) : text.refund.title_held(values)}
      confirm={is_taken ? text.refund.open : text.refund.open_held}
      danger
      input={{ sale_id }}
      run={(options) => client.shopSaleRefund({ sale_id }, { ...options, if_match: version })}
      done={() => finish(text.refund.done)}
    >
      <p>{is_taken ? text.refund.about : text.refund.about_held}</p>
    </ActionDialog>
  );
}

function AgeDialog({ sale: { id: sale_id, version, age_limit }, close }: DialogProps) {
  const finish = useFinish(close);
  const age = String(age_limit);
  return (
    <ActionDialog
      opened
      close={close}
      name={`shop age ${version}`}
      title={text.age.title({ age })}
      confirm={text.age.open({ age })}
      input={{ sale_id }}
      run={(options) => client.shopSaleAgeConfirm({ sale_id }, { ...options, if_match: version })}
      done={() => finish(text.age.done)}
    >
      <p>{text.age.confirm_about}</p>
    </ActionDialog>
  );
}

const UNPAID_RULES = getRules("shopSaleUnpaidSettle");
type Outcome = ShopSaleUnpaidSettleInput["outcome"];
const OUTCOMES = ["paid_elsewhere", "goods_returned", "written_off"] as const satisfies Outcome[];

function UnpaidDialog({ sale: { id: sale_id, version, price_minor, currency }, close }: DialogProps) {
  const finish = useFinish(close);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const note = useMemberText(UNPAID_RULES, "note");
  const input = outcome === null || note.text === "" ? null : { sale_id, outcome, note: note.text };
  const about: Record<Outcome, ReactNode> = text.unpaid.outcomes_about;
  return (
    <ActionDialog
      opened
      close={close}
      name={`shop unpaid ${version}`}
      title={text.unpaid.settle_title({ amount: money(price_minor, currency) })}
      confirm={text.unpaid.open}
      input={input}
      run={(options) => {
        if (input === null) throw new Error("Unpaid goods are settled in some way.");
        return client.shopSaleUnpaidSettle(input, { ...options, if_match: version });
      }}
      done={() => finish(text.unpaid.done)}
    >
      <Radio.Group
        label={text.unpaid.how}
        value={outcome}
        onChange={(value) => setOutcome(value as Outcome)}
        required
      >
        <div className="stack tight" style={{ marginTop: 6 }}>
          {OUTCOMES.map((value) => (
            <Radio key={value} value={value} label={text.unpaid.outcomes[value]} description={about[value]} />
          ))}
        </div>
      </Radio.Group>
      <Textarea label={text.unpaid.note} description={text.unpaid.note_about} {...note.props} />
    </ActionDialog>
  );
}
