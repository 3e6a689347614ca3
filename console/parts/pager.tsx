import { ActionIcon } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";

export function Pager({
  page,
  per_page,
  total,
  onPage,
  noun = "orders",
}: {
  page: number;
  per_page: number;
  total: number;
  onPage: (page: number) => void;
  noun?: string;
}) {
  const from = total === 0 ? 0 : (page - 1) * per_page + 1;
  const to = Math.min(total, page * per_page);
  const pages = Math.max(1, Math.ceil(total / per_page));
  return (
    <nav className="pager" aria-label="Pages of the list">
      <span className="dim num">
        {from.toLocaleString("en-GB")}–{to.toLocaleString("en-GB")} of {total.toLocaleString("en-GB")} {noun}
      </span>
      <span className="row tight">
        <ActionIcon
          variant="default"
          aria-label="Previous page"
          disabled={page <= 1}
          onClick={() => onPage(page - 1)}
        >
          <IconChevronLeft size={16} />
        </ActionIcon>
        <span className="num dim">
          {page} / {pages}
        </span>
        <ActionIcon
          variant="default"
          aria-label="Next page"
          disabled={page >= pages}
          onClick={() => onPage(page + 1)}
        >
          <IconChevronRight size={16} />
        </ActionIcon>
      </span>
    </nav>
  );
}
