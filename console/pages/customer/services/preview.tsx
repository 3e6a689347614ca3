/** The form as customers see it, filled in by hand; what is wrong with the definition where it has no form. */
import { Alert } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ClientServicePreviewInput, ServiceConfig } from "../../../../packages/client/client.gen.ts";
import { useMe } from "../../../api/session.ts";
import { toAnswers } from "../../../parts/answers/answers.ts";
import { listErrors } from "../../../parts/errors.ts";
import { Sheet } from "../../../parts/page.tsx";
import { OrderFields } from "./order-form/order-fields.tsx";
import { type OrderValues, startOrder } from "./order-form/order-values.ts";
import { previewQuery } from "./queries.ts";
import { text } from "./text.ts";

const ERRORS_MAX = 6;

export function Preview({
  config,
  error,
  is_stale,
  definition,
}: {
  config: ServiceConfig | undefined;
  error: Error | null;
  /** What is shown is an earlier definition. */
  is_stale: boolean;
  /** What is previewed, as JSON. */
  definition: string;
}) {
  const errors = error === null ? [] : listErrors(error);
  return (
    <Sheet title={text.preview.title}>
      <div className="stack">
        <p className="dim small">{text.preview.about}</p>
        {errors.length > 0 ? (
          <Alert color="yellow" variant="outline" role="status" title={text.preview.refused}>
            <ul>
              {errors.slice(0, ERRORS_MAX).map(({ pointer, full_message }) => (
                <li key={`${pointer} ${full_message}`}>{full_message}</li>
              ))}
            </ul>
          </Alert>
        ) : config === undefined ? (
          <p className="dim">{text.preview.empty}</p>
        ) : (
          <div className={is_stale ? "service-beside is-stale" : "service-beside"}>
            <Form config={config} definition={definition} />
          </div>
        )}
      </div>
    </Sheet>
  );
}

function Form({ config, definition }: { config: ServiceConfig; definition: string }) {
  const country = useMe().business?.country;
  const [values, setValues] = useState<OrderValues>(() => startOrder(config, country));
  // Addresses follow the definition while it is changed.
  const start = startOrder(config, country);
  const preview_values = {
    ...values,
    pickup: config.pickup === "required" ? (values.pickup ?? start.pickup) : values.pickup,
    dropoff: config.dropoff === "required" ? (values.dropoff ?? start.dropoff) : values.dropoff,
  };
  const [answers] = useDebouncedValue(
    JSON.stringify(toAnswers(config.form_fields, preview_values.form)),
    400,
  );
  const checked = useQuery({
    ...previewQuery({
      ...(JSON.parse(definition) as ClientServicePreviewInput),
      answers: JSON.parse(answers) as Record<string, unknown>,
    }),
    enabled: answers !== "{}",
  }).data?.answer_errors;
  const error = (path: string) => {
    const field_error = checked?.find(
      ({ field }) => field.replaceAll("/", ".") === path.replace(/^form/, "answers"),
    );
    return field_error?.message;
  };
  return (
    <OrderFields
      config={config}
      values={preview_values}
      change={(part) => setValues((was) => ({ ...was, ...part }))}
      error={error}
    />
  );
}
