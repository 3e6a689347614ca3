/** A link to a record, where its family has a page for this account; the name alone otherwise. */
import type { ReactNode } from "react";
import { useMe } from "../api/session.ts";
import { findRecordPage } from "../shell/manifests.ts";
import { AnchorLink } from "./links.tsx";

interface Props {
  /** Its kind, as a `Ref` names it, or the type of subject of its events. */
  type: string;
  id: number | string;
  children: ReactNode;
  className?: string;
  c?: "dimmed";
}

export function RecordLink({ type, id, children, ...look }: Props) {
  const page = findRecordPage(useMe(), type, id);
  if (page === undefined) return <span>{children}</span>;
  return (
    <AnchorLink {...look} {...page}>
      {children}
    </AnchorLink>
  );
}
