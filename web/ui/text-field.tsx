// Fields of one value inside a <Form>: <TextField>, <TextArea>, <NumberField> and <SelectField>. A field's name is one of its
// form's values, of its own kind: a misspelt name does not compile.
import type { ComponentProps } from 'react';

import { Field, type FieldTexts } from './field.tsx';
import type { FieldName, FieldValue } from './form-values.ts';
import type { AppForm } from './use-app-form.ts';

/** Which form a field belongs to, and which of its values it holds. */
export interface FieldOf<Values extends object, Kind extends FieldValue> {
  readonly form: AppForm<Values>;
  readonly name: FieldName<NoInfer<Values>, Kind>;
}

type FieldProps<Values extends object, Kind extends FieldValue> = FieldOf<Values, Kind> & FieldTexts;

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

/** What a control inside a <Form> spreads, and the fault of its field. */
export function readField<Values extends object>(form: AppForm<Values>, name: string) {
  const value = form.defaultValues[name];
  const defaultValue = typeof value === 'string' || typeof value === 'number' ? value : undefined;
  return { input: { name, defaultValue }, error: form.faults[name] };
}

type TextFieldProps<Values extends object> = FieldProps<Values, string> &
  InputProps & { readonly type?: 'text' | 'email' | 'tel' | 'url' | 'date' | 'time' | 'search' };

export function TextField<Values extends object>({
  form,
  name,
  label,
  hint,
  optional,
  labelHidden,
  type = 'text',
  ...input
}: TextFieldProps<Values>) {
  const { input: own, error } = readField(form, name);
  return (
    <Field {...texts(label, hint, optional, labelHidden)} error={error}>
      {(control) => <input {...control} {...input} type={type} aria-required={!optional} {...own} />}
    </Field>
  );
}

/** A whole number; what is left empty or is none becomes NaN, which the schema refuses in its own words. */
export function NumberField<Values extends object>({
  form,
  name,
  label,
  hint,
  optional,
  labelHidden,
  ...input
}: FieldProps<Values, number> & InputProps) {
  const { input: own, error } = readField(form, name);
  return (
    <Field {...texts(label, hint, optional, labelHidden)} error={error}>
      {(control) => (
        <input {...control} inputMode="numeric" {...input} type="number" aria-required={!optional} {...own} />
      )}
    </Field>
  );
}

type TextAreaProps<Values extends object> = FieldProps<Values, string> & {
  readonly rows?: number;
  readonly placeholder?: string;
};

export function TextArea<Values extends object>({
  form,
  name,
  label,
  hint,
  optional,
  labelHidden,
  rows = 4,
  placeholder,
}: TextAreaProps<Values>) {
  const { input: own, error } = readField(form, name);
  return (
    <Field {...texts(label, hint, optional, labelHidden)} error={error}>
      {(control) => (
        <textarea {...control} rows={rows} placeholder={placeholder} aria-required={!optional} {...own} />
      )}
    </Field>
  );
}

type SelectFieldProps<Values extends object> = FieldProps<Values, string> & {
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** The first line, which chooses nothing. */
  readonly placeholder?: string;
  readonly autoComplete?: string;
};

export function SelectField<Values extends object>({
  form,
  name,
  label,
  hint,
  optional,
  labelHidden,
  options,
  placeholder,
  autoComplete,
}: SelectFieldProps<Values>) {
  const { input: own, error } = readField(form, name);
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
