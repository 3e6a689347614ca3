/** What something is, and in a second line what more is known of it. */
import type { ReactNode } from "react";

export function TwoLines({
  className = "strong",
  below,
  children,
}: {
  /** Of the first line. */
  className?: string;
  /** The second line; without one there is only the first. */
  below?: ReactNode;
  children: ReactNode;
}) {
  return (
    <span className="stack two-lines">
      <span className={className}>{children}</span>
      {below ? <span className="dim small cut">{below}</span> : null}
    </span>
  );
}
