/** Columns along days or hours, with a scale from zero: one value each. */
import "./lockers.css";

export interface PlotColumn {
  key: string;
  value: number;
  /** What the column is, when it is pointed at. */
  title: string;
}

export function ColumnPlot({
  label,
  columns,
  top = Math.max(...columns.map(({ value }) => value)) || 1,
  format,
  ends,
  tone = "accent",
}: {
  label: string;
  columns: readonly PlotColumn[];
  /** The value at the full height: the highest of them when absent. */
  top?: number;
  format: (value: number) => string;
  /** Below the first and the last column. */
  ends: readonly string[];
  tone?: "accent" | "bad";
}) {
  const [first = "", last = ""] = ends;
  return (
    <>
      <div className="use-plot" role="img" aria-label={label}>
        <span className="use-scale" aria-hidden>
          <span>{format(top)}</span>
          <span>{format(top / 2)}</span>
          <span>{format(0)}</span>
        </span>
        <span className="use-columns">
          {columns.map(({ key, value, title }) => (
            <span key={key} className="use-column" title={title}>
              {/* Anything at all can be seen. */}
              <span
                style={{
                  height: value === 0 ? 0 : `max(2px, ${(100 * value) / top}%)`,
                  ...(tone === "bad" ? { background: "var(--ph-bad)" } : {}),
                }}
              />
            </span>
          ))}
        </span>
      </div>
      <p className="row apart dim small use-dates" aria-hidden>
        <span>{first}</span>
        <span>{last}</span>
      </p>
    </>
  );
}
