/** Weight, size and contents: of every parcel alike for a new order, of each one for an order that exists. */
import { NumberInput, SimpleGrid, TextInput } from "@mantine/core";
import type { SaveForm } from "../../../parts/form.tsx";
import type { OrderValues } from "./order-values.ts";
import { text } from "./text.ts";

const SIZES = ["length_cm", "width_cm", "height_cm"] as const;
const LABELS = { length_cm: "length", width_cm: "width", height_cm: "height" } as const;
const EACH = {
  length_cm: "parcel_length",
  width_cm: "parcel_width",
  height_cm: "parcel_height",
} as const;

export function ParcelFields({
  form,
  is_new,
  locked = false,
}: {
  form: SaveForm<OrderValues>;
  is_new: boolean;
  locked?: boolean | undefined;
}) {
  const { field, values } = form;
  if (is_new)
    return (
      <>
        <SimpleGrid cols={2} spacing={8} verticalSpacing={8}>
          <NumberInput label={text.form.parcels} min={1} max={50} {...field("parcel_count")} />
          <NumberInput label={text.form.kg_each} min={0} decimalScale={3} {...field("parcels.0.kg")} />
        </SimpleGrid>
        <SimpleGrid cols={3} spacing={8} verticalSpacing={8}>
          {SIZES.map((size) => (
            <NumberInput
              key={size}
              label={text.form[LABELS[size]]}
              min={0.1}
              decimalScale={1}
              hideControls
              {...field(`parcels.0.${size}`)}
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
                min={0}
                decimalScale={3}
                hideControls
                {...common}
                {...field(`parcels.${index}.kg`)}
              />
              {SIZES.map((size) => (
                <NumberInput
                  key={size}
                  aria-label={text.form[EACH[size]]({ n })}
                  min={0.1}
                  decimalScale={1}
                  hideControls
                  {...common}
                  {...field(`parcels.${index}.${size}`)}
                />
              ))}
              <TextInput
                className="parcel-contents"
                aria-label={text.form.parcel_contents({ n })}
                placeholder={text.form.contents}
                maxLength={255}
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
