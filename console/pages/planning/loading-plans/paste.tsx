/** Takes items from a table that is pasted from a spreadsheet. */
import { Textarea } from "@mantine/core";
import { FormDrawer } from "../../../parts/form-drawer.tsx";
import { type PastedFault, type PastedItem, readPasted } from "./pasted.ts";
import { LOADING_KEY } from "./queries.ts";
import { text } from "./text.ts";

/** The others are likely of the same kind. */
const FAULTS_MAX = 5;

const describe = ({ line, cell }: PastedFault) =>
  cell === null ? text.paste_missing({ line }) : text.paste_no_number({ line, cell });

export function PasteDrawer({
  close,
  onItems,
}: {
  close: () => void;
  onItems: (items: PastedItem[]) => void;
}) {
  return (
    <FormDrawer
      rules={null}
      close={close}
      title={text.paste}
      confirm={text.paste_submit}
      keys={[LOADING_KEY]}
      success_message={(items: PastedItem[]) => text.pasted({ n: items.length })}
      initial={{ lines: "" }}
      run={async ({ lines }) => {
        const { items, faults } = readPasted(lines);
        // Nothing is taken over while a line would be missing.
        if (faults.length > 0) throw new Error(faults.slice(0, FAULTS_MAX).map(describe).join(" "));
        if (items.length === 0) throw new Error(text.paste_nothing);
        onItems(items);
        return items;
      }}
    >
      {({ own }) => (
        <Textarea
          label={text.paste_lines}
          description={text.paste_about}
          placeholder={"Pallet\t4\t1200\t800\t1500\t350000\t2"}
          autosize
          minRows={10}
          maxRows={24}
          styles={{ input: { fontFamily: "monospace" } }}
          {...own("lines", { required: true })}
        />
      )}
    </FormDrawer>
  );
}
