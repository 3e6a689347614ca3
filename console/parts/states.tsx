/** Loading, empty and error states of a page. */
import { Button, Skeleton } from "@mantine/core";
import type { ComponentType, ReactNode } from "react";
import { IconAlertTriangle, IconLock, IconMapOff, IconPlugConnectedX, IconRefresh } from "#icons";
import { ApiError } from "../api/client.ts";
import { text } from "../language/text.ts";

export function Waiting({ rows = 8, height = 18 }: { rows?: number; height?: number }) {
  return (
    <div className="waiting" role="status" aria-label={text.states.loading}>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity.
        <Skeleton key={row} height={height} radius={6} width={`${92 - ((row * 17) % 38)}%`} />
      ))}
    </div>
  );
}

export function Empty({
  icon: Icon,
  title,
  children,
  action,
}: {
  icon: ComponentType<{ size?: number; stroke?: number }>;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="empty">
      <span className="empty-icon" aria-hidden>
        <Icon size={26} stroke={1.5} />
      </span>
      <p className="empty-title">{title}</p>
      {children ? <p className="empty-text">{children}</p> : null}
      {action}
    </div>
  );
}

export function Failure({ error, retry }: { error: unknown; retry?: () => void }) {
  const api_error = error instanceof ApiError ? error : undefined;
  const away = api_error?.status === 0;
  const barred = api_error?.status === 403;
  const missing = api_error?.status === 404;
  const Icon = missing ? IconMapOff : away ? IconPlugConnectedX : barred ? IconLock : IconAlertTriangle;
  const title = away
    ? text.states.no_connection
    : barred
      ? text.states.forbidden
      : missing
        ? text.states.not_found
        : text.states.not_loaded;
  return (
    <div className="empty" role="alert">
      <span className="empty-icon bad" aria-hidden>
        <Icon size={26} stroke={1.5} />
      </span>
      <p className="empty-title">{title}</p>
      <p className="empty-text">{error instanceof Error ? error.message : String(error)}</p>
      {api_error?.request_id && !missing && !barred ? (
        <p className="empty-text mono">{text.states.request({ id: api_error.request_id })}</p>
      ) : null}
      {retry && !missing && !barred ? (
        <Button variant="default" leftSection={<IconRefresh size={16} />} onClick={retry}>
          {text.states.try_again}
        </Button>
      ) : null}
    </div>
  );
}

export interface Query<Data> {
  data: Data | undefined;
  error: unknown;
  refetch: () => unknown;
}

/** Renders the data of a query, or its loading or error state. */
export function Loaded<Data>({
  query,
  fallback,
  children,
}: {
  query: Query<Data>;
  fallback?: ReactNode;
  children: (data: Data) => ReactNode;
}) {
  if (query.data !== undefined) return <>{children(query.data)}</>;
  if (query.error) return <Failure error={query.error} retry={() => void query.refetch()} />;
  return <>{fallback ?? <Waiting />}</>;
}
