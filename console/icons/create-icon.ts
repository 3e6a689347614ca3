/** The icons of the console: outlines of 24 by 24 units in the colour of the text around them. */
import { createElement, forwardRef, type SVGProps } from "react";

interface IconProps extends Omit<SVGProps<SVGSVGElement>, "stroke"> {
  /** Width and height, pixels or a CSS length. */
  size?: number | string;
  /** Width of the lines, units of the icon. */
  stroke?: number | string;
}

/** A path's `d`, or its attributes where it differs from the icon's. */
type Path = string | { d: string; fill?: string; stroke?: string };

const OUTLINE = {
  fill: "none",
  stroke: "currentColor",
  strokeLinecap: "round",
  strokeLinejoin: "round",
} as const;

/**
 * `is_filled` icons have no lines.
 *
 * @public Its users, in `gen/`, are not committed.
 */
export function createIcon(is_filled: boolean, ...paths: readonly Path[]) {
  return forwardRef<SVGSVGElement, IconProps>(({ size = 24, stroke = 2, ...more }, ref) =>
    createElement(
      "svg",
      {
        ref,
        xmlns: "http://www.w3.org/2000/svg",
        viewBox: "0 0 24 24",
        width: size,
        height: size,
        ...(is_filled ? { fill: "currentColor" } : { ...OUTLINE, strokeWidth: stroke }),
        ...more,
      },
      ...paths.map((path) => createElement("path", typeof path === "string" ? { d: path } : path)),
    ),
  );
}
