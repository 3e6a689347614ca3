/** Frame of a page: its name, one line about it, its actions, its body. */
import type { ReactNode } from "react";
import { useEffect } from "react";

export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Packhorse`;
  }, [title]);
}

export function Page({
  title,
  about,
  actions,
  children,
  fill = false,
  above,
}: {
  title: string;
  about?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  /** The body takes the rest of the window and scrolls inside: maps and lists beside each other. */
  fill?: boolean;
  above?: ReactNode;
}) {
  usePageTitle(title);
  return (
    <div className={fill ? "page page-fill" : "page"}>
      <header className="page-head">
        <div className="page-words">
          {above}
          <h1>{title}</h1>
          {about ? <div className="page-about">{about}</div> : null}
        </div>
        {actions ? <div className="page-actions">{actions}</div> : null}
      </header>
      {children}
    </div>
  );
}

export function Sheet({
  title,
  actions,
  children,
  pad = true,
}: {
  title?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  pad?: boolean;
}) {
  return (
    <section className="sheet">
      {title || actions ? (
        <div className="sheet-head">
          {title ? <h2>{title}</h2> : <span />}
          {actions}
        </div>
      ) : null}
      <div className={pad ? "sheet-body" : undefined}>{children}</div>
    </section>
  );
}

/** Names and values, in as many columns as there is room for. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="facts">{children}</dl>;
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="fact">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** A share of a whole, said in words for those who do not see it. */
export function Bar({
  value,
  of,
  label,
  tone = "accent",
}: {
  value: number;
  of: number;
  label: string;
  tone?: string;
}) {
  const share = of > 0 ? Math.min(1, value / of) : 0;
  return (
    <span className="bar" role="img" aria-label={label} title={label}>
      <span className={`bar-fill fill-${tone}`} style={{ width: `${share * 100}%` }} />
    </span>
  );
}
