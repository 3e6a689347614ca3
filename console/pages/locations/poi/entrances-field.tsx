/** The entrances of a point of interest. Stops go to the first; what a driver should know is said at the door. */
import { ActionIcon, Button, NumberInput, SimpleGrid, Textarea, TextInput } from "@mantine/core";
import { IconArrowUp, IconPlus, IconTrash } from "#icons";
import { getRules, toMemberProps } from "../../../parts/form-rules.ts";
import type { Poi } from "./queries.ts";
import { text } from "./text.ts";

const RULES = getRules("poiCreate");
const ENTRANCES_MAX = 20;

export interface EntranceValues {
  name: string;
  lat: number | string;
  lng: number | string;
  instructions: string;
}

export const listEntrances = (poi: Poi | null): EntranceValues[] =>
  (poi?.entrances ?? []).map(({ instructions = "", ...entrance }) => ({ ...entrance, instructions }));

/** One that was left empty is none. */
export const readEntrances = (entrances: readonly EntranceValues[]): Poi["entrances"] =>
  entrances
    .filter(({ name, lat, lng }) => name.trim() !== "" || lat !== "" || lng !== "")
    .map(({ name, lat, lng, instructions }) => ({
      name: name.trim(),
      lat: lat === "" ? Number.NaN : Number(lat),
      lng: lng === "" ? Number.NaN : Number(lng),
      ...(instructions.trim() === "" ? {} : { instructions: instructions.trim() }),
    }));

export function EntrancesField({
  value,
  around,
  onChange,
  error,
}: {
  value: readonly EntranceValues[];
  /** Where a new one is, until its position is entered. */
  around: { lat: number; lng: number } | undefined;
  onChange: (value: EntranceValues[]) => void;
  error: (path: string) => string | undefined;
}) {
  const change = (index: number, part: Partial<EntranceValues>) =>
    onChange(value.map((one, at) => (at === index ? { ...one, ...part } : one)));
  return (
    <fieldset className="form-section stack">
      <legend>{text.entrances.title}</legend>
      <p className="dim small">{text.entrances.about}</p>
      {value.map((entrance, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an entrance is its place in the list.
        <div key={index} className="form-entry">
          <div className="row apart nowrap">
            <TextInput
              {...toMemberProps(RULES, "entrances.0.name")}
              className="grow"
              label={text.entrances.name({ n: index + 1 })}
              error={error(`entrances.${index}.name`)}
              value={entrance.name}
              onChange={({ currentTarget }) => change(index, { name: currentTarget.value })}
            />
            {index === 0 ? null : (
              <ActionIcon
                variant="default"
                size="lg"
                aria-label={text.entrances.make_first({ n: index + 1 })}
                onClick={() => onChange([entrance, ...value.filter((_one, at) => at !== index)])}
              >
                <IconArrowUp size={16} />
              </ActionIcon>
            )}
            <ActionIcon
              variant="default"
              size="lg"
              aria-label={text.entrances.remove({ n: index + 1 })}
              onClick={() => onChange(value.filter((_one, at) => at !== index))}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </div>
          <SimpleGrid cols={2} spacing={8}>
            {(["lat", "lng"] as const).map((member) => (
              <NumberInput
                key={member}
                {...toMemberProps(RULES, `entrances.0.${member}`)}
                label={text.entrances[member]}
                hideControls
                error={error(`entrances.${index}.${member}`)}
                value={entrance[member]}
                onChange={(entered) => change(index, { [member]: entered })}
              />
            ))}
          </SimpleGrid>
          <Textarea
            {...toMemberProps(RULES, "entrances.0.instructions")}
            label={text.entrances.instructions}
            autosize
            value={entrance.instructions}
            onChange={({ currentTarget }) => change(index, { instructions: currentTarget.value })}
          />
        </div>
      ))}
      <Button
        variant="default"
        size="xs"
        style={{ alignSelf: "flex-start" }}
        leftSection={<IconPlus size={14} />}
        disabled={value.length >= ENTRANCES_MAX}
        onClick={() =>
          onChange([...value, { name: "", lat: around?.lat ?? "", lng: around?.lng ?? "", instructions: "" }])
        }
      >
        {text.entrances.add}
      </Button>
    </fieldset>
  );
}
