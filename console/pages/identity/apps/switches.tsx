/** A client's switches of an app: sign-in methods and capabilities. */
import { Switch } from "@mantine/core";
import { featureName } from "../../../parts/labels.ts";
import { Sheet } from "../../../parts/page.tsx";
import { CAPABILITY, METHOD } from "./labels.ts";
import type { ClientApp } from "./queries.ts";

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
    <Sheet title="Signing in">
      <div className="stack">
        {methods.map((one) => (
          <Switch
            key={one.method}
            label={METHOD[one.method]?.label}
            description={one.is_allowed ? METHOD[one.method]?.about : "The platform does not allow it."}
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
    <Sheet title="What it can do">
      <div className="stack">
        {capabilities.length === 0 ? (
          <p className="dim">The platform allows nothing besides signing in.</p>
        ) : null}
        {capabilities.map((one) => (
          <Switch
            key={one.id}
            label={CAPABILITY[one.id] ?? one.id}
            description={one.feature ? `Needs the feature ${featureName(one.feature)}.` : undefined}
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
