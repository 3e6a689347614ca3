/** The items of a plan, each in its colour, and those that the solver left out. */
import { Alert } from "@mantine/core";
import { type CSSProperties, type ReactNode, useMemo } from "react";
import { kilograms } from "../format.ts";
import { Sheet } from "../page.tsx";
import { text } from "./text.ts";

/** Hue of an item by its place in the plan: neighbours differ most. */
const getHue = (index: number) => Math.round((38 + index * 137.5) % 360);

/** By `ref`. */
export const useHues = (items: readonly Pick<Item, "ref">[]) =>
  useMemo(() => new Map(items.map(({ ref }, index) => [ref, getHue(index)])), [items]);

export function Swatch({ index }: { index: number }) {
  return (
    <span className="package-swatch" aria-hidden style={{ "--item-hue": getHue(index) } as CSSProperties} />
  );
}

interface Item {
  ref: string;
  name: string;
  quantity: number;
  weight_g: number;
}

export function PlanItems<One extends Item>({
  items,
  measure,
  children,
}: {
  items: readonly One[];
  /** Its sides, in words. */
  measure: (item: One) => string;
  children?: ReactNode;
}) {
  return (
    <Sheet title={text.items}>
      <div className="stack">
        <ul className="stack tight package-list">
          {items.map((item, index) => (
            <li key={item.ref} className="row tight nowrap">
              <Swatch index={index} />
              <span className="grow cut">
                {item.quantity} × {item.name}
              </span>
              <span className="dim small num nowrap">
                {[measure(item), kilograms(item.weight_g)].join(" · ")}
              </span>
            </li>
          ))}
        </ul>
        {children}
      </div>
    </Sheet>
  );
}

export function LeftOut({
  title,
  about,
  items = [],
  action,
}: {
  title: string;
  about: string;
  items: readonly { item: string; quantity: number; message: string }[] | undefined;
  action?: ((item: string) => ReactNode) | undefined;
}) {
  if (items.length === 0) return null;
  return (
    <Alert color="yellow" variant="outline" title={title}>
      <ul className="stack tight">
        {items.map(({ item, quantity, message }) => (
          <li key={item} className="row apart">
            <span>
              <span className="num">{quantity}</span> × {message}.
            </span>
            {action?.(item)}
          </li>
        ))}
      </ul>
      <p className="dim small" style={{ marginTop: 6 }}>
        {about}
      </p>
    </Alert>
  );
}
