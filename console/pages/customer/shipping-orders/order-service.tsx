/** Order a service: its form beside what it would cost, which is estimated while somebody fills it in. */
import { Alert, Button, Textarea, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconArrowLeft } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useMemo, useRef, useState } from "react";
import type { ServiceConfig } from "../../../../packages/client/client.gen.ts";
import { ApiError, client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { listErrors } from "../../../parts/errors.ts";
import { UnsavedChanges } from "../../../parts/form.tsx";
import { AnchorLink } from "../../../parts/links.tsx";
import { Page, Sheet } from "../../../parts/page.tsx";
import { UnloadedPage } from "../../../parts/unloaded-page.tsx";
import { OrderFields } from "../services/order-form/order-fields.tsx";
import { type OrderValues, startOrder, toOrderRequest } from "../services/order-form/order-values.ts";
import { describePath } from "./describe-path.ts";
import { Estimate } from "./estimate.tsx";
import { estimateQuery, SHIPPING_KEY, serviceConfigQuery } from "./queries.ts";
import "./shipping-orders.css";
import { text } from "./text.ts";

const here = getRouteApi("/inside/shipping/services/$service_code");

function Above() {
  return (
    <AnchorLink to="/shipping" className="row tight small" c="dimmed">
      <IconArrowLeft size={14} /> {text.title}
    </AnchorLink>
  );
}

export function OrderService() {
  const { service_code } = here.useParams();
  const query = useQuery(serviceConfigQuery(service_code));
  if (query.data === undefined) return <UnloadedPage query={query} above={<Above />} />;
  return (
    <Page title={query.data.name} above={<Above />} subtitle={query.data.description || undefined}>
      <Form key={service_code} config={query.data} />
    </Page>
  );
}

/** Refusals after which a new estimate is asked for: what was ordered at has become another price, or another service. */
const OUTDATED = ["RATE_EXPIRED", "RATE_USED", "RATE_UNKNOWN", "SERVICE_CHANGED"];

function Form({ config }: { config: ServiceConfig }) {
  const { service_code } = config;
  const country = useMe().business?.country;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  // The same order sent again, because no answer came, is placed once.
  const attempt = useRef({ wanted: "", key: "" });
  const start = useMemo(() => startOrder(config, country), [config, country]);
  const [values, setValues] = useState<OrderValues>(start);
  const [words, setWords] = useState({ ref: "", note: "" });
  const [is_tried, setTried] = useState(false);
  const [placed, setPlaced] = useState(false);

  const request = toOrderRequest(config, values);
  const key = JSON.stringify(request);
  const [settled] = useDebouncedValue(key, 350);
  const estimate = useQuery({
    ...estimateQuery(service_code, JSON.parse(settled) as typeof request),
    enabled: !placed,
  });
  const is_current = settled === key && !estimate.isFetching && !estimate.isPlaceholderData;

  const order = useMutation({
    mutationFn: (rate_id: string | null) => {
      const ref = words.ref.trim();
      const note = words.note.trim();
      const input = {
        service_code,
        ...request,
        ...(rate_id === null ? {} : { rate_id }),
        ...(ref === "" ? {} : { ref }),
        ...(note === "" ? {} : { note }),
      };
      const wanted = JSON.stringify(input);
      if (attempt.current.wanted !== wanted) attempt.current = { wanted, key: createKey() };
      return client.customerShippingOrderCreate(input, { idempotency_key: attempt.current.key });
    },
    onSuccess: ({ shipping_order_id }) => {
      setPlaced(true);
      queries.removeQueries({ queryKey: [...SHIPPING_KEY, "estimate"] });
      void queries.invalidateQueries({ queryKey: [...SHIPPING_KEY, "own"] });
      void navigate({
        to: "/shipping/$shipping_order_id",
        params: { shipping_order_id: String(shipping_order_id) },
        search: { placed: true },
        ignoreBlocker: true,
      });
    },
    onError: (error) => {
      if (!(error instanceof ApiError) || !OUTDATED.includes(error.error_code)) return;
      void queries.invalidateQueries({ queryKey: [...SHIPPING_KEY, "estimate"] });
      void queries.invalidateQueries({ queryKey: [...SHIPPING_KEY, "config", service_code] });
    },
  });

  const refused = is_current ? (order.error ?? estimate.error) : null;
  const errors = useMemo(() => {
    if (!(refused instanceof ApiError) || refused.errors.length === 0) return [];
    return listErrors(refused).map(({ pointer, message }) => ({
      path: pointer.replaceAll("/", "."),
      message,
    }));
  }, [refused]);
  const shown = useMemo(
    () => errors.filter(({ path }) => is_tried || isEntered(request, path)),
    [errors, is_tried, request],
  );
  const error = (path: string) => shown.find((one) => one.path === path)?.message;
  const missing = errors.filter((one) => !shown.includes(one)).map(({ path }) => describePath(config, path));

  const is_dirty = key !== JSON.stringify(toOrderRequest(config, start)) || words.ref + words.note !== "";
  return (
    <form
      ref={form}
      noValidate
      className="service-split"
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (estimate.data !== undefined && is_current && estimate.error === null)
          order.mutate(estimate.data.rate_id);
        // The fields show what is wrong after they are rendered again.
        else setTimeout(() => form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
      }}
    >
      <div className="service-beside">
        <OrderFields
          config={config}
          values={values}
          change={(part) => {
            order.reset();
            setValues((was) => ({ ...was, ...part }));
          }}
          error={error}
        />
        <Sheet title={text.words}>
          <div className="service-fields wide-fields">
            <TextInput
              label={text.ref}
              description={text.ref_about}
              maxLength={100}
              value={words.ref}
              onChange={(event) => setWords({ ...words, ref: event.currentTarget.value })}
            />
            <Textarea
              label={text.note}
              description={text.note_about}
              autosize
              minRows={1}
              maxLength={1000}
              value={words.note}
              onChange={(event) => setWords({ ...words, note: event.currentTarget.value })}
            />
          </div>
        </Sheet>
      </div>
      <div className="service-aside">
        <Sheet title={text.estimate.title}>
          <div className="stack">
            <Estimate
              config={config}
              estimate={estimate.error === null ? estimate.data : undefined}
              error={estimate.error}
              missing={missing}
              wrong={shown.length}
              is_stale={!is_current}
            />
            {order.error !== null && errors.length === 0 ? (
              <Alert color="red" variant="outline" role="alert" title={text.not_ordered}>
                {order.error.message}
              </Alert>
            ) : null}
            <Button type="submit" loading={order.isPending} disabled={!is_current || placed}>
              {config.pricing_method === 2 ? text.send : text.order}
            </Button>
            <p className="dim small">{describePayment(config)}</p>
          </div>
        </Sheet>
      </div>
      <UnsavedChanges form={{ isDirty: () => is_dirty && !placed, is_saving: order.isPending }} />
    </form>
  );
}

function createKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function describePayment({ price_hidden, pricing_method, payment }: ServiceConfig): string {
  if (price_hidden === true) return text.estimate.settled;
  if (pricing_method === 2) return text.estimate.pay_quoted;
  return payment === "before_confirmation" ? text.estimate.pay_first : text.estimate.pay_later;
}

/** Whether something was entered at this path, so that its error is worth showing before somebody orders. */
function isEntered(request: unknown, path: string): boolean {
  let at: unknown = request;
  for (const part of path.split(".")) {
    if (typeof at !== "object" || at === null) return false;
    at = (at as Record<string, unknown>)[part];
  }
  return at !== undefined && at !== null && typeof at !== "object";
}
