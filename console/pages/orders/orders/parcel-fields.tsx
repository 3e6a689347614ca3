/** Weight, size and contents: of every parcel alike for a new order, of each one for an order that exists. */
import { NumberInput, SimpleGrid, TextInput } from "@mantine/core";
import { type OrderForm, RULES } from "./order-form.ts";
import { text } from "./text.ts";

const SIZES = ["length_mm", "width_mm", "height_mm"] as const;
const LABELS = { length_mm: "length", width_mm: "width", height_mm: "height" } as const;
const EACH = {
  length_mm: "parcel_length",
  width_mm: "parcel_width",
  height_mm: "parcel_height",
} as const;
const KILOGRAMS = { factor: 1000 };
const CENTIMETRES = { factor: 10 };
const { minItems, maxItems } = RULES.by_path["parcels"]!;

export function ParcelFields({
  form,
  is_new,
  locked = false,
}: {
  form: OrderForm;
  is_new: boolean;
  locked?: boolean | undefined;
}) {
  const { field, own, values } = form;
  if (is_new)
    return (
      <>
        <SimpleGrid cols={2} spacing={8} verticalSpacing={8}>
          <NumberInput label={text.form.parcels} min={minItems} max={maxItems} {...own("parcel_count")} />
          <NumberInput label={text.form.kg_each} {...field("parcels.0.weight_g", KILOGRAMS)} />
        </SimpleGrid>
        <SimpleGrid cols={3} spacing={8} verticalSpacing={8}>
          {SIZES.map((size) => (
            <NumberInput
              key={size}
              label={text.form[LABELS[size]]}
              hideControls
              {...field(`parcels.0.${size}`, CENTIMETRES)}
            />
          ))}
        </SimpleGrid>
        <p className="dim small">{text.form.each_about}</p>
      </>
    );
  return (
    <div className="parcel-fields">
      <div className="parcel-row" aria-hidden>
        <span />
        {[text.form.kg, text.form.length, text.form.width, text.form.height].map((head) => (
          <span key={head}>{head}</span>
        ))}
        <span className="parcel-contents">{text.form.contents}</span>
      </div>
      <ol aria-label={text.parcel.title}>
        {values.parcels.map((parcel, index) => {
          const n = String(index + 1);
          const common = { size: "xs", disabled: locked } as const;
          return (
            <li key={parcel.id} className="parcel-row">
              <span className="num dim">{n}</span>
              <NumberInput
                aria-label={text.form.parcel_kg({ n })}
                hideControls
                {...common}
                {...field(`parcels.${index}.weight_g`, KILOGRAMS)}
              />
              {SIZES.map((size) => (
                <NumberInput
                  key={size}
                  aria-label={text.form[EACH[size]]({ n })}
                  hideControls
                  {...common}
                  {...field(`parcels.${index}.${size}`, CENTIMETRES)}
                />
              ))}
              <TextInput
                className="parcel-contents"
                aria-label={text.form.parcel_contents({ n })}
                placeholder={text.form.contents}
                {...common}
                {...field(`parcels.${index}.contents`)}
              />
            </li>
          );
        })}
      </ol>
    </div>
  );
}
