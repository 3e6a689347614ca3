/** The order form of a service, as its configuration says: places, packages, questions, and what can be ordered besides. */
import { Checkbox, Radio, Select, Switch, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import type { ServiceConfig } from "../../../../../packages/client/client.gen.ts";
import { useMe } from "../../../../api/session.ts";
import { AddressField } from "../../../../parts/address/address-field.tsx";
import { oneLine } from "../../../../parts/address/queries.ts";
import { AnswerFields } from "../../../../parts/answers/answer-fields.tsx";
import { Sheet } from "../../../../parts/page.tsx";
import { useTimes } from "../../../../parts/times.ts";
import { text } from "../text.ts";
import { AddressAnswer } from "./address-answer.tsx";
import { CountInput } from "./measure-input.tsx";
import "./order-form.css";
import { emptyPlace, type OrderValues } from "./order-values.ts";
import { PackageFields } from "./package-fields.tsx";
import { findPrice } from "./prices.ts";

export interface OrderFieldsProps {
  config: ServiceConfig;
  values: OrderValues;
  change: (part: Partial<OrderValues>) => void;
  /** The error at a path of the request: `packages.0.weight_g`. */
  error: (path: string) => string | undefined;
}

export function OrderFields({
  goods,
  ...props
}: OrderFieldsProps & {
  /** In place of the packages and how they come to the business. */
  goods?: ReactNode;
}) {
  const { config, values, change, error } = props;
  const has_questions = Object.keys(config.form_fields.properties).length > 0;
  const optional = config.surcharges.filter(({ is_optional }) => is_optional);
  return (
    <>
      {goods ?? (
        <>
          <Sheet title={text.form.packages}>
            <PackageFields
              config={config}
              packages={values.packages}
              onChange={(packages) => change({ packages })}
              error={error}
            />
          </Sheet>
          <Pickup {...props} />
        </>
      )}
      {config.dropoff === "none" ? null : <Dropoff {...props} />}
      {has_questions ? (
        <Sheet title={text.form.questions}>
          <div className="service-fields wide-fields">
            <AnswerFields
              level={config.form_fields}
              answers={values.form}
              onChange={(form) => change({ form })}
              error={error}
              at="form"
              Address={AddressAnswer}
            />
          </div>
        </Sheet>
      ) : null}
      {optional.length > 0 || config.supplies.length > 0 ? (
        <Sheet title={text.form.extras}>
          <div className="stack">
            {optional.map(({ code, name }) => (
              <Priced key={code} price={findPrice(config, "surcharge", code)}>
                <Checkbox
                  label={name}
                  checked={values.surcharges.includes(code)}
                  onChange={(event) =>
                    change({
                      surcharges: event.currentTarget.checked
                        ? [...values.surcharges, code]
                        : values.surcharges.filter((other) => other !== code),
                    })
                  }
                />
              </Priced>
            ))}
            {config.supplies.map(({ code, name, quantity_max }) => (
              <Priced key={code} price={findPrice(config, "supply", code)}>
                <span className="row tight">
                  <CountInput
                    aria-label={text.form.how_many({ name })}
                    w={84}
                    hideControls={false}
                    max={quantity_max}
                    value={values.supplies[code] ?? 0}
                    onChange={(quantity) =>
                      change({ supplies: { ...values.supplies, [code]: quantity ?? 0 } })
                    }
                    error={error(`supplies.${findIndex(config, values, code)}.quantity`)}
                  />
                  <span>{name}</span>
                </span>
              </Priced>
            ))}
          </div>
        </Sheet>
      ) : null}
    </>
  );
}

/** Position of a supply among those that are ordered, as the request lists them. */
function findIndex(config: ServiceConfig, { supplies }: OrderValues, code: string): number {
  return config.supplies.filter((one) => (supplies[one.code] ?? 0) > 0).findIndex((one) => one.code === code);
}

function Priced({ price, children }: { price: string; children: ReactNode }) {
  return (
    <div className="row apart nowrap">
      {children}
      <span className="dim num nowrap">{price}</span>
    </div>
  );
}

/** How the goods come to the business: collected, or brought to a warehouse. */
function Pickup({ config, values, change, error }: OrderFieldsProps) {
  const country = useMe().business?.country;
  const { pickup, pickup_timeframes, warehouses } = config;
  const is_collected = pickup !== "none" && values.pickup !== null;
  const shows_warehouses = !is_collected && warehouses.length > 0;
  if (pickup === "none" && !shows_warehouses) return null;
  return (
    <Sheet title={text.form.how_it_comes}>
      <div className="stack">
        {pickup === "optional" ? (
          <Radio.Group
            label={text.form.how}
            value={is_collected ? "collected" : "brought"}
            onChange={(how) =>
              change(
                how === "collected"
                  ? { pickup: emptyPlace(country) }
                  : { pickup: null, pickup_timeframe: null, scheduled_date: "" },
              )
            }
          >
            <div className="row" style={{ marginTop: 6 }}>
              <Radio value="brought" label={text.form.brought} />
              <Radio value="collected" label={text.form.collected} />
            </div>
          </Radio.Group>
        ) : null}
        {is_collected && values.pickup !== null ? (
          <>
            <AddressField
              label={text.form.pickup}
              prefix="pickup"
              value={values.pickup}
              onChange={(place) => change({ pickup: place })}
              own={(path) => ({ error: error(path) })}
            />
            <div className="service-fields">
              <ScheduledDate values={values} change={change} error={error} label={text.form.pickup_date} />
              {pickup_timeframes.length > 0 ? (
                <Select
                  className="half"
                  label={text.form.timeframe}
                  placeholder={text.form.any_time}
                  data={pickup_timeframes.map(({ code, name, start, end }) => ({
                    value: code,
                    label: `${name}, ${start}–${end}`,
                  }))}
                  value={values.pickup_timeframe}
                  onChange={(pickup_timeframe) => change({ pickup_timeframe })}
                  clearable
                  clearButtonProps={{ "aria-label": text.form.any_time }}
                  error={error("pickup_timeframe")}
                />
              ) : null}
            </div>
          </>
        ) : null}
        {shows_warehouses ? <Warehouses {...{ config, values, change, error }} /> : null}
      </div>
    </Sheet>
  );
}

function Warehouses({ config: { warehouses }, values, change, error }: OrderFieldsProps) {
  const [only] = warehouses;
  if (only !== undefined && warehouses.length === 1)
    return (
      <p>
        {text.form.bring_to({ name: only.name })} <span className="dim">{oneLine(only.place)}</span>
      </p>
    );
  return (
    <Radio.Group
      label={text.form.which_warehouse}
      withAsterisk
      value={values.warehouse_id === null ? null : String(values.warehouse_id)}
      onChange={(id) => change({ warehouse_id: Number(id) })}
      error={error("warehouse_id")}
    >
      <div className="stack tight" style={{ marginTop: 6 }}>
        {warehouses.map(({ id, name, place }) => (
          <Radio key={id} value={String(id)} label={name} description={oneLine(place)} />
        ))}
      </div>
    </Radio.Group>
  );
}

function Dropoff({ config, values, change, error }: OrderFieldsProps) {
  const country = useMe().business?.country;
  const is_collected = config.pickup !== "none" && values.pickup !== null;
  return (
    <Sheet title={text.form.where_to}>
      <div className="stack">
        {config.dropoff === "optional" ? (
          <Switch
            label={text.form.delivers}
            checked={values.dropoff !== null}
            onChange={(event) =>
              change({ dropoff: event.currentTarget.checked ? emptyPlace(country) : null })
            }
          />
        ) : null}
        {values.dropoff === null ? null : (
          <AddressField
            label={text.form.dropoff}
            prefix="dropoff"
            value={values.dropoff}
            onChange={(place) => change({ dropoff: place })}
            own={(path) => ({ error: error(path) })}
          />
        )}
        {values.dropoff === null || is_collected ? null : (
          <div className="service-fields">
            <ScheduledDate values={values} change={change} error={error} label={text.form.delivery_date} />
          </div>
        )}
      </div>
    </Sheet>
  );
}

function ScheduledDate({
  values,
  change,
  error,
  label,
}: Omit<OrderFieldsProps, "config"> & { label: string }) {
  return (
    <TextInput
      type="date"
      label={label}
      min={useTimes().today()}
      value={values.scheduled_date}
      onChange={(event) => change({ scheduled_date: event.currentTarget.value })}
      error={error("scheduled_date")}
    />
  );
}
