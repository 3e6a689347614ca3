/** The secret of a provider: rotating it, and showing a new one once. */
import { Alert, Button, Checkbox, Modal, Textarea } from "@mantine/core";
import { useState } from "react";
import type { OtepProvider as Provider } from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";
import { ActionDialog } from "../../../parts/action-dialog.tsx";
import { Copy } from "../../../parts/copy.tsx";
import { signedRequest } from "./signed-request.ts";

export interface CreatedSecret {
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
  done: (answer: CreatedSecret) => void;
}) {
  const [retire_former, setRetire] = useState(false);
  const input = provider === null ? null : { provider_id: provider.id, retire_former };
  return (
    <ActionDialog
      name="provider-rotate"
      opened={provider !== null}
      close={close}
      title={`New secret for ${provider?.name ?? ""}`}
      confirm="Create secret"
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

export function SecretOnce({ created, close }: { created: CreatedSecret | null; close: () => void }) {
  const example = created === null ? "" : signedRequest(location.origin, created.provider.key_id);
  return (
    <Modal
      opened={created !== null}
      onClose={close}
      title={`Secret of ${created?.provider.name ?? ""}`}
      size="xl"
    >
      <div className="stack">
        <Alert color="yellow" variant="outline" title="It is shown only now">
          Give it to the provider by a safe way. It cannot be read again; a lost one is replaced.
        </Alert>
        <dl className="stack" style={{ gap: 8 }}>
          <Shown name="Key" value={created?.provider.key_id ?? ""} />
          <Shown name="Secret" value={created?.secret ?? ""} />
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
