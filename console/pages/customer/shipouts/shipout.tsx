/** One ship-out: its packages with the bins where they lie, checked by scans, then packed and dispatched. */
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { isCode, readCode } from "../../../../packages/codes/read-code.ts";
import { useMe } from "../../../api/session.ts";
import { StatusBadge } from "../../../parts/badge.tsx";
import { beep } from "../../../parts/beep.ts";
import { money } from "../../../parts/format.ts";
import type { Tone } from "../../../parts/labels.ts";
import { BackLink } from "../../../parts/links.tsx";
import { Bar, Fact, Facts, Page, Sheet } from "../../../parts/page.tsx";
import { ScanInput } from "../../../parts/scan-input.tsx";
import { UnloadedPage } from "../../../parts/unloaded-page.tsx";
import { ServiceLink } from "../services/service-link.tsx";
import { PriceLines } from "../shipping-orders/price-lines.tsx";
import { Actions } from "./decisions.tsx";
import { type CustomerShipout, type CustomerShipoutPackage, shipoutQuery } from "./queries.ts";
import { ShipoutState } from "./shipouts.tsx";
import { text } from "./text.ts";
import "../../warehouse/receiving/receiving.css";
import "./shipouts.css";

export function ShipoutPage() {
  const { shipout_id } = useParams({ strict: false }) as { shipout_id: string };
  const query = useQuery(shipoutQuery(Number(shipout_id)));
  if (query.data === undefined) return <UnloadedPage query={query} above={<Above />} />;
  return <OneShipout key={shipout_id} shipout={query.data.shipout} />;
}

const Above = () => <BackLink to="/ship-outs">{text.title}</BackLink>;

interface Checked {
  state: "ready" | "belongs" | "again" | "strange";
  code: string;
}

const TONES: Record<Checked["state"], Tone> = {
  ready: "grey",
  belongs: "good",
  again: "warn",
  strange: "bad",
};

function OneShipout({ shipout }: { shipout: CustomerShipout }) {
  const may_write = useMe().permissions.includes("storage:write");
  const { status, packages, customer_name, tracking_number, package_count } = shipout;
  const [picked, setPicked] = useState<ReadonlySet<number>>(new Set());
  const [checked, setChecked] = useState<Checked>({ state: "ready", code: "" });
  const is_picking = status === "PICKING";
  const scan = (scanned: string) => {
    const read = readCode(scanned);
    const matching_package = packages.find((one) => one.code !== null && isCode(read, one.code));
    const state =
      matching_package === undefined ? "strange" : picked.has(matching_package.id) ? "again" : "belongs";
    setChecked({ state, code: scanned });
    beep(state !== "strange");
    if (matching_package !== undefined) setPicked(new Set([...picked, matching_package.id]));
  };
  const remaining = packages.filter(({ id }) => !picked.has(id)).length;
  const label = text.picked_of({ done: packages.length - remaining, of: packages.length });
  return (
    <Page
      title={tracking_number}
      above={<Above />}
      subtitle={
        <span className="row">
          <ShipoutState status={status} />
          <span className="strong">{customer_name}</span>
          <span>{text.packages({ n: package_count })}</span>
        </span>
      }
      actions={may_write ? <Actions shipout={shipout} unscanned={remaining} /> : null}
    >
      <div className="scan-columns">
        <div className="stack" style={{ gap: 12 }}>
          {status === "AWAITING_PRICE" || status === "AWAITING_PAYMENT" ? (
            <p className="note">{text.waits[status]}</p>
          ) : null}
          {may_write && is_picking ? (
            <>
              <ScanInput label={text.scan} placeholder={text.scan_about} onScan={scan} />
              <div
                className={`scan-result tone-${TONES[checked.state]}`}
                role="status"
                aria-live="assertive"
                data-result={checked.state}
              >
                <h2>{checked.state === "ready" ? text.ready : checked.code}</h2>
                <div>
                  {remaining === 0
                    ? text.all_picked
                    : checked.state === "ready"
                      ? text.ready_about
                      : text[checked.state]}
                </div>
              </div>
              <div className="row nowrap">
                <span className="num strong">{label}</span>
                <span className="grow">
                  <Bar value={packages.length - remaining} of={packages.length} label={label} tone="good" />
                </span>
              </div>
            </>
          ) : null}
          <PickList packages={packages} picked={is_picking ? picked : null} />
        </div>
        <div className="stack" style={{ gap: 12 }}>
          <Sheet>
            <Facts>
              <Fact name={text.to}>{describePlace(shipout.dropoff) || "–"}</Fact>
              <Fact name={text.from}>{shipout.warehouse?.name ?? "–"}</Fact>
              <Fact name={text.service}>
                <ServiceLink order={shipout} />
              </Fact>
              {shipout.carrier_number === null ? null : (
                <Fact name={text.carrier}>
                  {[shipout.carrier, shipout.carrier_number].filter(Boolean).join(" · ")}
                </Fact>
              )}
              {shipout.note === "" ? null : <Fact name={text.note}>{shipout.note}</Fact>}
            </Facts>
          </Sheet>
          {shipout.is_priced ? <Price shipout={shipout} /> : null}
        </div>
      </div>
    </Page>
  );
}

function Price({ shipout }: { shipout: CustomerShipout }) {
  const { price_details, total_minor, paid_minor, remaining_minor, currency } = shipout;
  return (
    <Sheet title={text.price}>
      <PriceLines lines={price_details ?? []} total_minor={total_minor} currency={currency} />
      <p className={(remaining_minor ?? 0) > 0 ? "strong small" : "dim small"}>
        {(remaining_minor ?? 0) > 0
          ? text.left_to_pay({ amount: money(remaining_minor, currency) })
          : text.paid({ amount: money(paid_minor, currency) })}
      </p>
    </Sheet>
  );
}

function describePlace(place: CustomerShipout["dropoff"]): string {
  if (place === null) return "";
  const { name, line1, city, country } = place;
  return [name, line1, city, country].filter(Boolean).join(", ");
}

/** In the order of the bins, so that a person walks past each once. */
function PickList({
  packages,
  picked,
}: {
  packages: readonly CustomerShipoutPackage[];
  picked: ReadonlySet<number> | null;
}) {
  const ordered = packages.toSorted((one, other) =>
    (one.bin?.code ?? "").localeCompare(other.bin?.code ?? "", undefined, { numeric: true }),
  );
  return (
    <section className="sheet" aria-label={text.pick_list}>
      <ul className="list" aria-label={text.pick_list}>
        {ordered.map((one) => (
          <li key={one.id} className="pick-row">
            <span className="pick-bin mono">
              {one.bin === null ? text.no_bin : text.bin({ code: one.bin.code })}
            </span>
            <span className="stack tight grow" style={{ gap: 0, minWidth: 0 }}>
              <span className="strong cut">{one.contents || one.code}</span>
              <span className="dim small mono cut">{one.code}</span>
            </span>
            {picked === null ? null : (
              <StatusBadge
                badge={
                  picked.has(one.id)
                    ? { label: text.picked, tone: "good" }
                    : { label: text.not_picked, tone: "grey" }
                }
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
