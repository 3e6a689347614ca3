/** What carriers charged or gave back after they weighed and measured, beside what was declared and measured here. */
import { Button, Menu, SegmentedControl, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { IconReceiptRefund } from "#icons";
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { StatusBadge } from "../../../parts/badge.tsx";
import { FormDrawer } from "../../../parts/form-drawer.tsx";
import { getRules } from "../../../parts/form-rules.ts";
import { kilograms, money } from "../../../parts/format.ts";
import { BackLink } from "../../../parts/links.tsx";
import { List } from "../../../parts/list/list.tsx";
import { Page } from "../../../parts/page.tsx";
import { Pager } from "../../../parts/pager.tsx";
import { RecordLink } from "../../../parts/record-link.tsx";
import { useSave } from "../../../parts/save.ts";
import { Empty } from "../../../parts/states.tsx";
import { useTimes } from "../../../parts/times.ts";
import "./labels.css";
import { correctionsQuery, LABELS_KEY, type LabelAdjustment } from "./queries.ts";
import { text } from "./text.ts";

const RULES = getRules("labelserviceAdjustmentDispute");
const route = getRouteApi("/inside/labels/corrections");
const TONES = { open: "warn", accepted: "good", disputed: "violet", withdrawn: "grey" } as const;

export function Corrections() {
  const { page = 1, all } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(correctionsQuery({ page, ...(all === true ? {} : { state: "open" }) }));
  const show = (next: { page?: number; all?: true }) => void navigate({ search: next });
  return (
    <Page
      above={<BackLink to="/labels">{text.back}</BackLink>}
      subtitle={text.corrections.about}
      actions={
        <SegmentedControl
          aria-label={text.state}
          value={all === true ? "all" : "open"}
          onChange={(value) => show(value === "all" ? { all: true } : {})}
          data={[
            { value: "open", label: text.corrections.to_decide },
            { value: "all", label: text.corrections.all },
          ]}
        />
      }
    >
      <List
        label={text.corrections.title}
        query={query}
        rows={({ adjustments }) => adjustments}
        empty={
          <Empty icon={IconReceiptRefund} title={text.corrections.none}>
            {text.corrections.none_about}
          </Empty>
        }
        item={(one) => <Correction key={one.id} correction={one} />}
        foot={(page) => (
          <Pager
            {...page}
            noun={text.corrections.title}
            onPage={(next) => show({ ...(all ? { all } : {}), ...(next > 1 ? { page: next } : {}) })}
          />
        )}
      />
    </Page>
  );
}

type Measures = LabelAdjustment["claimed"];

function describeMeasures({ weight_g, length_mm, width_mm, height_mm, note }: Measures): string {
  const sides = [length_mm, width_mm, height_mm];
  return [
    weight_g === undefined ? "" : kilograms(weight_g),
    sides.includes(undefined) ? "" : `${sides.join(" × ")} mm`,
    note ?? "",
  ]
    .filter(Boolean)
    .join(", ");
}

function Correction({ correction }: { correction: LabelAdjustment }) {
  const times = useTimes();
  const { label_order_id, amount_minor, currency, kind, state, claimed, evidence } = correction;
  const evidences = [
    [text.corrections.claimed, describeMeasures(claimed)],
    [text.corrections.declared, evidence.declared.map(describeMeasures).join("; ")],
    [text.corrections.measured, evidence.measured === null ? "" : describeMeasures(evidence.measured)],
  ].filter(([, value]) => value !== "");
  return (
    <li className="label-rate" style={{ flexWrap: "wrap" }}>
      <span className="stack tight grow" style={{ gap: 2, minWidth: 220 }}>
        <span className="row tight">
          <RecordLink type="label_order" id={label_order_id} className="strong mono">
            {correction.tracking_number ?? `${text.title} ${label_order_id}`}
          </RecordLink>
          <StatusBadge badge={{ label: text.corrections.states[state], tone: TONES[state] }} />
        </span>
        <span className="small">
          {[text.corrections.kinds[kind], correction.description].filter(Boolean).join(": ")}
        </span>
        {evidences.map(([name, value]) => (
          <span key={name} className="dim small">
            {name}: <span className="num">{value}</span>
          </span>
        ))}
        {correction.dispute_reason === null ? null : (
          <span className="small">“{correction.dispute_reason}”</span>
        )}
        <span className="dim small">{times.moment(correction.created_at)}</span>
      </span>
      <span className="stack tight label-rate-price">
        <span className="num strong">{money(amount_minor, currency)}</span>
        {correction.charged_minor ? (
          <span className="dim small">
            {text.corrections.charged({ amount: money(correction.charged_minor, currency) })}
          </span>
        ) : null}
      </span>
      {state === "open" ? <Decide correction={correction} /> : null}
    </li>
  );
}

function Decide({ correction: { id: adjustment_id, amount_minor } }: { correction: LabelAdjustment }) {
  const { permissions } = useMe();
  const [disputing, setDisputing] = useState(false);
  const accept = useSave(
    (charge_customer: boolean) => client.labelserviceAdjustmentAccept({ adjustment_id, charge_customer }),
    { keys: [LABELS_KEY], success_message: text.corrections.accepted },
  );
  if (!permissions.includes("labels:write")) return null;
  const may_accept = permissions.includes("wallet:write");
  return (
    <span className="row">
      <Button variant="default" onClick={() => setDisputing(true)}>
        {text.corrections.dispute}
      </Button>
      {may_accept ? (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button loading={accept.isPending}>{text.corrections.accept}</Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => accept.mutate(false)}>{text.corrections.accept}</Menu.Item>
            {(amount_minor ?? 0) > 0 ? (
              <Menu.Item onClick={() => accept.mutate(true)}>{text.corrections.charge}</Menu.Item>
            ) : null}
          </Menu.Dropdown>
        </Menu>
      ) : null}
      {disputing ? (
        <FormDrawer
          rules={RULES}
          close={() => setDisputing(false)}
          title={text.corrections.dispute_title}
          confirm={text.corrections.dispute}
          initial={{ reason: "" }}
          run={({ reason }) => client.labelserviceAdjustmentDispute({ adjustment_id, reason: reason.trim() })}
          keys={[LABELS_KEY]}
          success_message={text.corrections.disputed}
        >
          {({ field }) => (
            <Textarea
              data-autofocus
              label={text.corrections.reason}
              description={text.corrections.dispute_about}
              autosize
              minRows={3}
              {...field("reason")}
            />
          )}
        </FormDrawer>
      ) : null}
    </span>
  );
}
