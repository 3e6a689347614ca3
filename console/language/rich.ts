/** A text with elements as values: `rich(text.created, { number: <b>PH1</b> })`. */
import { createElement, Fragment, type ReactNode } from "react";
import type { Text } from "./format-text.ts";

/** A count stays a number, because it chooses the form of the text. */
type Nodes<Values> = { [Name in keyof Values]: string extends Values[Name] ? ReactNode : Values[Name] };

export function rich<Values>(text: Text<Values>, values: Nodes<Values>): ReactNode {
  return createElement(Fragment, null, ...(text.parts(values) as ReactNode[]));
}
