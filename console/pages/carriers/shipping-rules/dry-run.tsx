/** What the rules, as they stand on the page, would have made of past labels. */
import { Loader, Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { IconTags } from "#icons";
import { money } from "../../../parts/format.ts";
import { Sheet } from "../../../parts/page.tsx";
import { RecordLink } from "../../../parts/record-link.tsx";
import { Empty, Loaded, Waiting } from "../../../parts/states.tsx";
import { type DryRun as Answer, dryRunQuery, type ShippingRule } from "./queries.ts";
import { text } from "./text.ts";

const DAYS = [7, 30, 90, 365];

export function DryRun({ rules }: { rules: ShippingRule[] }) {
  const [days, setDays] = useState(30);
  const [settled] = useDebouncedValue(JSON.stringify(rules), 400);
  const query = useQuery(dryRunQuery(JSON.parse(settled) as ShippingRule[], days));
  const is_stale = query.isPlaceholderData || settled !== JSON.stringify(rules);
  return (
    <Sheet
      title={text.dry_run.title}
      pad={false}
      actions={
        <>
          {is_stale ? <Loader size={14} aria-label={text.dry_run.calculating} role="status" /> : null}
          <Select
            size="xs"
            w={120}
            aria-label={text.dry_run.days}
            data={DAYS.map((n) => ({ value: String(n), label: text.dry_run.day_count({ n }) }))}
            allowDeselect={false}
            value={String(days)}
            onChange={(value) => setDays(Number(value))}
          />
        </>
      }
    >
      <p className="dim small shipping-rules-about">{text.dry_run.about}</p>
      <Loaded query={query.isError ? { ...query, data: undefined } : query} fallback={<Waiting rows={4} />}>
        {(answer) =>
          answer.tested === 0 ? (
            <Empty icon={IconTags} title={text.dry_run.no_labels}>
              {text.dry_run.no_labels_about}
            </Empty>
          ) : (
            <div
              aria-live="polite"
              aria-busy={is_stale}
              className="shipping-rules-tested"
              data-stale={is_stale}
            >
              <Outcome answer={answer} />
              <ByRule answer={answer} />
              <Examples answer={answer} />
            </div>
          )
        }
      </Loaded>
    </Sheet>
  );
}

function Outcome({ answer }: { answer: Answer }) {
  const { tested, different, without_price, without_rule, difference_minor, currency } = answer;
  return (
    <div className="shipping-rules-outcome stack tight">
      <p className="strong">
        {different === 0
          ? text.dry_run.same({ of: tested })
          : text.dry_run.different({ n: different, of: tested })}
      </p>
      {different > without_price ? (
        <p className="shipping-rules-total num" data-sign={Math.sign(difference_minor)}>
          {difference_minor > 0
            ? text.dry_run.dearer({ amount: money(difference_minor, currency) })
            : difference_minor < 0
              ? text.dry_run.cheaper({ amount: money(-difference_minor, currency) })
              : text.dry_run.equal}
        </p>
      ) : null}
      {without_price > 0 ? (
        <p className="dim small">{text.dry_run.without_price({ n: without_price })}</p>
      ) : null}
      {without_rule > 0 ? (
        <p className="dim small">{text.dry_run.without_rule({ n: without_rule })}</p>
      ) : null}
    </div>
  );
}

/** With its sign: more or less than was paid. */
function Difference({ minor, currency }: { minor: number | null; currency: string }) {
  if (minor === null) return <span className="dim small">{text.dry_run.unknown}</span>;
  const sign = minor > 0 ? "+" : minor < 0 ? "−" : "";
  return (
    <span className="num shipping-rules-difference" data-sign={Math.sign(minor)}>
      {sign}
      {money(Math.abs(minor), currency)}
    </span>
  );
}

function ByRule({ answer: { rules, currency } }: { answer: Answer }) {
  if (rules.length === 0) return null;
  return (
    <ol className="list shipping-rules-counts">
      {rules.map(({ name, matched, different, difference_minor }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rules have no identity but their index.
        <li key={index} className="shipping-rules-line">
          <span className="dim num">{index + 1}</span>
          <span className="grow stack" style={{ gap: 1 }}>
            <span>{name}</span>
            <span className="dim small">
              {text.dry_run.matched({ n: matched })}
              {different > 0 ? ` · ${text.dry_run.matched_different({ n: different })}` : ""}
            </span>
          </span>
          {different > 0 ? <Difference minor={difference_minor} currency={currency} /> : null}
        </li>
      ))}
    </ol>
  );
}

function Examples({ answer: { examples, different } }: { answer: Answer }) {
  if (examples.length === 0) return null;
  return (
    <section aria-label={text.dry_run.examples}>
      <div className="row apart shipping-rules-line">
        <h3>{text.dry_run.examples}</h3>
        {different > examples.length ? (
          <span className="dim small">{text.dry_run.newest({ n: examples.length })}</span>
        ) : null}
      </div>
      <ul className="list">
        {examples.map(({ label_order_id, recipient, destination, service_name, instead, rule, ...one }) => (
          <li key={label_order_id} className="shipping-rules-line">
            <span className="grow stack" style={{ gap: 1 }}>
              <RecordLink type="label_order" id={label_order_id} size="sm">
                {recipient || text.dry_run.unnamed({ id: label_order_id })}
              </RecordLink>
              <span className="small">
                {instead === null
                  ? text.dry_run.instead_unknown({ was: service_name })
                  : text.dry_run.instead({ was: service_name, now: instead.service_name })}
              </span>
              <span className="dim small">
                {destination} · {rule ?? text.dry_run.no_rule}
              </span>
            </span>
            <Difference minor={one.difference_minor} currency={one.currency} />
          </li>
        ))}
      </ul>
    </section>
  );
}
