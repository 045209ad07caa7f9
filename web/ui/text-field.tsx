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

/** What is the field's, what every control of a form spreads, and what is the control's own. */
export function partsOf<Values extends object, Own extends object>({
  form,
  name,
  label,
  hint,
  optional = false,
  labelHidden = false,
  ...own
}: FieldTexts & { readonly form: AppForm<Values>; readonly name: string } & Own) {
  const value = form.defaultValues[name];
  const defaultValue = typeof value === 'string' || typeof value === 'number' ? value : undefined;
  return {
    field: { label, hint, optional, labelHidden, error: form.faults[name] },
    input: { name, defaultValue, 'aria-required': !optional },
    own,
  };
}

type TextFieldProps<Values extends object> = FieldProps<Values, string> &
  InputProps & { readonly type?: 'text' | 'email' | 'tel' | 'url' | 'date' | 'time' | 'search' };

export function TextField<Values extends object>({ type = 'text', ...props }: TextFieldProps<Values>) {
  const { field, input, own } = partsOf(props);
  return <Field {...field}>{(control) => <input {...control} {...own} type={type} {...input} />}</Field>;
}

/** A whole number; what is left empty or is none becomes NaN, which the schema refuses in its own words. */
export function NumberField<Values extends object>(props: FieldProps<Values, number> & InputProps) {
  const { field, input, own } = partsOf(props);
  return (
    <Field {...field}>
      {(control) => <input {...control} inputMode="numeric" {...own} type="number" {...input} />}
    </Field>
  );
}

type TextAreaProps<Values extends object> = FieldProps<Values, string> &
  Pick<ComponentProps<'textarea'>, 'rows' | 'placeholder'>;

export function TextArea<Values extends object>({ rows = 4, ...props }: TextAreaProps<Values>) {
  const { field, input, own } = partsOf(props);
  return <Field {...field}>{(control) => <textarea {...control} rows={rows} {...own} {...input} />}</Field>;
}

type SelectFieldProps<Values extends object> = FieldProps<Values, string> & {
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** The first line, which chooses nothing. */
  readonly placeholder?: string;
  readonly autoComplete?: string;
};

export function SelectField<Values extends object>({
  options,
  placeholder,
  ...props
}: SelectFieldProps<Values>) {
  const { field, input, own } = partsOf(props);
  return (
    <Field {...field}>
      {(control) => (
        <select {...control} {...own} {...input}>
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
