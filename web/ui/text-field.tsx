// Fields of one value inside a <Form>: <TextField>, <TextArea>, <NumberField> and <SelectField>, each named as the form's
// schema names it.
import type { ComponentProps } from 'react';

import { Field, type FieldTexts } from './field.tsx';
import { useField } from './form.tsx';

interface Named extends FieldTexts {
  readonly name: string;
}

type InputProps = Pick<
  ComponentProps<'input'>,
  | 'autoComplete'
  | 'inputMode'
  | 'placeholder'
  | 'maxLength'
  | 'min'
  | 'max'
  | 'step'
  | 'spellCheck'
  | 'autoCapitalize'
>;

interface TextFieldProps extends Named, InputProps {
  readonly type?: 'text' | 'email' | 'tel' | 'url' | 'date' | 'time' | 'search';
}

export function TextField({
  name,
  label,
  hint,
  optional,
  labelHidden,
  type = 'text',
  ...input
}: TextFieldProps) {
  const { input: own, error } = useField(name);
  return (
    <Field {...texts(label, hint, optional, labelHidden)} error={error}>
      {(control) => <input {...control} {...input} type={type} aria-required={!optional} {...own} />}
    </Field>
  );
}

/** A whole number; what is left empty or is none becomes NaN, which the schema refuses in its own words. */
export function NumberField({ name, label, hint, optional, labelHidden, ...input }: Named & InputProps) {
  const { input: own, error } = useField(name);
  return (
    <Field {...texts(label, hint, optional, labelHidden)} error={error}>
      {(control) => (
        <input {...control} inputMode="numeric" {...input} type="number" aria-required={!optional} {...own} />
      )}
    </Field>
  );
}

interface TextAreaProps extends Named {
  readonly rows?: number;
  readonly placeholder?: string;
}

export function TextArea({ name, label, hint, optional, labelHidden, rows = 4, placeholder }: TextAreaProps) {
  const { input: own, error } = useField(name);
  return (
    <Field {...texts(label, hint, optional, labelHidden)} error={error}>
      {(control) => (
        <textarea {...control} rows={rows} placeholder={placeholder} aria-required={!optional} {...own} />
      )}
    </Field>
  );
}

interface SelectFieldProps extends Named {
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** The first line, which chooses nothing. */
  readonly placeholder?: string;
  readonly autoComplete?: string;
}

export function SelectField({
  name,
  label,
  hint,
  optional,
  labelHidden,
  options,
  placeholder,
  autoComplete,
}: SelectFieldProps) {
  const { input: own, error } = useField(name);
  return (
    <Field {...texts(label, hint, optional, labelHidden)} error={error}>
      {(control) => (
        <select {...control} autoComplete={autoComplete} aria-required={!optional} {...own}>
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

function texts(
  label: string,
  hint: string | undefined,
  optional: boolean | undefined,
  labelHidden: boolean | undefined,
): FieldTexts {
  return { label, hint, optional: optional ?? false, labelHidden: labelHidden ?? false };
}
