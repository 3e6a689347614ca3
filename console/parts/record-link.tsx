/** A link to a record, where its family has a page for this account; the name alone otherwise. */
import type { AnchorProps } from "@mantine/core";
import type { ReactNode } from "react";
import type { RecordKind } from "../../packages/client/record-kinds.gen.ts";
import { useMe } from "../api/session.ts";
import { findRecordPage } from "../shell/manifests.ts";
import { AnchorLink } from "./links.tsx";

interface Props extends Pick<AnchorProps, "className" | "c" | "size" | "style"> {
  /** Its kind, as a `Ref` names it, or the type of subject of its events. */
  type: RecordKind | (string & {});
  id: number | string;
  children: ReactNode;
  /** In the size and weight of the text around it. */
  inherit?: boolean;
  title?: string;
  "aria-label"?: string;
  "aria-current"?: "true" | undefined;
}

export function RecordLink({ type, id, children, ...look }: Props) {
  const page = findRecordPage(useMe(), type, id);
  if (page === undefined) return <span className={look.className}>{children}</span>;
  return (
    <AnchorLink {...look} {...page}>
      {children}
    </AnchorLink>
  );
}
