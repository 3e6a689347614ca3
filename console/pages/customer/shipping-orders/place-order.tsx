/** An order of a service: its form beside what it would cost, which is estimated while somebody fills it in. */
import { Alert, Button, Textarea, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import {
  keepPreviousData,
  type QueryKey,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { type ReactNode, useMemo, useRef, useState } from "react";
import type { ServiceConfig } from "../../../../packages/client/client.gen.ts";
import { ApiError } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { listErrors } from "../../../parts/errors.ts";
import { UnsavedChanges } from "../../../parts/form.tsx";
import { getRules, toMemberProps } from "../../../parts/form-rules.ts";
import { Sheet } from "../../../parts/page.tsx";
import { OrderFields } from "../services/order-form/order-fields.tsx";
import { type OrderValues, startOrder } from "../services/order-form/order-values.ts";
import { describePath } from "./describe-path.ts";
import { Estimate, type EstimatedPrice } from "./estimate.tsx";
import "./shipping-orders.css";
import { text } from "./text.ts";

/** Orders of storage and ship-outs have the same. */
const RULES = getRules("customerShippingOrderCreate");

/** What is ordered besides the request that was estimated. */
interface Placing {
  rate_id?: string;
  ref?: string;
  note?: string;
}

interface PlaceOrderProps<Request extends object, Priced extends EstimatedPrice, Created> {
  config: ServiceConfig;
  toRequest: (values: OrderValues) => Request;
  /** First part of the keys of the queries that an order changes; `config` and `estimate` follow it. */
  queries_key: QueryKey;
  estimate: (request: Request, options: { signal: AbortSignal }) => Promise<Priced>;
  create: (input: Request & Placing, options: { idempotency_key: string }) => Promise<Created>;
  onCreated: (created: Created) => void;
  /** What the price says besides. */
  about_price?: (priced: Priced) => ReactNode;
  /** When and how it is paid. */
  about_payment: string;
  /** In place of the packages and how they come to the business, where they are there already. */
  goods?: (error: (path: string) => string | undefined) => ReactNode;
}

/** An estimate holds for half an hour. */
const ESTIMATE_FRESH_MS = 20 * 60_000;

/** Refusals after which a new estimate is asked for: what was ordered at has become another price, or another service. */
const OUTDATED = ["RATE_EXPIRED", "RATE_USED", "RATE_UNKNOWN", "SERVICE_CHANGED"];

export function PlaceOrder<Request extends object, Priced extends EstimatedPrice, Created>({
  config,
  toRequest,
  queries_key,
  estimate: ask,
  create,
  onCreated,
  about_price,
  about_payment,
  goods,
}: PlaceOrderProps<Request, Priced, Created>) {
  const { service_code } = config;
  const country = useMe().business?.country;
  const queries = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  // The same order sent again, because no answer came, is placed once.
  const attempt = useRef({ wanted: "", key: "" });
  const start = useMemo(() => startOrder(config, country), [config, country]);
  const [values, setValues] = useState<OrderValues>(start);
  const [words, setWords] = useState({ ref: "", note: "" });
  const [is_tried, setTried] = useState(false);
  const [placed, setPlaced] = useState(false);

  const request = toRequest(values);
  const key = JSON.stringify(request);
  const [settled] = useDebouncedValue(key, 350);
  const estimate = useQuery({
    queryKey: [...queries_key, "estimate", service_code, settled],
    queryFn: ({ signal }) => ask(JSON.parse(settled) as Request, { signal }),
    // The last price stays while the next one is calculated.
    placeholderData: keepPreviousData,
    staleTime: ESTIMATE_FRESH_MS,
    gcTime: ESTIMATE_FRESH_MS,
    retry: false,
    enabled: !placed,
  });
  const is_current = settled === key && !estimate.isFetching && !estimate.isPlaceholderData;

  const order = useMutation({
    mutationFn: (rate_id: string | null) => {
      const ref = words.ref.trim();
      const note = words.note.trim();
      const input = {
        ...request,
        ...(rate_id === null ? {} : { rate_id }),
        ...(ref === "" ? {} : { ref }),
        ...(note === "" ? {} : { note }),
      };
      const input_text = JSON.stringify(input);
      if (attempt.current.wanted !== input_text) attempt.current = { wanted: input_text, key: createKey() };
      return create(input, { idempotency_key: attempt.current.key });
    },
    onSuccess: (created) => {
      setPlaced(true);
      queries.removeQueries({ queryKey: [...queries_key, "estimate"] });
      void queries.invalidateQueries({ queryKey: queries_key });
      onCreated(created);
    },
    onError: (error) => {
      if (!(error instanceof ApiError) || !OUTDATED.includes(error.error_code)) return;
      void queries.invalidateQueries({ queryKey: [...queries_key, "estimate"] });
      void queries.invalidateQueries({ queryKey: [...queries_key, "config", service_code] });
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
  const visible_errors = useMemo(
    () => errors.filter(({ path }) => is_tried || isEntered(request, path)),
    [errors, is_tried, request],
  );
  const error = (path: string) => visible_errors.find((one) => one.path === path)?.message;
  const missing = errors
    .filter((one) => !visible_errors.includes(one))
    .map(({ path }) => describePath(config, path));

  const is_dirty = key !== JSON.stringify(toRequest(start)) || words.ref + words.note !== "";
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
          goods={goods?.(error)}
        />
        <Sheet title={text.words}>
          <div className="service-fields wide-fields">
            <TextInput
              label={text.ref}
              description={text.ref_about}
              {...toMemberProps(RULES, "ref")}
              value={words.ref}
              onChange={(event) => setWords({ ...words, ref: event.currentTarget.value })}
            />
            <Textarea
              label={text.note}
              description={text.note_about}
              autosize
              minRows={1}
              {...toMemberProps(RULES, "note")}
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
              wrong={visible_errors.length}
              is_stale={!is_current}
              about={about_price}
            />
            {order.error !== null && errors.length === 0 ? (
              <Alert color="red" variant="outline" role="alert" title={text.not_ordered}>
                {order.error.message}
              </Alert>
            ) : null}
            <Button type="submit" loading={order.isPending} disabled={!is_current || placed}>
              {config.pricing_method === 2 ? text.send : text.order}
            </Button>
            <p className="dim small">
              {config.price_hidden === true ? text.estimate.settled : about_payment}
            </p>
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

/** Whether something was entered at this path, so that its error is worth showing before somebody orders. */
function isEntered(request: unknown, path: string): boolean {
  let at: unknown = request;
  for (const part of path.split(".")) {
    if (typeof at !== "object" || at === null) return false;
    at = (at as Record<string, unknown>)[part];
  }
  return at !== undefined && at !== null && typeof at !== "object";
}
