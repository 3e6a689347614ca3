/** A form in a drawer: its refusals on top, its buttons below. */
import { Alert, Button, Drawer } from "@mantine/core";
import type { ReactNode } from "react";
import { otherErrors } from "./errors.ts";

export function FormDrawer({
  opened,
  close,
  title,
  confirm,
  error,
  shown,
  busy,
  submit,
  children,
}: {
  opened: boolean;
  close: () => void;
  title: string;
  confirm: string;
  error: unknown;
  /** Fields that show their own errors. */
  shown: readonly string[];
  busy: boolean;
  submit: () => void;
  children: ReactNode;
}) {
  const others = error ? otherErrors(error, shown) : [];
  return (
    <Drawer opened={opened} onClose={close} title={title}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {others.length > 0 ? (
          <Alert color="red" variant="outline" role="alert" title="It was not saved">
            {others.join(" ")}
          </Alert>
        ) : null}
        {children}
        <div className="row" style={{ justifyContent: "flex-end" }}>
          <Button variant="default" onClick={close}>
            Discard
          </Button>
          <Button type="submit" loading={busy}>
            {confirm}
          </Button>
        </div>
      </form>
    </Drawer>
  );
}
