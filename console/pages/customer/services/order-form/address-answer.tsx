/** An address that a form asks for, with the addresses of the business as proposals. */
import type { Place } from "../../../../../packages/client/client.gen.ts";
import { useMe } from "../../../../api/session.ts";
import { AddressField } from "../../../../parts/address/address-field.tsx";
import type { AddressProps } from "../../../../parts/answers/answer-fields.tsx";
import { emptyPlace } from "./order-values.ts";

export function AddressAnswer({ label, path, is_required, value, onChange, error }: AddressProps) {
  const country = useMe().business?.country;
  return (
    <AddressField
      label={is_required ? `${label} *` : label}
      prefix={path}
      value={(value as Place | undefined) ?? emptyPlace(country)}
      onChange={onChange}
      own={(path) => ({ error: error(path) })}
    />
  );
}
