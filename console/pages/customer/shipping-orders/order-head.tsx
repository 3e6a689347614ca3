/** What stands above an order of any service: its state, its number, and the way to its tracking. */
import type { ReactNode } from "react";
import { IconMapSearch } from "#icons";
import { type Badge, StatusBadge } from "../../../parts/badge.tsx";
import { Copy } from "../../../parts/copy.tsx";
import { ButtonLink } from "../../../parts/links.tsx";
import { useTimes } from "../../../parts/times.ts";
import { text } from "./text.ts";

interface Tracked {
  tracking_number: string;
  status_since: string;
}

/** `service` stands before the number, `children` after it. */
export function OrderState({
  order: { tracking_number, status_since },
  badge,
  service,
  children,
}: {
  order: Tracked;
  badge: Badge;
  service?: string;
  children?: ReactNode;
}) {
  const times = useTimes();
  return (
    <span className="row tight">
      <StatusBadge badge={badge} />
      <span title={times.exact(status_since)}>{text.since({ moment: times.moment(status_since) })}</span>·
      {service === undefined ? null : (
        <>
          <span>{service}</span>·
        </>
      )}
      <span className="row tight nowrap">
        <span className="mono">{tracking_number}</span>
        <Copy value={tracking_number} label={text.number} />
      </span>
      {children}
    </span>
  );
}

export function TrackLink({ number }: { number: string }) {
  return (
    <ButtonLink
      variant="default"
      to="/track/$number"
      params={{ number }}
      leftSection={<IconMapSearch size={16} />}
    >
      {text.track}
    </ButtonLink>
  );
}
