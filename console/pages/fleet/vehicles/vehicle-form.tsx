/** Creates or changes a vehicle. Weights are entered in kilograms, volumes in cubic metres, lengths in centimetres. */

import {
  Autocomplete,
  Button,
  Fieldset,
  MultiSelect,
  NumberInput,
  SegmentedControl,
  TextInput,
} from "@mantine/core";
import { useState } from "react";
import { client } from "../../../api/client.ts";
import { FormDrawer } from "../../../parts/form-drawer.tsx";
import { getRules } from "../../../parts/form-rules.ts";
import { findWord } from "../../../parts/labels.ts";
import { notifyFailure } from "../../../parts/toast.ts";
import { useSkills } from "../skills/queries.ts";
import type { Vehicle } from "./queries.ts";
import { Retire } from "./retire.tsx";
import { text } from "./text.ts";

const RULES = getRules("clientVehicleCreate");

/** Millimetres and the like in one unit that is entered. */
const ENTERED = {
  capacity_units: 1,
  capacity_weight_g: 1000,
  capacity_volume_cm3: 1_000_000,
  capacity_pallets: 1,
  load_length_mm: 10,
  load_width_mm: 10,
  load_height_mm: 10,
} as const;
type Measure = keyof typeof ENTERED;
const MEASURES = Object.keys(ENTERED) as Measure[];

const toEntered = (vehicle: Vehicle | null) =>
  Object.fromEntries(
    MEASURES.map((name) => {
      const value = vehicle?.[name] ?? null;
      return [name, value === null ? "" : value / ENTERED[name]];
    }),
  ) as Record<Measure, number | "">;

const toMeasures = (values: Record<Measure, number | "">) =>
  Object.fromEntries(
    MEASURES.map((name) => {
      const entered = values[name];
      return [name, entered === "" ? null : Math.round(entered * ENTERED[name])];
    }),
  ) as Record<Measure, number | null>;

export function VehicleForm({
  vehicle,
  drivers,
  close,
}: {
  /** Null: a new one. */
  vehicle: Vehicle | null;
  /** Names of those who drive it. */
  drivers: readonly string[];
  close: () => void;
}) {
  const skills = useSkills(true).filter(({ kind }) => kind === "vehicle");
  const [retiring, setRetiring] = useState(false);
  if (retiring && vehicle !== null) return <Retire vehicle={vehicle} drivers={drivers} close={close} />;
  return (
    <FormDrawer
      rules={RULES}
      close={close}
      title={vehicle?.plate ?? text.create}
      confirm={vehicle === null ? text.create_submit : text.save}
      initial={{
        plate: vehicle?.plate ?? "",
        name: vehicle?.name ?? "",
        type: vehicle?.type ?? "van",
        status: vehicle?.status ?? "active",
        skills: vehicle?.skills ?? [],
        ...toEntered(vehicle),
      }}
      run={async ({ plate, name, type, status, skills: chosen_skills, ...measures }) => {
        const members = {
          plate: plate.trim(),
          name: name.trim(),
          type: type.trim().toLowerCase(),
          status,
          ...toMeasures(measures),
        };
        const saved =
          vehicle === null
            ? await client.clientVehicleCreate(members)
            : await client.clientVehicleUpdate(
                { vehicle_id: vehicle.id, ...members },
                { if_match: vehicle.version },
              );
        const { id: vehicle_id, version, skills: before } = saved.vehicle;
        if (chosen_skills.toSorted().join() !== before.toSorted().join())
          await client
            .skillsVehicleSet({ vehicle_id, skills: chosen_skills }, { if_match: version })
            .catch((error: unknown) => notifyFailure(error, text.skills_not_set));
        return saved;
      }}
      keys={[["vehicles"], ["drivers"]]}
      success_message={vehicle === null ? text.created : text.saved}
    >
      {({ field, own }) => (
        <>
          <TextInput data-autofocus label={text.plate} {...field("plate")} />
          <TextInput label={text.name} {...field("name")} />
          <Autocomplete
            label={text.type}
            description={text.type_about}
            data={Object.keys(text.types)}
            renderOption={({ option }) => findWord(text.types, option.value) ?? option.value}
            {...field("type", { required: true })}
          />
          {vehicle === null ? null : vehicle.status === "retired" ? null : (
            <SegmentedControl
              aria-label={text.state}
              data={[
                { value: "active", label: text.states.active },
                { value: "maintenance", label: text.states.maintenance },
              ]}
              {...field("status")}
            />
          )}
          <Fieldset legend={text.capacity}>
            <p className="dim small vehicle-about">{text.capacity_about}</p>
            <div className="vehicle-measures">
              <NumberInput label={text.units} {...field("capacity_units")} />
              <NumberInput
                label={text.weight}
                {...field("capacity_weight_g", { factor: ENTERED.capacity_weight_g })}
              />
              <NumberInput
                label={text.volume}
                {...field("capacity_volume_cm3", { factor: ENTERED.capacity_volume_cm3 })}
              />
              <NumberInput label={text.pallets} {...field("capacity_pallets")} />
            </div>
          </Fieldset>
          <Fieldset legend={text.space}>
            <p className="dim small vehicle-about">{text.space_about}</p>
            <div className="vehicle-measures">
              <NumberInput
                label={text.length}
                {...field("load_length_mm", { factor: ENTERED.load_length_mm })}
              />
              <NumberInput
                label={text.width}
                {...field("load_width_mm", { factor: ENTERED.load_width_mm })}
              />
              <NumberInput
                label={text.height}
                {...field("load_height_mm", { factor: ENTERED.load_height_mm })}
              />
            </div>
          </Fieldset>
          <MultiSelect
            label={text.skills}
            description={skills.length === 0 ? text.no_skills : text.skills_about}
            searchable
            clearable
            data={skills.map(({ code, name }) => ({ value: code, label: name }))}
            {...own("skills")}
          />
          {vehicle === null ? null : (
            <Button
              variant="subtle"
              color={vehicle.status === "retired" ? undefined : "red"}
              style={{ alignSelf: "flex-start" }}
              onClick={() => setRetiring(true)}
            >
              {vehicle.status === "retired" ? text.reactivate : text.retire}
            </Button>
          )}
        </>
      )}
    </FormDrawer>
  );
}
