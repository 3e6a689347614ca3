/** The customer's own wallet: what is in it, a top-up by card, and what moved. */
import { Alert, Button } from "@mantine/core";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { IconArrowLeft, IconReceipt2 } from "#icons";
import { useMe } from "../../../api/session.ts";
import { money } from "../../../parts/format.ts";
import type { Column } from "../../../parts/grid/columns.ts";
import { TableList } from "../../../parts/list/list.tsx";
import { More } from "../../../parts/more.tsx";
import { Page, Sheet } from "../../../parts/page.tsx";
import { RecordLink } from "../../../parts/record-link.tsx";
import { Empty, Loaded, Waiting } from "../../../parts/states.tsx";
import { type Times, useTimes } from "../../../parts/times.ts";
import { ownPaymentQuery, ownTransactionsQuery, ownWalletQuery, type WalletTransaction } from "./queries.ts";
import { Statements } from "./statements.tsx";
import { text } from "./text.ts";
import { TopUp } from "./top-up.tsx";

const here = getRouteApi("/inside/wallet");

export function OwnWallet() {
  const { permissions } = useMe();
  const { amount, payment, order, storage, shipout } = here.useSearch();
  const query = useQuery(ownWalletQuery);
  return (
    <Page subtitle={text.about} above={<Back />}>
      {payment === undefined ? null : <PaymentState payment_id={payment} />}
      <div className="split">
        <Transactions />
        <div className="stack first-when-narrow" style={{ gap: 16 }}>
          <Loaded query={query} fallback={<Waiting rows={3} />}>
            {({ available_minor, balance_minor, held_minor, credit_limit_minor, currency }) => (
              <>
                <Sheet title={text.available}>
                  <div className="stack">
                    <p className="big-number num">{money(available_minor, currency)}</p>
                    {held_minor > 0 || credit_limit_minor > 0 ? (
                      <dl className="totals">
                        <div>
                          <dt>{text.balance}</dt>
                          <dd className="num">{money(balance_minor, currency)}</dd>
                        </div>
                        {held_minor > 0 ? (
                          <div>
                            <dt>{text.held}</dt>
                            <dd className="num">{money(held_minor, currency)}</dd>
                          </div>
                        ) : null}
                        {credit_limit_minor > 0 ? (
                          <div>
                            <dt>{text.credit}</dt>
                            <dd className="num">{money(credit_limit_minor, currency)}</dd>
                          </div>
                        ) : null}
                      </dl>
                    ) : null}
                  </div>
                </Sheet>
                {permissions.includes("wallet:topup") ? (
                  <TopUp currency={currency} amount_minor={amount} to_pay={{ order, storage, shipout }} />
                ) : null}
              </>
            )}
          </Loaded>
          <Statements />
        </div>
      </div>
    </Page>
  );
}

/** To what is to be paid. */
function Back() {
  const { order, storage, shipout } = here.useSearch();
  const look = { className: "row tight small", c: "dimmed" } as const;
  const words = (
    <>
      <IconArrowLeft size={14} /> {text.back}
    </>
  );
  for (const [type, id] of Object.entries({ shipping_order: order, storage_order: storage, shipout }))
    if (id !== undefined)
      return (
        <RecordLink {...look} type={type} id={id}>
          {words}
        </RecordLink>
      );
  return null;
}

/** How the top-up ended that the processor has sent back from. */
function PaymentState({ payment_id }: { payment_id: number }) {
  const { data: payment } = useQuery(ownPaymentQuery(payment_id));
  if (payment === undefined) return null;
  const { state, amount_minor, currency, checkout_url } = payment;
  const is_open = state === "open" && checkout_url !== null;
  const color = state === "paid" ? "green" : state === "failed" || state === "expired" ? "red" : "yellow";
  return (
    <Alert
      color={color}
      variant="outline"
      role="status"
      title={text.payment.title({ amount: money(amount_minor, currency) })}
    >
      <div className="stack tight">
        <span>{text.payment[state]}</span>
        {is_open ? (
          <div>
            <Button component="a" href={checkout_url} size="xs">
              {text.payment.go_on}
            </Button>
          </div>
        ) : null}
      </div>
    </Alert>
  );
}

function Transactions() {
  const times = useTimes();
  const query = useInfiniteQuery(ownTransactionsQuery);
  return (
    <TableList
      label={text.transactions}
      title={text.transactions}
      query={query}
      rows={({ pages }) => pages.flatMap(({ transactions }) => transactions)}
      empty={
        <Empty icon={IconReceipt2} title={text.none}>
          {text.none_about}
        </Empty>
      }
      getKey={({ transaction_id }) => transaction_id}
      getName={({ transaction_id }) => String(transaction_id)}
      columns={buildColumns(times)}
      foot={() => <More query={query} label={text.more} />}
    />
  );
}

function buildColumns(times: Times): Column<WalletTransaction>[] {
  return [
    { key: "at", head: text.at, cell: ({ created_at }) => times.moment(created_at) },
    {
      key: "kind",
      head: text.what,
      cell: ({ kind, note, subject_type, subject_id }) => (
        <>
          {subject_type === null || subject_id === null ? (
            text.kinds[kind]
          ) : (
            <RecordLink type={subject_type} id={subject_id}>
              {text.kinds[kind]}
            </RecordLink>
          )}
          {note ? <div className="dim small">{note}</div> : null}
        </>
      ),
    },
    {
      key: "amount",
      head: text.amount,
      align: "end",
      cell: ({ amount_minor, currency, price_hidden }) =>
        price_hidden === true ? (
          <span className="dim">{text.hidden}</span>
        ) : (
          <span className="num">{money(amount_minor, currency)}</span>
        ),
    },
    {
      key: "after",
      head: text.balance,
      align: "end",
      window_width_min: 641,
      cell: ({ balance_after_minor, currency }) => (
        <span className="num dim">{money(balance_after_minor, currency)}</span>
      ),
    },
  ];
}
