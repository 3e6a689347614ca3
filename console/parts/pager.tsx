import { ActionIcon } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "#icons";
import { number } from "./format.ts";
import { text } from "./text.ts";

export function Pager({
  page,
  per_page,
  total,
  onPage,
  noun = text.pager.orders,
  label = text.pager.label,
}: {
  page: number;
  per_page: number;
  total: number;
  onPage: (page: number) => void;
  noun?: string;
  /** Where a page has several lists. */
  label?: string;
}) {
  const from = total === 0 ? 0 : (page - 1) * per_page + 1;
  const to = Math.min(total, page * per_page);
  const pages = Math.max(1, Math.ceil(total / per_page));
  return (
    <nav className="pager" aria-label={label}>
      <span className="dim num">
        {text.pager.range({ from: number(from), to: number(to), total: number(total), noun })}
      </span>
      <span className="row tight">
        <ActionIcon
          variant="default"
          aria-label={text.pager.previous}
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
          aria-label={text.pager.next}
          disabled={page >= pages}
          onClick={() => onPage(page + 1)}
        >
          <IconChevronRight size={16} />
        </ActionIcon>
      </span>
    </nav>
  );
}
