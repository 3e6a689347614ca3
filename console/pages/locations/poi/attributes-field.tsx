/** What else the business keeps about a point of interest: names of its own with their values. */
import { ActionIcon, Button, TextInput } from "@mantine/core";
import { IconPlus, IconTrash } from "#icons";
import type { Poi } from "./queries.ts";
import { text } from "./text.ts";

const ATTRIBUTES_MAX = 50;
const NAME_PATTERN = /^[A-Za-z][A-Za-z0-9_:-]{0,59}$/;

export type AttributeValues = readonly (readonly [name: string, value: string])[];

export const listAttributes = (poi: Poi | null): AttributeValues => Object.entries(poi?.attributes ?? {});

/** One without a name is none. */
export const readAttributes = (attributes: AttributeValues): Poi["attributes"] =>
  Object.fromEntries(
    attributes.map(([name, value]) => [name.trim(), value] as const).filter(([name]) => name !== ""),
  );

export function AttributesField({
  value: attributes,
  onChange,
}: {
  value: AttributeValues;
  onChange: (value: AttributeValues) => void;
}) {
  const put = (index: number, name: string, value: string) => onChange(attributes.with(index, [name, value]));
  return (
    <fieldset className="form-section stack">
      <legend>{text.attributes.title}</legend>
      {attributes.map(([name, value], index) => {
        const is_twice = attributes.findIndex(([other]) => other.trim() === name.trim()) !== index;
        const is_wrong = name.trim() !== "" && !NAME_PATTERN.test(name.trim());
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: an attribute is its place in the list.
          <div key={index} className="row nowrap" style={{ alignItems: "flex-start" }}>
            <TextInput
              // No member of a request: the name of an attribute, whose rule is that of names.
              className="grow"
              aria-label={text.attributes.name({ n: index + 1 })}
              placeholder="max_height_m"
              error={
                is_wrong
                  ? text.attributes.name_rule
                  : is_twice && name.trim() !== ""
                    ? text.attributes.twice
                    : undefined
              }
              value={name}
              onChange={({ currentTarget }) => put(index, currentTarget.value, value)}
            />
            <TextInput
              // No member of a request: the value of an attribute, which has any name.
              className="grow"
              aria-label={text.attributes.value({ n: index + 1 })}
              value={value}
              onChange={({ currentTarget }) => put(index, name, currentTarget.value)}
            />
            <ActionIcon
              variant="default"
              size="lg"
              aria-label={text.attributes.remove({ n: index + 1 })}
              onClick={() => onChange(attributes.toSpliced(index, 1))}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </div>
        );
      })}
      <Button
        variant="default"
        size="xs"
        style={{ alignSelf: "flex-start" }}
        leftSection={<IconPlus size={14} />}
        disabled={attributes.length >= ATTRIBUTES_MAX}
        onClick={() => onChange([...attributes, ["", ""]])}
      >
        {text.attributes.add}
      </Button>
    </fieldset>
  );
}
