/** What needs a person, of every family: how many things wait on each page, and what is new since the last look. Live. */
import { Popover } from "@mantine/core";
import { useQueries } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactElement, useState } from "react";
import { useMe } from "../api/session.ts";
import { translateWord } from "../language/manifest-words.ts";
import { loadWithTexts } from "../language/texts.ts";
import type { Notice } from "../manifest.ts";
import { number } from "../parts/format.ts";
import { useTimes } from "../parts/times.ts";
import type { ShownArea } from "./areas.ts";
import { useCounts } from "./counts.ts";
import { text } from "./text.ts";

const FRESH_MS = 30_000;
const seenKey = (account: number) => `packhorse.seen.${account}`;

function readSeenAt(account: number): string {
  try {
    return localStorage.getItem(seenKey(account)) ?? "";
  } catch {
    return "";
  }
}

function writeSeenAt(account: number, at: string): void {
  try {
    localStorage.setItem(seenKey(account), at);
  } catch {
    // A browser that stores nothing shows them as new again.
  }
}

/** The latest things of every page that has them, the newest first. */
function useNotices(areas: readonly ShownArea[]): Notice[] {
  const sources = areas
    .flatMap(({ pages }) => pages)
    .flatMap(({ to, count }) => (count?.latest === undefined ? [] : [{ to, count, latest: count.latest }]));
  const queries = useQueries({
    queries: sources.map(({ to, count, latest }) => ({
      queryKey: [count.key, "latest", to],
      queryFn: async ({ signal }: { signal: AbortSignal }) => (await loadWithTexts(latest))({ signal }),
      meta: { live: count.live_subjects },
      staleTime: FRESH_MS,
    })),
  });
  return queries
    .flatMap(({ data }) => [...(data ?? [])])
    .sort((one, other) => Date.parse(other.at) - Date.parse(one.at));
}

export function Notifications({
  areas,
  children,
}: {
  areas: readonly ShownArea[];
  /** The button that opens them, with how many are new. */
  children: (trigger: { n: number; label: string; toggle: () => void; is_open: boolean }) => ReactElement;
}) {
  const { user } = useMe();
  const times = useTimes();
  const [is_open, setOpen] = useState(false);
  const [seen_at, setSeenAt] = useState(() => readSeenAt(user.id));
  const counts = useCounts(areas);
  const notices = useNotices(areas);
  const isNew = ({ at }: Notice) => seen_at === "" || Date.parse(at) > Date.parse(seen_at);
  const n = notices.filter(isNew).length;
  const waiting = areas
    .flatMap(({ pages }) => pages)
    .flatMap((page) => {
      const count = counts.get(page.to);
      return count === undefined ? [] : [{ ...page, count }];
    });
  // What is new stays marked while somebody reads it: the look ends when the list closes.
  const close = () => {
    setOpen(false);
    const [latest] = notices;
    if (latest === undefined) return;
    writeSeenAt(user.id, latest.at);
    setSeenAt(latest.at);
  };
  const toggle = () => (is_open ? close() : setOpen(true));
  return (
    <Popover
      opened={is_open}
      onChange={(open) => !open && close()}
      position="bottom-start"
      width={340}
      trapFocus
    >
      <Popover.Target>
        {children({ n, label: n > 0 ? text.notices.title_new({ n }) : text.notices.title, toggle, is_open })}
      </Popover.Target>
      <Popover.Dropdown p={0} className="notices" aria-label={text.notices.title}>
        {waiting.length === 0 && notices.length === 0 ? (
          <p className="notices-part dim">{text.notices.none}</p>
        ) : null}
        {waiting.length > 0 ? (
          <section className="notices-part">
            <h3>{text.notices.waiting}</h3>
            <ul>
              {waiting.map(({ to, label, icon: Icon, count }) => (
                <li key={to}>
                  <Link to={to} onClick={close} className="notice row apart nowrap">
                    <span className="row tight nowrap">
                      <Icon size={16} /> {translateWord(label)}
                    </span>
                    <span className="num">
                      {number(count.n)} {translateWord(count.of)}
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ) : null}
        {notices.length > 0 ? (
          <section className="notices-part">
            <h3>{n > 0 ? text.notices.new_since : text.notices.latest}</h3>
            <ul>
              {notices.slice(0, 20).map((notice) => (
                <li key={notice.key}>
                  <Link
                    to={notice.href}
                    onClick={close}
                    className="notice"
                    data-new={isNew(notice) || undefined}
                  >
                    <span className="strong">{notice.title}</span>
                    <span className="row apart nowrap small dim">
                      <span className="cut">{notice.about}</span>
                      <span className="nowrap">{times.ago(notice.at)}</span>
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ) : null}
      </Popover.Dropdown>
    </Popover>
  );
}
