/** A page while what it shows is loading or could not be loaded. */
import type { ReactNode } from "react";
import { Page } from "./page.tsx";
import { Failure, Waiting } from "./states.tsx";

export function UnloadedPage({
  query,
  above,
}: {
  query: { error: unknown; refetch: () => unknown };
  above: ReactNode;
}) {
  return (
    <Page above={above}>
      {query.error ? (
        <Failure error={query.error} retry={() => void query.refetch()} />
      ) : (
        <Waiting rows={8} height={26} />
      )}
    </Page>
  );
}
