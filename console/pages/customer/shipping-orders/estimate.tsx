/** What an order would cost as it is entered, or what is missing for a price. */
import { Alert, Skeleton } from "@mantine/core";
import type { ReactNode } from "react";
import type {
  CustomerShippingOrderEstimateOutput,
  ServiceConfig,
} from "../../../../packages/client/client.gen.ts";
import { ApiError } from "../../../api/client.ts";
import { useTimes } from "../../../parts/times.ts";
import { PriceLines } from "./price-lines.tsx";
import { text } from "./text.ts";

const MISSING_MAX = 6;

export type EstimatedPrice = Pick<
  CustomerShippingOrderEstimateOutput,
  "rate_id" | "expires_at" | "total_minor" | "price_details" | "currency" | "price_hidden"
>;

export function Estimate<Priced extends EstimatedPrice>({
  config,
  estimate,
  error,
  missing,
  wrong,
  is_stale,
  about,
}: {
  config: ServiceConfig;
  estimate: Priced | undefined;
  error: Error | null;
  /** What has to be entered before there is a price, as the form calls it. */
  missing: readonly string[];
  /** How many fields show an error. */
  wrong: number;
  is_stale: boolean;
  /** What is said of the price besides. */
  about: ((priced: Priced) => ReactNode) | undefined;
}) {
  const times = useTimes();
  return (
    <div role="status" aria-live="polite" className={is_stale ? "shipping-price is-stale" : "shipping-price"}>
      {error !== null ? (
        <NoPrice error={error} missing={missing} wrong={wrong} />
      ) : estimate === undefined ? (
        <Skeleton height={64} />
      ) : config.pricing_method === 2 ? (
        <p className="note tone-blue">{text.estimate.by_staff}</p>
      ) : estimate.price_hidden === true ? (
        <p className="note tone-violet">{text.estimate.hidden}</p>
      ) : (
        <>
          <PriceLines
            lines={estimate.price_details ?? []}
            total_minor={estimate.total_minor}
            currency={estimate.currency}
          />
          {about?.(estimate)}
          {estimate.expires_at === null ? null : (
            <p className="dim small">{text.estimate.holds({ time: times.time(estimate.expires_at) })}</p>
          )}
        </>
      )}
    </div>
  );
}

function NoPrice({ error, missing, wrong }: { error: Error; missing: readonly string[]; wrong: number }) {
  if (missing.length === 0 && wrong === 0)
    return (
      <Alert color="red" variant="outline" title={text.estimate.none}>
        {error.message}
        {error instanceof ApiError ? error.errors.map(({ message }) => ` ${message}`).join() : null}
      </Alert>
    );
  const missing_names = [...new Set(missing)];
  return (
    <div className="stack tight">
      {wrong > 0 ? <p className="note tone-bad">{text.estimate.wrong({ n: wrong })}</p> : null}
      {missing_names.length > 0 ? (
        <>
          <p>{text.estimate.missing}</p>
          <ul className="shipping-missing">
            {missing_names.slice(0, MISSING_MAX).map((name) => (
              <li key={name}>{name}</li>
            ))}
          </ul>
          {missing_names.length > MISSING_MAX ? (
            <p className="dim small">{text.estimate.more({ n: missing_names.length - MISSING_MAX })}</p>
          ) : null}
        </>
      ) : null}
    </div>
  );
}
