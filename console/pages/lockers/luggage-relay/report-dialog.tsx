/** Says what is wrong with the bags: the relay waits until somebody decides. */
import { Select, Textarea } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { LuggageRelayExceptionInput } from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";
import { ActionDialog } from "../../../parts/action-dialog.tsx";
import { getRules } from "../../../parts/form-rules.ts";
import { useMemberText } from "../../../parts/member-text.ts";
import { notifySuccess } from "../../../parts/toast.ts";
import { type LuggageRelay, RELAYS_KEY } from "./queries.ts";
import { text } from "./text.ts";

type Kind = LuggageRelayExceptionInput["kind"];
const KINDS = [
  "damaged",
  "missing_tag",
  "overweight",
  "no_space",
  "other",
] as const satisfies readonly Kind[];

export function ReportDialog({
  relay: { id: relay_id, version },
  close,
}: {
  relay: LuggageRelay;
  close: () => void;
}) {
  const queries = useQueryClient();
  const [kind, setKind] = useState<Kind>("damaged");
  const note = useMemberText(getRules("luggageRelayException"), "note");
  const input = note.text === "" ? null : { relay_id, kind, note: note.text };
  return (
    <ActionDialog
      opened
      close={close}
      name={`relay report ${version}`}
      title={text.report.title}
      confirm={text.report.submit}
      danger
      input={input}
      run={(options) => {
        if (input === null) throw new Error("A problem is described.");
        return client.luggageRelayException(input, { ...options, if_match: version });
      }}
      done={() => {
        notifySuccess(text.report.done);
        void queries.invalidateQueries({ queryKey: RELAYS_KEY });
        close();
      }}
    >
      <Select
        size="md"
        label={text.report.kind}
        allowDeselect={false}
        data={KINDS.map((value) => ({ value, label: text.exceptions[value] }))}
        value={kind}
        onChange={(value) => setKind(value as Kind)}
      />
      <Textarea size="md" data-autofocus autosize minRows={2} label={text.report.note} {...note.props} />
    </ActionDialog>
  );
}
