/**
 * The part of the router that public pages use: in their bundle, imports of `@tanstack/react-router` lead here. The
 * pages are few, and every other address is another document.
 */
import {
  type AnchorHTMLAttributes,
  type ComponentType,
  createContext,
  type MouseEvent,
  type ReactNode,
  use,
  useEffect,
  useState,
} from "react";

export interface Match {
  /** As the manifest has it: `/track/$number`. */
  path: string;
  params: Record<string, string>;
  title: string | undefined;
}

interface Target {
  to: string;
  params?: Record<string, string>;
  hash?: string;
}

/** The first address that matches; those without parameters come first. */
export function findMatch(paths: readonly string[], pathname: string): Omit<Match, "title"> | undefined {
  const parts = pathname.replace(/\/$/, "").split("/");
  const inOrder = paths.toSorted((one, other) => Number(one.includes("$")) - Number(other.includes("$")));
  for (const path of inOrder) {
    const words = path.split("/");
    if (words.length !== parts.length) continue;
    const params: Record<string, string> = {};
    const matches = words.every((word, index) => {
      const part = parts[index] as string;
      if (!word.startsWith("$")) return word === part;
      params[word.slice(1)] = decodeURIComponent(part);
      return part !== "";
    });
    if (matches) return { path, params };
  }
  return undefined;
}

export function buildAddress({ to, params = {}, hash = "" }: Target): string {
  const path = to.replaceAll(/\$(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  return hash === "" ? path : `${path}#${hash}`;
}

const MatchContext = createContext<Match | undefined>(undefined);

/** `find` returns undefined for addresses of other documents. */
export function Pages({
  find,
  children,
}: {
  find: (pathname: string) => Match | undefined;
  children: (match: Match) => ReactNode;
}) {
  const [, setAddress] = useState(location.href);
  useEffect(() => {
    const follow = () => setAddress(location.href);
    addEventListener("popstate", follow);
    addEventListener("hashchange", follow);
    return () => {
      removeEventListener("popstate", follow);
      removeEventListener("hashchange", follow);
    };
  }, []);
  const match = find(location.pathname);
  return match === undefined ? null : <MatchContext value={match}>{children(match)}</MatchContext>;
}

let belongsHere: (pathname: string) => boolean = () => false;

/** Addresses that the bundle shows itself; the others are loaded. */
export function setOwnAddresses(decide: (pathname: string) => boolean): void {
  belongsHere = decide;
}

function open(address: string): void {
  if (!belongsHere(new URL(address, location.href).pathname)) {
    location.assign(address);
    return;
  }
  history.pushState({}, "", address);
  dispatchEvent(new PopStateEvent("popstate"));
  scrollTo(0, 0);
}

export const useNavigate = () => (target: Target) => open(buildAddress(target));

export const useLocation = () => ({
  pathname: location.pathname,
  hash: decodeURIComponent(location.hash.slice(1)),
});

export const getRouteApi = (_path: string) => ({
  useParams: (): Record<string, string> => use(MatchContext)?.params ?? {},
});

export function useMatches<Selected>({
  select,
}: {
  select: (matches: { staticData: { title: string | undefined } }[]) => Selected;
}): Selected {
  return select([{ staticData: { title: use(MatchContext)?.title } }]);
}

/** Nothing is lost when a public page is left. */
export const useBlocker = () => ({ status: "idle", reset() {}, proceed() {} });

type LinkProps = Target & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href">;

export const createLink =
  (Component: ComponentType<AnchorHTMLAttributes<HTMLAnchorElement>>) =>
  ({ to, params, hash, ...rest }: LinkProps) => {
    const address = buildAddress({ to, params, hash });
    const follow = (event: MouseEvent) => {
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      open(address);
    };
    return <Component {...rest} href={address} onClick={follow} />;
  };

export const Link = createLink((props) => <a {...props} />);
