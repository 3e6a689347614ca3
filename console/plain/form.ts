/** Forms of public pages, with values at one level: in their bundle, imports of `@mantine/form` lead here. */
import { type ChangeEvent, type FormEvent, useState } from "react";

type Values = Record<string, string>;

export function useForm<FormValues extends Values>({
  initialValues,
  enhanceGetInputProps,
}: {
  initialValues: FormValues;
  enhanceGetInputProps?: () => object;
}) {
  const [values, setValues] = useState(initialValues);
  const [errors, setErrors] = useState<Record<string, string>>({});
  return {
    values,
    errors,
    setValues,
    setErrors,
    isDirty: () => Object.entries(values).some(([name, value]) => value !== initialValues[name]),
    reset: () => {
      setValues(initialValues);
      setErrors({});
    },
    getInputProps: (path: string) => ({
      value: values[path],
      error: errors[path],
      onChange: ({ currentTarget: { value } }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
        setValues((was) => ({ ...was, [path]: value }));
        setErrors(({ [path]: _changed, ...others }) => others);
      },
      ...enhanceGetInputProps?.(),
    }),
    onSubmit: (save: (values: FormValues) => void) => (event: FormEvent) => {
      event.preventDefault();
      setErrors({});
      save(values);
    },
  };
}
