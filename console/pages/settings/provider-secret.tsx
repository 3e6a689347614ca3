/** The secret of a provider: a new one beside the one of now, and the one time that it is shown. */
import { Alert, Button, Checkbox, Modal, Textarea } from "@mantine/core";
import { useState } from "react";
import type { OtepProvider as Provider } from "../../../packages/client/client.gen.ts";
import { client } from "../../api/client.ts";
import { ActionDialog } from "../../parts/action-dialog.tsx";
import { Copy } from "../../parts/copy.tsx";
import { signedRequest } from "./signed-request.ts";

export interface MadeSecret {
  provider: Provider;
  secret: string;
}

export function RotateDialog({
  provider,
  close,
  done,
}: {
  provider: Provider | null;
  close: () => void;
  done: (answer: MadeSecret) => void;
}) {
  const [retire_former, setRetire] = useState(false);
  const input = provider === null ? null : { provider_id: provider.id, retire_former };
  return (
    <ActionDialog
      name="provider-rotate"
      opened={provider !== null}
      close={close}
      title={`New secret for ${provider?.name ?? ""}`}
      confirm="Make secret"
      danger={retire_former}
      input={input}
      run={(options) => client.otepProviderRotate(input ?? { provider_id: 0 }, options)}
      outcome={() => (
        <p>
          {retire_former
            ? "Requests signed with an older secret are refused at once."
            : "The secret of now goes on working beside the new one, until the next change. An older one ends."}
        </p>
      )}
      done={done}
    >
      <Checkbox
        label="End every older secret at once"
        description="For a secret that got out."
        checked={retire_former}
        onChange={(event) => setRetire(event.currentTarget.checked)}
      />
    </ActionDialog>
  );
}

export function SecretOnce({ made, close }: { made: MadeSecret | null; close: () => void }) {
  const example = made === null ? "" : signedRequest(location.origin, made.provider.key_id);
  return (
    <Modal opened={made !== null} onClose={close} title={`Secret of ${made?.provider.name ?? ""}`} size="xl">
      <div className="stack">
        <Alert color="yellow" variant="outline" title="It is shown only now">
          Give it to the provider by a safe way. It cannot be read again; a lost one is replaced.
        </Alert>
        <dl className="stack" style={{ gap: 8 }}>
          <Shown name="Key" value={made?.provider.key_id ?? ""} />
          <Shown name="Secret" value={made?.secret ?? ""} />
        </dl>
        <Textarea
          label="A signed request, for bash"
          description="Put the secret into SECRET; the script sends one event."
          readOnly
          autosize
          maxRows={18}
          value={example}
          classNames={{ input: "mono" }}
          spellCheck={false}
        />
        <div className="row" style={{ justifyContent: "flex-end" }}>
          <Copy value={example} label="signed request" />
          <Button onClick={close}>I have copied it</Button>
        </div>
      </div>
    </Modal>
  );
}

function Shown({ name, value }: { name: string; value: string }) {
  return (
    <div className="look-ahead">
      <dt className="dim small">{name}</dt>
      <dd className="row nowrap">
        <code className="mono grow">{value}</code>
        <Copy value={value} label={name.toLowerCase()} />
      </dd>
    </div>
  );
}
