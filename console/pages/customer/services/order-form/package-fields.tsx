/** The packages of an order: how many, in which packaging, how heavy and how large. */
import { ActionIcon, Button, Select, TextInput } from "@mantine/core";
import { IconPlus, IconTrash } from "#icons";
import type { ServiceConfig } from "../../../../../packages/client/client.gen.ts";
import { getRules, toMemberProps } from "../../../../parts/form-rules.ts";
import { number } from "../../../../parts/format.ts";
import { text } from "../text.ts";
import { CountInput, MeasureInput } from "./measure-input.tsx";
import { getScale, toUnit } from "./measures.ts";
import { emptyPackage, type PackageValues } from "./order-values.ts";
import { findPrice } from "./prices.ts";

const SIDES = ["length_mm", "width_mm", "height_mm"] as const;
const LINES_MAX = 50;
/** Orders of storage have the same. */
const RULES = getRules("customerShippingOrderCreate");

export function PackageFields({
  config,
  packages,
  onChange,
  error,
}: {
  config: ServiceConfig;
  packages: readonly PackageValues[];
  onChange: (packages: readonly PackageValues[]) => void;
  error: (path: string) => string | undefined;
}) {
  const next_key = Math.max(0, ...packages.map(({ key }) => key)) + 1;
  return (
    <div className="stack">
      {error("packages") === undefined ? null : <p className="note tone-bad">{error("packages")}</p>}
      <ol className="stack" aria-label={text.form.packages}>
        {packages.map((one, index) => (
          <li key={one.key} className="form-entry">
            <PackageRow
              config={config}
              value={one}
              index={index}
              error={(member) => error(`packages.${index}.${member}`)}
              onChange={(part) =>
                onChange(packages.map((other) => (other === one ? { ...other, ...part } : other)))
              }
              onRemove={
                packages.length > 1 ? () => onChange(packages.filter((other) => other !== one)) : undefined
              }
            />
          </li>
        ))}
      </ol>
      <div>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} />}
          disabled={packages.length >= LINES_MAX}
          onClick={() => onChange([...packages, emptyPackage(next_key)])}
        >
          {text.form.add_package}
        </Button>
      </div>
    </div>
  );
}

function PackageRow({
  config,
  value,
  index,
  error,
  onChange,
  onRemove,
}: {
  config: ServiceConfig;
  value: PackageValues;
  index: number;
  error: (member: string) => string | undefined;
  onChange: (part: Partial<PackageValues>) => void;
  onRemove: (() => void) | undefined;
}) {
  const { units, packaging } = config;
  const box = packaging.find(({ code }) => code === value.packaging);
  const is_needed = config.measures === "required";
  const length = (mm: number) => number(toUnit(mm, "length", units));
  return (
    <>
      <div className="row apart">
        <span className="small strong">{text.form.package({ n: index + 1 })}</span>
        {onRemove === undefined ? null : (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={text.form.remove_package({ n: index + 1 })}
            onClick={onRemove}
          >
            <IconTrash size={15} />
          </ActionIcon>
        )}
      </div>
      <div className="service-fields">
        <CountInput
          label={text.form.quantity}
          hideControls={false}
          {...toMemberProps(RULES, "packages.0.quantity")}
          value={value.quantity}
          onChange={(quantity) => onChange({ quantity: quantity ?? 1 })}
          error={error("quantity")}
        />
        {packaging.length > 0 ? (
          <Select
            className="half"
            label={text.form.packaging}
            placeholder={text.form.own_packaging}
            data={packaging.map(({ code, name }) => ({
              value: code,
              label: [name, findPrice(config, "packaging", code)].filter(Boolean).join(" · "),
            }))}
            value={value.packaging}
            onChange={(code) => onChange({ packaging: code })}
            clearable
            clearButtonProps={{ "aria-label": text.form.own_packaging }}
            error={error("packaging")}
          />
        ) : null}
        <TextInput
          className="half"
          label={text.form.contents}
          {...toMemberProps(RULES, "packages.0.contents")}
          value={value.contents}
          onChange={(event) => onChange({ contents: event.currentTarget.value })}
          error={error("contents")}
        />
      </div>
      <div className="service-fields">
        <MeasureInput
          label={text.form.weight}
          {...toMemberProps(RULES, "packages.0.weight_g", {
            scale: getScale("weight", units),
            required: is_needed,
          })}
          measure="weight"
          units={units}
          value={value.weight_g}
          onChange={(weight_g) => onChange({ weight_g })}
          error={error("weight_g")}
        />
        {box === undefined ? (
          SIDES.map((side) => (
            <MeasureInput
              key={side}
              label={text.form[side]}
              {...toMemberProps(RULES, `packages.0.${side}`, {
                scale: getScale("length", units),
                required: is_needed,
              })}
              measure="length"
              units={units}
              value={value[side]}
              onChange={(mm) => onChange({ [side]: mm })}
              error={error(side)}
            />
          ))
        ) : (
          <p className="dim small half" style={{ alignSelf: "center" }}>
            {text.form.box_size({
              size: `${length(box.length_mm)} × ${length(box.width_mm)} × ${length(box.height_mm)} ${units.length}`,
            })}
            {box.weight_g_max === null
              ? null
              : ` ${text.form.box_holds({ weight: `${number(toUnit(box.weight_g_max, "weight", units))} ${units.weight}` })}`}
          </p>
        )}
      </div>
    </>
  );
}
