// useFollowedDefaults(form, schema, values): fields that nobody has changed show what a later load
// brings.
import { useEffect, useRef } from 'react';
import type { FieldPath, FieldValues } from 'react-hook-form';
import type * as z from 'zod/mini';

import { type AppForm, changesOf, fieldsOf, parsedOrRaw, without } from './form.tsx';

/** `schema` is the form's, and `values` are its `defaultValues` as they are now. */
export function useFollowedDefaults<Values extends FieldValues>(
  { getValues, setValue, setSaved }: AppForm<Values>,
  schema: z.ZodMiniType<unknown, Values>,
  values: Values,
): void {
  const followed = JSON.stringify(values);
  const shown = useRef(values);
  useEffect(() => {
    const parsed = (all: Values) => parsedOrRaw(schema, all);
    const typed = changesOf(parsed(shown.current), parsed(getValues()));
    const untouched = (all: object) => without(fieldsOf(all), typed);
    for (const [name, value] of Object.entries(untouched(values)))
      setValue(name as FieldPath<Values>, value as never);
    setSaved((saved) => ({ ...saved, ...untouched(parsed(values)) }));
    shown.current = values;
    // oxlint-disable-next-line react/exhaustive-deps
  }, [followed]);
}
