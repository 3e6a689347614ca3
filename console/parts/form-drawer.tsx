/**
 * A form in a drawer. After it is saved, a notification is shown, the affected queries are invalidated and the
 * drawer closes. Closing it with unsaved changes asks first. Ctrl or Cmd with Enter saves from any field.
 */
import { Alert, Button, Drawer, type DrawerProps } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { type AnyValues, OtherErrors, type SaveForm, type SaveFormOptions, useSaveForm } from "./form.tsx";
import { text } from "./text.ts";

export function FormDrawer<Values extends AnyValues, Answer, Member extends string = string>({
  close,
  title,
  confirm,
  refused,
  size,
  done = close,
  children,
  ...options
}: SaveFormOptions<Values, Answer, Member> & {
  close: () => void;
  title: string;
  /** Label of the button that saves. */
  confirm: string;
  /** Heading of errors that no field shows. */
  refused?: string;
  size?: DrawerProps["size"];
  /** The fields. */
  children: (form: SaveForm<Values, Member>) => ReactNode;
}) {
  const form = useSaveForm({ ...options, done });
  const [leaving, setLeaving] = useState(false);
  return (
    <Drawer opened onClose={() => (form.isDirty() ? setLeaving(true) : close())} title={title} size={size}>
      <form
        className="stack"
        {...form.props}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          event.currentTarget.requestSubmit();
        }}
      >
        {leaving ? (
          <Alert color="yellow" variant="outline" role="alert" title={text.leave.title}>
            <div className="row" style={{ marginTop: 4 }}>
              <Button size="xs" variant="default" onClick={close}>
                {text.leave.close}
              </Button>
              <Button size="xs" onClick={() => setLeaving(false)}>
                {text.leave.keep}
              </Button>
            </div>
          </Alert>
        ) : null}
        <OtherErrors errors={form.others} title={refused} />
        {children(form as SaveForm<Values, Member>)}
        <div className="row drawer-foot">
          <Button variant="default" onClick={close}>
            {text.leave.discard}
          </Button>
          <Button type="submit" loading={form.is_saving}>
            {confirm}
          </Button>
        </div>
      </form>
    </Drawer>
  );
}
