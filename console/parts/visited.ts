/** Pages that an account has pinned and those that it opened last, kept in the browser for each account. */

export interface VisitedPage {
  pathname: string;
  title: string;
}

export interface Visited {
  /** In the order in which they were pinned. */
  pinned: readonly VisitedPage[];
  /** The last one first. */
  recent: readonly VisitedPage[];
}

export const PINS = 12;
export const RECENTS = 20;

export const NOTHING: Visited = { pinned: [], recent: [] };

const without = (pages: readonly VisitedPage[], pathname: string) =>
  pages.filter((page) => page.pathname !== pathname);

/** A page was opened, or its title became known. */
export function recordVisit({ pinned, recent }: Visited, page: VisitedPage): Visited {
  return {
    // What it names may have been renamed since.
    pinned: pinned.map((pin) => (pin.pathname === page.pathname ? page : pin)),
    recent: [page, ...without(recent, page.pathname)].slice(0, RECENTS),
  };
}

export function isPinned({ pinned }: Visited, pathname: string): boolean {
  return pinned.some((pin) => pin.pathname === pathname);
}

/** Pins the page, or removes its pin. Beyond the last place the oldest pin makes room. */
export function togglePin(visited: Visited, page: VisitedPage): Visited {
  return {
    ...visited,
    pinned: isPinned(visited, page.pathname)
      ? without(visited.pinned, page.pathname)
      : [...visited.pinned, page].slice(-PINS),
  };
}

/** What was stored; what is not in this form is dropped, because an older console may have written it. */
export function parseVisited(text: string | null): Visited {
  if (text === null) return NOTHING;
  try {
    const { pinned, recent } = JSON.parse(text) as Record<string, unknown>;
    return { pinned: toPages(pinned).slice(-PINS), recent: toPages(recent).slice(0, RECENTS) };
  } catch {
    return NOTHING;
  }
}

function toPages(stored_pages: unknown): VisitedPage[] {
  if (!Array.isArray(stored_pages)) return [];
  return stored_pages.flatMap((page: Partial<VisitedPage> | null) =>
    typeof page?.pathname === "string" && page.pathname.startsWith("/") && typeof page.title === "string"
      ? [{ pathname: page.pathname, title: page.title }]
      : [],
  );
}
