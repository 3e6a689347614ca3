/** A client's switches of an app: sign-in methods and capabilities. */

import { Switch } from "@mantine/core";
import { findWord, nameCode } from "../../../parts/labels.ts";
import { Sheet } from "../../../parts/page.tsx";
import { featureName } from "../../../parts/words/words.ts";
import type { ClientApp } from "./queries.ts";
import { text } from "./text.ts";

export function Methods({
  methods,
  disabled,
  change,
}: {
  methods: ClientApp["methods"];
  disabled: boolean;
  change: (methods: ClientApp["methods"]) => void;
}) {
  return (
    <Sheet title={text.switches.methods}>
      <div className="stack">
        {methods.map((one) => (
          <Switch
            key={one.method}
            label={findWord(text.methods, one.method)?.label}
            description={
              one.is_allowed ? findWord(text.methods, one.method)?.about : text.switches.not_allowed
            }
            checked={one.is_allowed && one.is_switched_on}
            disabled={disabled || !one.is_allowed}
            onChange={(event) => {
              const is_switched_on = event.currentTarget.checked;
              change(
                methods.map((other) => (other.method === one.method ? { ...other, is_switched_on } : other)),
              );
            }}
          />
        ))}
      </div>
    </Sheet>
  );
}

export function Capabilities({
  capabilities,
  disabled,
  change,
}: {
  capabilities: ClientApp["capabilities"];
  disabled: boolean;
  change: (capabilities: ClientApp["capabilities"]) => void;
}) {
  return (
    <Sheet title={text.switches.capabilities}>
      <div className="stack">
        {capabilities.length === 0 ? <p className="dim">{text.switches.nothing}</p> : null}
        {capabilities.map((one) => (
          <Switch
            key={one.id}
            label={nameCode(text.capabilities, one.id)}
            description={one.feature ? text.switches.needs({ feature: featureName(one.feature) }) : undefined}
            checked={one.is_switched_on}
            disabled={disabled}
            onChange={(event) => {
              const is_switched_on = event.currentTarget.checked;
              change(
                capabilities.map((other) => (other.id === one.id ? { ...other, is_switched_on } : other)),
              );
            }}
          />
        ))}
      </div>
    </Sheet>
  );
}
