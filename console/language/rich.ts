/** A text with elements in it: rich`Number ${<b>PH1</b>} is new.` */
import { createElement, Fragment, type ReactNode } from "react";

export function rich(texts: TemplateStringsArray, ...values: ReactNode[]): ReactNode {
  return createElement(Fragment, null, ...texts.flatMap((text, index) => [text, values[index]]));
}
