/** What of an element says whether the keys that are pressed on it are text. */
export interface KeyTarget {
  tagName: string;
  isContentEditable: boolean;
  type?: string;
  readOnly?: boolean;
}

/** Inputs that are operated and not written in. */
const OPERATED = new Set([
  "button",
  "checkbox",
  "color",
  "file",
  "image",
  "radio",
  "range",
  "reset",
  "submit",
]);

/**
 * Whether somebody types there. A button, a checkbox or a choice keeps the focus after a click, and the shortcuts go
 * on working; a native select finds its options by their letters.
 */
export function takesText({
  tagName,
  isContentEditable,
  type = "text",
  readOnly = false,
}: KeyTarget): boolean {
  if (isContentEditable || tagName === "SELECT") return true;
  if (tagName === "TEXTAREA") return !readOnly;
  return tagName === "INPUT" && !readOnly && !OPERATED.has(type);
}
