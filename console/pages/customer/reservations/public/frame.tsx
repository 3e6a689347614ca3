/** What the pages of guests have in common: the link in the address, and what is shown where there is none. */
import { Skeleton } from "@mantine/core";
import { useLocation } from "@tanstack/react-router";
import type { ReactElement, ReactNode } from "react";
import { IconLinkOff } from "#icons";
import { ApiError } from "../../../../api/client.ts";
import { Failure } from "../../../../parts/states.tsx";
import { text } from "./text.ts";
import "./reserve.css";

/** The token stands behind `#`, which browsers do not send. */
export function useLinkToken(): string | undefined {
  const { hash }: { hash: string } = useLocation();
  return /^#?link=(.+)$/.exec(hash)?.[1];
}

export function Nothing({ title, about, children }: { title: string; about?: string; children?: ReactNode }) {
  return (
    <div className="track-card track-none" role="alert">
      <span className="empty-icon">
        <IconLinkOff size={30} stroke={1.4} />
      </span>
      <h1>{title}</h1>
      {about === undefined ? null : <p className="dim">{about}</p>}
      {children}
    </div>
  );
}

interface Loaded {
  error: Error | null;
  refetch: () => unknown;
}

/** A page whose data are not there: it loads, its link has ended, or something failed. */
export function NotLoaded({ error, refetch }: Loaded): ReactElement {
  if (error instanceof ApiError && [401, 404, 410].includes(error.status))
    return <Nothing title={text.link_ended} about={text.link_ended_about} />;
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  return (
    <div className="track-card stack" aria-busy="true">
      <Skeleton height={38} width="60%" />
      <Skeleton height={120} />
    </div>
  );
}
