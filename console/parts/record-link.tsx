/** What leads to the page of a record, by its kind, where its family has one for this account. */
import type { AnchorProps, ButtonProps } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useCallback } from "react";
import type { RecordKind } from "../../packages/client/record-kinds.gen.ts";
import { useMe } from "../api/session.ts";
import { findRecordPage } from "../shell/manifests.ts";
import { AnchorLink, ButtonLink } from "./links.tsx";

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

/** A link; the name alone without a page. */
export function RecordLink({ type, id, children, ...look }: Props) {
  const page = findRecordPage(useMe(), type, id);
  if (page === undefined) return <span className={look.className}>{children}</span>;
  return (
    <AnchorLink {...look} {...page}>
      {children}
    </AnchorLink>
  );
}

/** A link that looks like a button; nothing without a page. */
export function RecordButton({ type, id, ...look }: Pick<Props, "type" | "id" | "children"> & ButtonProps) {
  const page = findRecordPage(useMe(), type, id);
  return page === undefined ? null : <ButtonLink {...look} {...page} />;
}

/**
 * Opens the page of the record with an id; without a page it does nothing. `is_saved`: what the form that is left has in
 * it, so that it does not ask.
 */
export function useOpenRecord(type: Props["type"]) {
  const me = useMe();
  const navigate = useNavigate();
  return useCallback(
    (id: number | string, { is_saved = false, search }: { is_saved?: boolean; search?: object } = {}) => {
      const page = findRecordPage(me, type, id);
      if (page !== undefined)
        void navigate({ ...page, ...(search === undefined ? {} : { search }), ignoreBlocker: is_saved });
    },
    [me, type, navigate],
  );
}
