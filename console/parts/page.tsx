/** Layout of a page: title, one line about it, actions, body. */
import type { ComponentType, ReactNode } from "react";
import { translateWord } from "../language/manifest-words.ts";
import { PinStar } from "./pins.tsx";
import { useManifestTitle, usePageTitle } from "./use-page-title.ts";

export function Page({
  title: title_or_nothing,
  subtitle,
  actions,
  children,
  fill = false,
  above,
}: {
  /** When it is not the one of the manifest: the name of what the page shows. */
  title?: string;
  subtitle?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  /** The body fills the rest of the window and scrolls inside, for a map and a list side by side. */
  fill?: boolean;
  above?: ReactNode;
}) {
  const usual = useManifestTitle();
  const title = title_or_nothing ?? usual;
  usePageTitle(title);
  return (
    <div className={fill ? "page page-fill" : "page"}>
      <header className="page-head">
        <div className="page-words">
          {above}
          <div className="page-title">
            <h1>{title}</h1>
            <PinStar title={title} />
          </div>
          {subtitle ? <div className="page-about">{subtitle}</div> : null}
        </div>
        {actions ? <div className="page-actions">{actions}</div> : null}
      </header>
      {children}
    </div>
  );
}

/** The component below the title of its manifest and a line about it. */
export function framed(Body: ComponentType, about: string): ComponentType {
  return () => (
    <Page subtitle={translateWord(about)}>
      <Body />
    </Page>
  );
}

export function Sheet({
  label,
  title,
  actions,
  children,
  pad = true,
  scroll,
}: {
  /** Names the section, where its title does not. */
  label?: string | undefined;
  title?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  pad?: boolean;
  scroll?: true | undefined;
}) {
  return (
    <section className={scroll ? "sheet scroll" : "sheet"} aria-label={label}>
      {title || actions ? (
        <div className="sheet-head">
          {title ? <h2>{title}</h2> : <span />}
          {actions ? <div className="sheet-actions">{actions}</div> : null}
        </div>
      ) : null}
      <div className={pad ? "sheet-body" : undefined}>{children}</div>
    </section>
  );
}

/** Names and values, in as many columns as fit. */
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

/** A progress bar with a text alternative. */
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
