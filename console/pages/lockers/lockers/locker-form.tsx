/** Creates a locker, or changes its name, place and opening hours. */
import { Select, TextInput } from "@mantine/core";
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { AddressField } from "../../../parts/address/address-field.tsx";
import { FormDrawer } from "../../../parts/form-drawer.tsx";
import { getRules } from "../../../parts/form-rules.ts";
import { useOpenRecord } from "../../../parts/record-link.tsx";
import { useDepot } from "../../identity/settings/queries.ts";
import { nameWeekday } from "./describe.ts";
import { findWrongDay, toSentHours } from "./hours.ts";
import { HoursField } from "./hours-field.tsx";
import { LOCKERS, type Locker } from "./queries.ts";
import { text } from "./text.ts";

const RULES = getRules("lockerCreate");

export function LockerForm({ locker = null, close }: { locker?: Locker | null; close: () => void }) {
  const country = useMe().business?.country ?? "";
  const { depot } = useDepot();
  const open = useOpenRecord("locker_device");
  const { name = "", serial = "", kind = "locker" as const, version } = locker ?? {};
  const place = locker?.place ?? { line1: "" };
  const opening_hours = locker?.opening_hours ?? null;
  return (
    <FormDrawer
      rules={RULES}
      close={close}
      title={locker === null ? text.create : text.change_of({ name: locker.name })}
      size="lg"
      confirm={locker === null ? text.create_submit : text.save}
      refused={text.not_saved}
      initial={{ name, kind, serial, place, opening_hours }}
      run={({
        name,
        kind,
        serial,
        place: entered_place,
        opening_hours: entered_hours,
      }): Promise<{ locker: Locker }> => {
        const wrong_day = findWrongDay(entered_hours);
        if (wrong_day !== undefined)
          return Promise.reject(new Error(text.hours_form.wrong({ day: nameWeekday(Number(wrong_day)) })));
        const opening_hours = toSentHours(entered_hours);
        const place = { ...entered_place, country: entered_place.country || country };
        return locker === null
          ? client.lockerCreate({ name: name.trim(), kind, serial: serial.trim(), place, opening_hours })
          : client.lockerUpdate(
              { locker_id: locker.id, name: name.trim(), place, opening_hours },
              { if_match: version },
            );
      }}
      keys={[[LOCKERS]]}
      success_message={(answer) => text.saved({ name: answer.locker.name })}
      done={(answer) => {
        close();
        // Its wall is next.
        if (locker === null) open(answer.locker.id, { is_saved: true, search: { add: true } });
      }}
    >
      {({ field, own, values, set }) => (
        <>
          <TextInput data-autofocus label={text.name} {...field("name")} />
          {locker === null ? (
            <>
              <Select
                label={text.kind}
                allowDeselect={false}
                data={(["locker", "kiosk", "smart_drop"] as const).map((value) => ({
                  value,
                  label: text.kinds[value],
                }))}
                {...field("kind")}
              />
              <TextInput label={text.serial} description={text.serial_about} {...field("serial")} />
            </>
          ) : null}
          <AddressField
            label={text.place}
            prefix="place"
            value={values.place}
            onChange={(place) => set({ place })}
            own={own}
            around={depot}
          />
          <HoursField value={values.opening_hours} onChange={(hours) => set({ opening_hours: hours })} />
        </>
      )}
    </FormDrawer>
  );
}
