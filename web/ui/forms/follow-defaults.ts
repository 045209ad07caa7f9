// useFollowedDefaults(form, values): fields that nobody has changed show what a later load brings.
import { useEffect } from 'react';
import type { DefaultValues, FieldPath, FieldValues } from 'react-hook-form';

import { type AppForm, changesOf, fieldsOf, without } from './form.tsx';

/** `values` are the form's `defaultValues` as they are now. */
export function useFollowedDefaults<Values extends FieldValues>(
  { saved, getValues, setValue }: AppForm<Values>,
  values: DefaultValues<Values>,
): void {
  const followed = JSON.stringify(values);
  useEffect(() => {
    const before = saved.read();
    const typed = changesOf(before, saved.of(getValues()));
    const untouched = (all: unknown) => without(fieldsOf(all), typed);
    for (const [name, value] of Object.entries(untouched(values)))
      setValue(name as FieldPath<Values>, value as never);
    saved.write({ ...before, ...untouched(saved.of(values)) });
    // oxlint-disable-next-line react/exhaustive-deps
  }, [followed]);
}
