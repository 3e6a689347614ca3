/** The shop of a locker, opened by the QR code on it: choose, pay, open. Designed for a phone. */
import { Alert, Button, Skeleton } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { type ReactElement, useMemo, useState } from "react";
import type { ShopOffer, ShopSale } from "../../../../../packages/client/client.gen.ts";
import { ApiError, createLinkClient, publicClient } from "../../../../api/client.ts";
import { money } from "../../../../parts/format.ts";
import { Failure } from "../../../../parts/states.tsx";
import { createTimes } from "../../../../parts/times.ts";
import { usePageTitle } from "../../../../parts/use-page-title.ts";
import { PublicFrame } from "../../../tracking/tracking/public-frame.tsx";
import { readPosition } from "../../locker-resale/claim/position.ts";
import { text } from "./text.ts";
import "./shop.css";

const route = getRouteApi("/shop/$locker_id");

/** The token of the sale outlives the way to the page of the processor and back. */
const buildKey = (locker_id: number) => `packhorse.shop.${locker_id}`;

export function Shop(): ReactElement {
  const locker_id = Number(route.useParams().locker_id);
  const [token, setToken] = useState(() => sessionStorage.getItem(buildKey(locker_id)));
  const keep = (next: string | null) => {
    if (next === null) sessionStorage.removeItem(buildKey(locker_id));
    else sessionStorage.setItem(buildKey(locker_id), next);
    setToken(next);
  };
  const query = useQuery({
    queryKey: ["shop", locker_id],
    queryFn: ({ signal }) => publicClient.shopCatalog({ locker_id }, { signal }),
    refetchInterval: token === null ? 15_000 : false,
  });
  usePageTitle(query.data ? text.title({ locker: query.data.locker_name }) : "");
  return (
    <PublicFrame {...(query.data ? { carrier: query.data.business_name } : {})}>
      {token !== null ? (
        <Sale key={token} token={token} leave={() => keep(null)} />
      ) : query.data ? (
        <Catalog
          locker_id={locker_id}
          locker={query.data.locker_name}
          products={query.data.products}
          hold={keep}
        />
      ) : query.error instanceof ApiError && query.error.status === 404 ? (
        <NothingOnSale />
      ) : query.error ? (
        <Failure error={query.error} retry={() => void query.refetch()} />
      ) : (
        <div className="track-card stack">
          <Skeleton height={38} width="60%" />
          <Skeleton height={60} />
        </div>
      )}
    </PublicFrame>
  );
}

const NothingOnSale = () => (
  <div className="track-card track-none">
    <h1>{text.none}</h1>
    <p className="dim">{text.none_about}</p>
  </div>
);

function Catalog({
  locker_id,
  locker,
  products,
  hold,
}: {
  locker_id: number;
  locker: string;
  products: readonly ShopOffer[];
  hold: (token: string) => void;
}) {
  const queries = useQueryClient();
  const choose = useMutation({
    mutationFn: (product_id: number) => publicClient.shopCartHold({ locker_id, product_id }),
    onSuccess: ({ sale_token }) => hold(sale_token),
    onSettled: () => queries.invalidateQueries({ queryKey: ["shop", locker_id] }),
  });
  if (products.length === 0) return <NothingOnSale />;
  return (
    <>
      <h1>{text.title({ locker })}</h1>
      {choose.error ? <Alert color="red">{choose.error.message}</Alert> : null}
      {products.map((product) => (
        <section key={product.product_id} className="track-card stack">
          <div className="row apart nowrap">
            <h2 style={{ margin: 0 }}>{product.name}</h2>
            <span className="strong num">{money(product.price_minor, product.currency)}</span>
          </div>
          {product.photo_url === null ? null : (
            <img
              className="shop-picture"
              src={toOwnAddress(product.photo_url)}
              alt={text.photo({ name: product.name })}
            />
          )}
          {product.description ? <p>{product.description}</p> : null}
          <p className="dim small">
            {[
              text.by({ merchant: product.merchant_name }),
              ...(product.tax_bp > 0 ? [text.tax] : []),
              ...(product.age_limit === null ? [] : [text.age({ age: String(product.age_limit) })]),
            ].join(" · ")}
          </p>
          {product.terms ? (
            <details>
              <summary className="small">{text.terms}</summary>
              <p className="small">{product.terms}</p>
            </details>
          ) : null}
          <div className="row apart nowrap">
            <span className="dim">{text.available({ n: product.available })}</span>
            <Button
              size="md"
              disabled={product.available === 0}
              loading={choose.isPending && choose.variables === product.product_id}
              onClick={() => choose.mutate(product.product_id)}
            >
              {text.choose}
            </Button>
          </div>
        </section>
      ))}
    </>
  );
}

/** Pictures of this host alone are shown, under whichever name it is reached. */
function toOwnAddress(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

const TONES: Record<ShopSale["status"], string> = {
  CART_HELD: "grey",
  PAID: "accent",
  OPEN_GRANTED: "accent",
  COLLECTED: "good",
  REFUND_PENDING: "warn",
  REFUNDED: "grey",
  EXPIRED: "grey",
};

function Sale({ token, leave }: { token: string; leave: () => void }) {
  const client = useMemo(() => createLinkClient(token), [token]);
  const queries = useQueryClient();
  const times = useMemo(() => createTimes(Intl.DateTimeFormat().resolvedOptions().timeZone), []);
  const query = useQuery({
    queryKey: ["shop", "sale", token],
    queryFn: async ({ signal }) => (await client.shopOwnSale({}, { signal })).sale,
    refetchInterval: 4000,
  });
  const onSettled = () => queries.invalidateQueries({ queryKey: ["shop", "sale"] });
  const pay = useMutation({
    mutationFn: () => client.shopSaleCheckout({}),
    onSuccess: ({ sale }) => {
      if (sale.checkout_url) window.location.assign(sale.checkout_url);
    },
    onSettled,
  });
  const open = useMutation({
    mutationFn: async () => client.shopSaleOpen({ position: await readPosition() }),
    onSettled,
  });
  const sale = query.data;
  if (sale === undefined)
    return query.error ? (
      <>
        <Failure error={query.error} retry={() => void query.refetch()} />
        <Button variant="default" onClick={leave}>
          {text.again}
        </Button>
      </>
    ) : (
      <Skeleton height={120} />
    );
  const failure = pay.error ?? open.error;
  const { status } = sale;
  const needs_check = status === "PAID" && !sale.is_age_checked;
  const has_ended = status === "COLLECTED" || status === "REFUNDED" || status === "EXPIRED";
  return (
    <>
      <section className={`track-card track-hero tone-${TONES[status]} stack`} aria-live="polite">
        <span className="dim">
          {sale.product_name} · {money(sale.price_minor, sale.currency)}
        </span>
        <h1>{text.statuses[status]}</h1>
        <p>{describe(sale, times.moment(sale.hold_ends_at))}</p>
        {sale.unpaid_since !== null && sale.unpaid_outcome === null ? (
          <Alert color="orange">{text.abouts.late}</Alert>
        ) : null}
        {sale.can_pay && sale.payment_status === "FAILED" ? <Alert color="red">{text.failed}</Alert> : null}
        {sale.can_pay && sale.payment_status === "OPEN" ? <p className="dim">{text.waiting}</p> : null}
        {needs_check ? <Alert color="orange">{text.age_wait({ sale: String(sale.id) })}</Alert> : null}
        {failure ? <Alert color="red">{failure.message}</Alert> : null}
        {sale.can_pay ? (
          <Button size="lg" loading={pay.isPending} onClick={() => pay.mutate()}>
            {text.pay} {money(sale.price_minor, sale.currency)}
          </Button>
        ) : null}
        {sale.can_open ? (
          <Button size="lg" loading={open.isPending} onClick={() => open.mutate()}>
            {text.open}
          </Button>
        ) : null}
      </section>
      <Problem sale={sale} token={token} onSettled={onSettled} />
      {has_ended ? (
        <Button size="md" variant="default" onClick={leave}>
          {text.again}
        </Button>
      ) : null}
    </>
  );
}

function describe({ status, compartment_code }: ShopSale, moment: string): string {
  if (status === "CART_HELD") return text.abouts.CART_HELD({ moment });
  if (status === "OPEN_GRANTED") return text.abouts.OPEN_GRANTED({ compartment: compartment_code ?? "" });
  return text.abouts[status];
}

const PROBLEMS = ["not_opened", "wrong_item", "bad_item", "empty"] as const;

function Problem({
  sale,
  token,
  onSettled,
}: {
  sale: ShopSale;
  token: string;
  onSettled: () => Promise<void>;
}) {
  const [opened, setOpened] = useState(false);
  const send = useMutation({
    mutationFn: (problem: (typeof PROBLEMS)[number]) => createLinkClient(token).shopSaleProblem({ problem }),
    onSettled,
  });
  const { status, opened_at, problem } = sale;
  if (status !== "PAID" && status !== "OPEN_GRANTED" && status !== "COLLECTED") return null;
  if (problem !== null) return <p className="dim">{text.problem_sent}</p>;
  if (!opened)
    return (
      <Button variant="subtle" color="gray" onClick={() => setOpened(true)}>
        {text.problem}
      </Button>
    );
  const choices = opened_at === null ? PROBLEMS.slice(0, 1) : PROBLEMS.slice(1);
  return (
    <section className="track-card stack">
      <h2>{text.problem}</h2>
      {send.error ? <Alert color="red">{send.error.message}</Alert> : null}
      {choices.map((choice) => (
        <Button
          key={choice}
          size="md"
          variant="default"
          loading={send.isPending && send.variables === choice}
          onClick={() => send.mutate(choice)}
        >
          {text.problems[choice]}
        </Button>
      ))}
    </section>
  );
}
