/** The colours of the theme as CSS variables, as Mantine's provider writes them. */
import { theme, variables } from "../theme/theme.ts";

export function writeVariables(): void {
  const { light, dark } = variables(theme as Parameters<typeof variables>[0]);
  const list = (values: Record<string, string>) =>
    Object.entries(values)
      .map(([name, value]) => `${name}:${value};`)
      .join("");
  const style = document.createElement("style");
  style.textContent = `:root{--mantine-font-family:${theme.fontFamily};--mantine-font-family-monospace:${theme.fontFamilyMonospace};${list(light)}}
:root[data-mantine-color-scheme="dark"]{${list(dark)}}`;
  document.head.append(style);
}
