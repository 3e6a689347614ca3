/** Reserves a compartment of a locker, by its size or by what has to fit in. */
import { NumberInput, SegmentedControl, Select, SimpleGrid, TextInput } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { CustomerSelect } from "../../../parts/customer-select.tsx";
import { FormDrawer } from "../../../parts/form-drawer.tsx";
import { getRules } from "../../../parts/form-rules.ts";
import { useTimes } from "../../../parts/times.ts";
import { LOCKERS, type Locker } from "./queries.ts";
import { MEASURES, SIZES } from "./sizes.ts";
import { text } from "./text.ts";

const RULES = getRules("lockerReserve");
const PURPOSES = ["delivery", "return", "rental", "resale", "shop", "relay"] as const;

interface Values {
  by: "size" | "measures";
  purpose: (typeof PURPOSES)[number];
  size: (typeof SIZES)[number];
  width_mm: number | "";
  height_mm: number | "";
  depth_mm: number | "";
  hold_min: number | "";
  collect_until: string;
  customer_id: string | null;
  ref: string;
}

export function ReserveForm({ locker, close }: { locker: Locker; close: () => void }) {
  const times = useTimes();
  const may_see_customers = useMe().permissions.includes("settings:read");
  const navigate = useNavigate({ from: "/lockers/$locker_id" });
  const initial: Values = {
    by: "size",
    purpose: "delivery",
    size: "M",
    width_mm: "",
    height_mm: "",
    depth_mm: "",
    hold_min: "",
    collect_until: "",
    customer_id: null,
    ref: "",
  };
  return (
    <FormDrawer
      rules={RULES}
      close={close}
      title={text.reserve_form.title({ name: locker.name })}
      confirm={text.reserve_form.submit}
      refused={text.reserve_form.not_reserved}
      initial={initial}
      run={({
        by,
        size,
        width_mm,
        height_mm,
        depth_mm,
        hold_min,
        collect_until,
        customer_id,
        ref,
        purpose,
      }) =>
        client.lockerReserve({
          locker_id: locker.id,
          purpose,
          ...(by === "size"
            ? { size }
            : { width_mm: Number(width_mm), height_mm: Number(height_mm), depth_mm: Number(depth_mm) }),
          ...(hold_min === "" ? {} : { hold_min }),
          ...(collect_until === ""
            ? {}
            : { collect_until: times.at(collect_until.slice(0, 10), collect_until.slice(11, 16)) }),
          ...(customer_id === null ? {} : { customer_id: Number(customer_id) }),
          ...(ref.trim() === "" ? {} : { ref: ref.trim() }),
        })
      }
      keys={[[LOCKERS]]}
      success_message={({ reservation }) =>
        text.reserve_form.reserved({ code: reservation.compartment_code, size: reservation.size })
      }
      done={({ reservation }) => {
        close();
        void navigate({ search: { compartment: reservation.compartment_id }, replace: true });
      }}
    >
      {({ field, own, values, set }) => (
        <>
          <Select
            label={text.purpose}
            allowDeselect={false}
            data={PURPOSES.map((value) => ({ value, label: text.purposes[value] }))}
            {...field("purpose")}
          />
          <SegmentedControl
            aria-label={text.reserve_form.by}
            value={values.by}
            onChange={(by) => set({ by: by as Values["by"] })}
            data={[
              { value: "size", label: text.reserve_form.by_size },
              { value: "measures", label: text.reserve_form.by_measures },
            ]}
          />
          {values.by === "size" ? (
            <Select
              label={text.size}
              allowDeselect={false}
              data={[...SIZES]}
              {...field("size", { required: true })}
            />
          ) : (
            <>
              <SimpleGrid cols={3} spacing="xs">
                {MEASURES.map((name) => (
                  <NumberInput
                    key={name}
                    label={text.reserve_form[name]}
                    {...field(name, { required: true })}
                  />
                ))}
              </SimpleGrid>
              <p className="dim small">{text.reserve_form.measures_about}</p>
            </>
          )}
          <NumberInput
            label={text.reserve_form.hold}
            description={text.reserve_form.hold_about}
            {...field("hold_min")}
          />
          <TextInput
            type="datetime-local"
            label={text.collect_until}
            description={text.reserve_form.collect_about}
            {...own("collect_until", { member: "ref" })}
          />
          {may_see_customers ? <CustomerSelect label={text.customer} {...field("customer_id")} /> : null}
          <TextInput label={text.ref} description={text.reserve_form.ref_about} {...field("ref")} />
        </>
      )}
    </FormDrawer>
  );
}
