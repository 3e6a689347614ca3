/**
 * A field for a barcode scanner that types: it has the focus whenever nothing else is typed into, and takes the first key
 * that is pressed anywhere. The scanner ends a code with Enter or Tab.
 */
import { TextInput } from "@mantine/core";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { IconBarcode } from "#icons";
import { getRules, toMemberProps } from "./form-rules.ts";

/** Switches and choices are inputs too, and take no text: the next scan does not go there. */
const isTyping = (element: Element | null) =>
  element instanceof HTMLElement &&
  (element.isContentEditable ||
    ["TEXTAREA", "SELECT"].includes(element.tagName) ||
    (element instanceof HTMLInputElement && !["radio", "checkbox", "button"].includes(element.type)));

export function ScanInput({
  label,
  placeholder,
  onScan,
  onEmpty,
  onEscape,
}: {
  label: string;
  placeholder: string;
  onScan: (code: string) => void;
  /** Enter without a code. */
  onEmpty?: () => void;
  onEscape?: () => void;
}) {
  const [code, setCode] = useState("");
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const focus = () => {
      // After a click on a button the next scan goes here, and not into the button.
      if (!isTyping(document.activeElement) && document.querySelector("[role=dialog]") === null)
        field.current?.focus({ preventScroll: true });
    };
    const onClick = () => requestAnimationFrame(focus);
    const onKey = (event: globalThis.KeyboardEvent) => {
      const is_character = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
      if (is_character) focus();
    };
    focus();
    document.addEventListener("click", onClick);
    // Before the keyboard shortcuts of the shell: the first character of a code is none.
    document.addEventListener("keydown", onKey, true);
    return () => {
      document.removeEventListener("click", onClick);
      document.removeEventListener("keydown", onKey, true);
    };
  }, []);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === "Escape") {
      setCode("");
      onEscape?.();
    }
    if (event.key !== "Enter" && (event.key !== "Tab" || code.trim() === "")) return;
    event.preventDefault();
    const scanned = code.trim();
    setCode("");
    if (scanned === "") onEmpty?.();
    else onScan(scanned);
  };
  return (
    <TextInput
      ref={field}
      size="lg"
      aria-label={label}
      placeholder={placeholder}
      leftSection={<IconBarcode size={24} />}
      value={code}
      onChange={(event) => setCode(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      autoComplete="off"
      autoCapitalize="characters"
      autoCorrect="off"
      spellCheck={false}
      {...toMemberProps(getRules("wmsScan"), "code", { required: false })}
      inputMode="text"
    />
  );
}
