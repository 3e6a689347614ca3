/** The wall of doors, with the one that is meant: people look for it. Only where doors are named by their place. */
import type { ScreenState } from "../../packages/locker-protocol/screen.ts";

export function Wall({ compartments, door }: { compartments: ScreenState["compartments"]; door: string }) {
  const places = compartments.map(({ code }) => /^([A-Z]{1,2})(\d{1,2})$/.exec(code));
  if (places.some((place) => place === null)) return null;
  const columns = [...new Set(places.map((place) => place?.[1] ?? ""))].sort(
    (one, other) => one.length - other.length || (one < other ? -1 : 1),
  );
  return (
    <div className="kiosk-wall" aria-hidden>
      {columns.map((column) => (
        <div key={column}>
          {compartments
            .filter(({ code }) => code.replace(/\d+$/, "") === column)
            .map(({ code }) => (
              <span key={code} className={code === door ? "here" : undefined}>
                {code === door ? code : null}
              </span>
            ))}
        </div>
      ))}
    </div>
  );
}
