/** The packages of an order: what was declared, and what was measured where that differs. */
import { Tag } from "../../../parts/badge.tsx";
import { kilograms, number } from "../../../parts/format.ts";
import { Sheet } from "../../../parts/page.tsx";
import { useTimes } from "../../../parts/times.ts";
import type { ShippingPackage } from "./queries.ts";
import { text } from "./text.ts";

export function formatSize(
  length_mm: number | null,
  width_mm: number | null,
  height_mm: number | null,
): string {
  if (length_mm === null || width_mm === null || height_mm === null) return "–";
  return text.packages.cm({
    length: number(length_mm / 10),
    width: number(width_mm / 10),
    height: number(height_mm / 10),
  });
}

const formatWeight = (grams: number | null) => (grams === null ? "–" : kilograms(grams));

/** The measured value in bold where it is not the declared one. */
function Measured({ declared, measured }: { declared: string; measured: string }) {
  if (measured === "–") return <span className="dim">{measured}</span>;
  return measured === declared ? (
    <span>{measured}</span>
  ) : (
    <span className="strong tone-warn shipping-differs">{measured}</span>
  );
}

export function Packages({ packages }: { packages: readonly ShippingPackage[] }) {
  const times = useTimes();
  return (
    <Sheet title={text.packages.title} pad={false}>
      <div className="table-scroll">
        <table className="table" aria-label={text.packages.title}>
          <thead>
            <tr>
              <th scope="col">{text.packages.package}</th>
              <th scope="col">{text.packages.declared}</th>
              <th scope="col">{text.packages.measured}</th>
              <th scope="col">{text.packages.received}</th>
            </tr>
          </thead>
          <tbody>
            {packages.map((one) => {
              const declared = {
                weight: formatWeight(one.weight_g),
                size: formatSize(one.length_mm, one.width_mm, one.height_mm),
              };
              return (
                <tr key={one.id}>
                  <td>
                    <span className="strong">{one.seq}</span> {one.contents || one.packaging}
                  </td>
                  <td className="num">
                    {declared.weight}
                    <div className="dim small">{declared.size}</div>
                  </td>
                  <td className="num">
                    <Measured declared={declared.weight} measured={formatWeight(one.measured_weight_g)} />
                    <div className="small">
                      <Measured
                        declared={declared.size}
                        measured={formatSize(
                          one.measured_length_mm,
                          one.measured_width_mm,
                          one.measured_height_mm,
                        )}
                      />
                    </div>
                  </td>
                  <td>
                    {one.received_at === null ? (
                      <span className="dim">{text.packages.expected}</span>
                    ) : (
                      times.moment(one.received_at)
                    )}
                    {one.damaged ? (
                      <div>
                        <Tag tone="bad">{text.packages.damaged}</Tag>
                      </div>
                    ) : null}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </Sheet>
  );
}
