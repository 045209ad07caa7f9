// const form = useAppForm({schema, onSubmit}): the state of a form, for <Form> and its fields.
// The inputs keep their own values; the schema checks them on submit and, from then on, each one as it changes. Faults that
// the server finds are put on their fields, and the first fault takes the focus.
import { useCallback, useEffect, useRef, useState } from 'react';
import type * as z from 'zod/mini';

import type { FieldFault } from '../../domain/errors.ts';
import {
  controlsOf,
  type FieldName,
  type Faults,
  faultsByField,
  isControl,
  type RawValues,
  readValues,
} from './form-values.ts';
import { wasReported } from './reported.ts';

interface AppFormOptions<Output, Input extends object> {
  readonly schema: z.ZodMiniType<Output, Input>;
  /** Leave it out in a prerendered form, so that what was typed before React took over stays. */
  readonly defaultValues?: Partial<Input>;
  /**
   * Gets the checked values. When it throws a failure with `details`, those are put on the fields. Whoever made the call
   * reports it to the person (reported.ts); a failure that nobody has reported is thrown on.
   */
  readonly onSubmit: (values: Output) => Promise<unknown>;
  /** Gets the raw values at every change, for a page that has something to say about them. */
  readonly onChange?: (values: RawValues<Input>) => void;
}

/** `Values` is what the schema takes: it names the fields. */
export interface AppForm<Values extends object> {
  readonly faults: Faults;
  /** Why the form was refused as a whole, where no field is at fault; for <FormProblem>. */
  readonly problem: string | null;
  readonly isSubmitting: boolean;
  readonly defaultValues: Readonly<Record<string, unknown>>;
  /** Back to the default values, without faults. */
  readonly reset: () => void;
  /** Changes one field as if it had been typed. */
  readonly setValue: (name: FieldName<Values>, value: string) => void;
  /** For <Form> alone. */
  readonly attach: (element: HTMLFormElement | null) => void;
  readonly submit: () => Promise<void>;
  readonly change: (name: string) => void;
}

export function useAppForm<Output, Input extends object>({
  schema,
  defaultValues,
  onSubmit,
  onChange,
}: AppFormOptions<Output, Input>): AppForm<Input> {
  const element = useRef<HTMLFormElement>(null);
  const [faults, setFaults] = useState<Faults>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [isSubmitting, setSubmitting] = useState(false);
  const attach = useCallback((form: HTMLFormElement | null) => {
    element.current = form;
  }, []);
  const wasSubmitted = useRef(false);
  const [refusals, setRefusals] = useState(0);

  // After the faults are in the page, so that a screen reader reads them with the field.
  useEffect(() => {
    if (refusals === 0) return;
    const isFaulty = (control: Element) => control.getAttribute('aria-invalid') === 'true';
    controlsOf(element.current).find(isFaulty)?.focus();
  }, [refusals]);

  const refuse = (next: Faults) => {
    setFaults(next);
    setRefusals((count) => count + 1);
  };

  const submit = async () => {
    if (isSubmitting) return;
    wasSubmitted.current = true;
    const result = schema.safeParse(readValues(controlsOf(element.current)));
    if (!result.success) {
      refuse(
        faultsByField(result.error.issues.map(({ path, message }) => ({ field: String(path[0]), message }))),
      );
      return;
    }
    setFaults({});
    setSubmitting(true);
    // What was wrong before stays until the answer, so that nothing moves meanwhile.
    let refusal: string | null = null;
    try {
      await onSubmit(result.data);
    } catch (error) {
      const { details = [] } = (error ?? {}) as { readonly details?: readonly FieldFault[] };
      if (details.length > 0) refuse(faultsByField(details));
      else if (error instanceof Error) refusal = error.message;
      if (!wasReported(error)) throw error;
    } finally {
      setProblem(refusal);
      setSubmitting(false);
    }
  };

  const change = (name: string) => {
    const values = readValues(controlsOf(element.current));
    onChange?.(values);
    if (!wasSubmitted.current) return;
    const issue = schema.safeParse(values).error?.issues.find(({ path }) => path[0] === name);
    setFaults(({ [name]: _, ...others }) =>
      issue === undefined ? others : { ...others, [name]: issue.message },
    );
  };

  return {
    faults,
    problem,
    isSubmitting,
    defaultValues: { ...defaultValues },
    attach,
    submit,
    change,
    reset: () => {
      wasSubmitted.current = false;
      setFaults({});
      setProblem(null);
      element.current?.reset();
    },
    setValue: (name, value) => {
      const control = element.current?.elements.namedItem(name);
      if (!isControl(control)) throw new Error(`The form has no field named ${name}.`);
      control.value = value;
      change(name);
    },
  };
}
