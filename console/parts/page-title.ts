/** The title of the page that is open, for the document and for lists of the pages that were opened. */

interface TitledPage {
  pathname: string;
  title: string;
}

let titled_page: TitledPage | null = null;
const listeners = new Set<() => void>();

export function setPageTitle(title: string): void {
  document.title = `${title} · Packhorse`;
  titled_page = { pathname: window.location.pathname, title };
  for (const tell of listeners) tell();
}

export const pageTitle = {
  get: () => titled_page,
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};
