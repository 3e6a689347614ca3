/** Below a list that is read page after page: the button for the next page; nothing after the last one. */
import { Button } from "@mantine/core";

interface Pages {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => Promise<unknown>;
}

export function More({ query, label }: { query: Pages; label: string }) {
  if (!query.hasNextPage) return null;
  return (
    <div className="more">
      <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {label}
      </Button>
    </div>
  );
}
