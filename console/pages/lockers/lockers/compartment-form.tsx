/** Changes what a compartment is: its size, its measures inside, its tags. */
import { NumberInput, Select, SimpleGrid, TagsInput } from "@mantine/core";
import { client } from "../../../api/client.ts";
import { FormDrawer } from "../../../parts/form-drawer.tsx";
import { getRules } from "../../../parts/form-rules.ts";
import { type Compartment, LOCKERS, type Locker } from "./queries.ts";
import { MEASURES, SIZES } from "./sizes.ts";
import { text } from "./text.ts";

const RULES = getRules("lockerCompartmentUpdate");

export function CompartmentForm({
  locker,
  compartment: { id, version, code, size, width_mm, height_mm, depth_mm, tags },
  close,
}: {
  locker: Locker;
  compartment: Compartment;
  close: () => void;
}) {
  return (
    <FormDrawer
      rules={RULES}
      close={close}
      title={text.change_of({ name: code })}
      confirm={text.save}
      refused={text.compartment_form.not_saved}
      initial={{ size, width_mm, height_mm, depth_mm, tags }}
      run={(values) =>
        client.lockerCompartmentUpdate(
          { locker_id: locker.id, compartment_id: id, ...values },
          { if_match: version },
        )
      }
      keys={[[LOCKERS]]}
      success_message={text.saved({ name: code })}
    >
      {({ field }) => (
        <>
          <Select
            data-autofocus
            label={text.size}
            allowDeselect={false}
            data={[...SIZES]}
            {...field("size")}
          />
          <SimpleGrid cols={3} spacing="xs">
            {MEASURES.map((name) => (
              <NumberInput key={name} label={text.reserve_form[name]} {...field(name, { required: true })} />
            ))}
          </SimpleGrid>
          <TagsInput label={text.tags} description={text.compartment_form.tags_about} {...field("tags")} />
        </>
      )}
    </FormDrawer>
  );
}
