/** Limits of a token: calls, orders and money. */
import { NumberInput, TextInput } from "@mantine/core";
import type { Token } from "../../../../../packages/client/client.gen.ts";
import { client } from "../../../../api/client.ts";
import { useMe } from "../../../../api/session.ts";
import { FormDrawer } from "../../../../parts/form-drawer.tsx";
import { type FieldOptions, getRules } from "../../../../parts/form-rules.ts";
import { minorUnits, money, toMinor } from "../../../../parts/format.ts";
import { text } from "./text.ts";

const RULES = getRules("userTokenUpdate");

/** Amounts as they are entered; empty for no limit. */
export interface LimitValues {
  calls_per_minute: number | string;
  orders_per_day: number | string;
  money_minor_per_day: number | string;
}
export const NO_LIMITS: LimitValues = { calls_per_minute: "", orders_per_day: "", money_minor_per_day: "" };

export function describeLimits(
  { calls_per_minute, orders_per_day, money_minor_per_day }: Token,
  currency: string | undefined,
): string {
  const limits = [
    calls_per_minute === null ? null : text.calls({ n: calls_per_minute }),
    orders_per_day === null ? null : text.orders({ n: orders_per_day }),
    money_minor_per_day === null ? null : text.money({ amount: money(money_minor_per_day, currency) }),
  ].filter((limit) => limit !== null);
  return limits.length === 0 ? text.no_limits : text.at_most({ limits: limits.join(", ") });
}

/** Null where there is no limit. */
export function readLimits(
  { calls_per_minute, orders_per_day, money_minor_per_day }: LimitValues,
  currency: string,
) {
  const read = (entered: number | string) => (entered === "" ? null : Number(entered));
  return {
    calls_per_minute: read(calls_per_minute),
    orders_per_day: read(orders_per_day),
    money_minor_per_day: money_minor_per_day === "" ? null : toMinor(money_minor_per_day, currency),
  };
}

export function LimitFields({
  field,
  currency,
}: {
  /** The members of an input, of the form that has these fields. */
  field: (name: keyof LimitValues, options?: FieldOptions) => object;
  currency: string;
}) {
  return (
    <>
      <NumberInput label={text.calls_label} placeholder={text.no_limit} {...field("calls_per_minute")} />
      <NumberInput
        label={text.orders_label}
        description={text.orders_about}
        placeholder={text.no_limit}
        {...field("orders_per_day")}
      />
      <NumberInput
        label={text.money_label({ currency })}
        description={text.money_about}
        placeholder={text.no_limit}
        {...field("money_minor_per_day", { factor: minorUnits(currency) })}
      />
    </>
  );
}

export function TokenLimits({ token, close }: { token: Token; close: () => void }) {
  const currency = useMe().business?.currency ?? "EUR";
  const { calls_per_minute, orders_per_day, money_minor_per_day } = token;
  const initial = {
    name: token.name ?? "",
    calls_per_minute: calls_per_minute ?? "",
    orders_per_day: orders_per_day ?? "",
    money_minor_per_day: money_minor_per_day === null ? "" : money_minor_per_day / minorUnits(currency),
  };
  return (
    <FormDrawer
      rules={RULES}
      close={close}
      title={text.limits_title}
      confirm={text.limits_submit}
      initial={initial}
      run={({ name, ...limits }) =>
        client.userTokenUpdate({ token_id: token.id, name: name.trim(), ...readLimits(limits, currency) })
      }
      keys={[["tokens"]]}
      success_message={text.limits_saved}
    >
      {(form) => (
        <>
          <TextInput data-autofocus label={text.name} {...form.field("name", { required: true })} />
          <LimitFields field={form.field} currency={currency} />
          <p className="dim small">{text.limits_about}</p>
        </>
      )}
    </FormDrawer>
  );
}
