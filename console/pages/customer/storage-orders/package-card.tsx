/** A stored package as a card: its photo, what is in it, its measures, and where it is. */

import { type ReactNode, useState } from "react";
import { IconBox } from "#icons";
import { StatusBadge, Tag } from "../../../parts/badge.tsx";
import { kilograms } from "../../../parts/format.ts";
import { Photo } from "../../../parts/photo.tsx";
import { day, useTimes } from "../../../parts/times.ts";
import { formatSize } from "../shipping-orders/packages.tsx";
import type { StoredPackage } from "./queries.ts";
import { findPackageStatus } from "./status.ts";
import { text } from "./text.ts";
import "./storage-orders.css";

export const namePackage = ({ contents, code, seq }: Pick<StoredPackage, "contents" | "code" | "seq">) =>
  contents || code || text.number_n({ seq });

/** Weight and size, as measured in the warehouse or else as declared. */
export function describeMeasures(one: StoredPackage): string {
  const weight = one.measured_weight_g ?? one.weight_g;
  const size = formatSize(
    one.measured_length_mm ?? one.length_mm,
    one.measured_width_mm ?? one.width_mm,
    one.measured_height_mm ?? one.height_mm,
  );
  return [weight === null ? null : kilograms(weight), size === "–" ? null : size].filter(Boolean).join(" · ");
}

export function PackageCard({
  stored,
  select,
  children,
}: {
  stored: StoredPackage;
  /** Its checkbox, beside the name. */
  select?: ReactNode;
  children?: ReactNode;
}) {
  const times = useTimes();
  const { status, warehouse, received_at, free_until, damaged, code } = stored;
  return (
    <article className="stored-card" aria-label={namePackage(stored)}>
      <Photos stored={stored} />
      <div className="stored-words">
        <span className="row nowrap" style={{ alignItems: "flex-start" }}>
          {select}
          <span className="strong grow">{namePackage(stored)}</span>
          <StatusBadge badge={findPackageStatus(status)} />
        </span>
        <span className="dim small">{describeMeasures(stored)}</span>
        {code === null || code === namePackage(stored) ? null : (
          <span className="dim small mono">{code}</span>
        )}
        <span className="dim small">
          {received_at === null
            ? text.not_arrived
            : [warehouse?.name, text.since({ moment: times.moment(received_at) })]
                .filter(Boolean)
                .join(" · ")}
        </span>
        {status === "RECEIVED" && free_until !== null && free_until >= times.today() ? (
          <span className="small">{text.free_until({ date: day(free_until) })}</span>
        ) : null}
        {damaged ? (
          <span>
            <Tag tone="bad">{text.damaged}</Tag>
          </span>
        ) : null}
        {children}
      </div>
    </article>
  );
}

function Photos({ stored }: { stored: StoredPackage }) {
  const { photo_file_ids } = stored;
  const [at, setAt] = useState(0);
  const name = namePackage(stored);
  const shown_file_id = photo_file_ids[Math.min(at, photo_file_ids.length - 1)];
  if (shown_file_id === undefined)
    return (
      <div className="stored-picture is-empty">
        <IconBox size={34} stroke={1.25} aria-hidden />
        <span className="small">{text.no_photo}</span>
      </div>
    );
  return (
    <div className="stored-picture">
      <Photo key={shown_file_id} file_id={shown_file_id} alt={text.photo({ n: at + 1, what: name })} />
      {photo_file_ids.length > 1 ? (
        <span className="stored-dots">
          {photo_file_ids.map((file_id, index) => (
            <button
              key={file_id}
              type="button"
              aria-label={text.photo({ n: index + 1, what: name })}
              aria-pressed={index === at}
              onClick={() => setAt(index)}
            />
          ))}
        </span>
      ) : null}
    </div>
  );
}
