// Fields of one value inside a <Form>: <TextField>, <TextArea>, <NumberField> and <SelectField>. A
// field's name must be one of its form's values of the same kind: a misspelt name does not compile.
import type { ComponentProps, WheelEvent } from 'react';
import { get, type FieldPath, type FieldPathByValue, type FieldValues } from 'react-hook-form';

import { LENGTHS } from '../../../domain/limits.ts';
import { shortenPhone } from '../../../domain/text.ts';
import { Field, type FieldTexts } from './field.tsx';
import type { AppForm } from './form.tsx';

/** The form of a field, and the name of its value. */
export interface FieldOf<Values extends FieldValues, Kind> {
  readonly form: AppForm<Values>;
  readonly name: FieldPathByValue<NoInfer<Values>, Kind | undefined>;
}

type FieldProps<Values extends FieldValues, Kind> = FieldOf<Values, Kind> & FieldTexts;

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

/** Splits props into those of the field, those of every form control, and the control's own. */
export function partsOf<Values extends FieldValues, Own extends object>(
  {
    form,
    name,
    label,
    hint,
    optional = false,
    labelHidden = false,
    ...own
  }: FieldTexts & { form: AppForm<Values>; name: FieldPath<Values> } & Own,
  options: { valueAsNumber?: true; setValueAs?: typeof sentPhone } = {},
) {
  const { error } = form.getFieldState(name, form.formState);
  // A name with dots is a path.
  const value: unknown = get(form.formState.defaultValues, name);
  return {
    field: { label, hint, optional, labelHidden, error: error?.message },
    input: {
      // Removing a field removes its value.
      ...form.register(name, { ...options, shouldUnregister: true }),
      // Written into the HTML, too, where unsaved-input.ts looks for it.
      defaultValue: typeof value === 'string' || typeof value === 'number' ? value : undefined,
      'aria-required': !optional,
    },
    own,
  };
}

type TextFieldProps<Values extends FieldValues> = FieldProps<Values, string> &
  InputProps & { type?: 'text' | 'email' | 'tel' | 'url' | 'date' | 'time' | 'search' };

export function TextField<Values extends FieldValues>({
  type = 'text',
  ...props
}: TextFieldProps<Values>) {
  const { field, input, own } = partsOf(props, type === 'tel' ? { setValueAs: sentPhone } : {});
  return (
    <Field {...field}>
      {(control) => <input {...control} autoComplete="off" {...own} type={type} {...input} />}
    </Field>
  );
}

/** The field shows a long phone number as it was typed; it is checked and sent without spaces. */
const sentPhone = (typed: unknown): unknown =>
  typeof typed === 'string' ? shortenPhone(typed, LENGTHS.phone.max) : typed;

/**
 * What every number field has. The wheel scrolls the page: over a focused field it would change the
 * number without a sign.
 */
export const numberInput = {
  type: 'number',
  inputMode: 'numeric',
  onWheel: ({ currentTarget }: WheelEvent<HTMLInputElement>) => currentTarget.blur(),
} as const;

/**
 * A whole number; empty or invalid input becomes NaN, which the schema rejects in its own words.
 */
export function NumberField<Values extends FieldValues>(
  props: FieldProps<Values, number> & InputProps,
) {
  const { field, input, own } = partsOf(props, { valueAsNumber: true });
  return (
    <Field {...field}>
      {(control) => <input {...control} {...own} {...numberInput} {...input} />}
    </Field>
  );
}

type TextAreaProps<Values extends FieldValues> = FieldProps<Values, string> &
  Pick<ComponentProps<'textarea'>, 'rows' | 'placeholder'>;

export function TextArea<Values extends FieldValues>({
  rows = 4,
  ...props
}: TextAreaProps<Values>) {
  const { field, input, own } = partsOf(props);
  return (
    <Field {...field}>
      {(control) => <textarea {...control} rows={rows} {...own} {...input} />}
    </Field>
  );
}

type SelectFieldProps<Values extends FieldValues> = FieldProps<Values, string> & {
  options: readonly { value: string; label: string }[];
  /** The first option, which selects nothing. */
  placeholder?: string;
  autoComplete?: string;
};

export function SelectField<Values extends FieldValues>({
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
