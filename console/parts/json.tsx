/** Renders JSON as nested lists of names and values. */
import { text } from "./text.ts";

export function Json({ value, depth = 0 }: { value: unknown; depth?: number }) {
  if (value === null || value === undefined || value === "") return <span className="dim">{text.none}</span>;
  if (typeof value !== "object") return <span>{String(value)}</span>;
  const entries = Object.entries(value);
  if (entries.length === 0) return <span className="dim">{text.none}</span>;
  if (depth > 4) return <span className="mono">{JSON.stringify(value)}</span>;
  return (
    <dl className="json">
      {entries.slice(0, 60).map(([name, member]) => (
        <div key={name}>
          <dt>{Array.isArray(value) ? Number(name) + 1 : <code>{name}</code>}</dt>
          <dd>
            <Json value={member} depth={depth + 1} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
