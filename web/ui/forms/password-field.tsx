// <PasswordField>: a password inside a <Form>, shown on demand.
import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';

import { Field } from './field.tsx';
import { type FieldOf, partsOf } from './text-field.tsx';

interface PasswordFieldProps<Values extends FieldValues> extends FieldOf<Values, string> {
  label: string;
  hint?: string;
  /** Tells password managers whether it is chosen here, or was chosen before. */
  isNew?: boolean;
}

export function PasswordField<Values extends FieldValues>({
  isNew = false,
  ...props
}: PasswordFieldProps<Values>) {
  const { field, input, own } = partsOf(props);
  const [isVisible, setVisible] = useState(false);
  return (
    <Field {...field}>
      {(control) => (
        <div className="relative">
          <input
            {...control}
            className={`${control.className} pr-20`}
            type={isVisible ? 'text' : 'password'}
            autoCapitalize="none"
            spellCheck={false}
            autoComplete={isNew ? 'new-password' : 'current-password'}
            {...own}
            {...input}
          />
          <button
            type="button"
            aria-controls={control.id}
            aria-label={isVisible ? 'Hide password' : 'Show password'}
            className="absolute inset-y-0 right-0 min-w-16 cursor-pointer rounded-md px-3 text-sm font-bold text-ink underline decoration-rule underline-offset-4"
            onClick={() => setVisible(!isVisible)}
          >
            {isVisible ? 'Hide' : 'Show'}
          </button>
        </div>
      )}
    </Field>
  );
}
