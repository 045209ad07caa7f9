// A form: const form = useAppForm({schema, onSubmit}); <Form form={form}> fields, <SubmitButton> </Form>.
// Checks on submit and then on every change; marks the fields that the server finds at fault and focuses the first.
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import type { ReactNode, SubmitEvent } from 'react';
import {
  FormProvider,
  useForm,
  useFormContext,
  useFormState,
  type DefaultValues,
  type FieldValues,
  type Path,
  type UseFormReturn,
} from 'react-hook-form';
import * as z from 'zod/mini';

import type { FieldFault } from '../../domain/errors.ts';
import { Button, type ButtonProps } from './button.tsx';
import { wasReported } from './reported.ts';

// Compiled schemas would need eval, which the Content-Security-Policy forbids.
z.config({ jitless: true });

type FormSchema<Input extends FieldValues, Output> = z.ZodMiniType<Output, Input>;

interface AppFormOptions<Input extends FieldValues, Output> {
  readonly schema: FormSchema<Input, Output>;
  /** Leave it out in a prerendered form, so that what was typed before React took over stays. */
  readonly defaultValues?: DefaultValues<Input>;
  /**
   * Gets the checked values. When it throws a failure with `details`, those are put on the fields; whoever made the call
   * tells the person of it (a failure that nobody has told of is thrown on).
   */
  readonly onSubmit: (values: Output) => Promise<unknown>;
}

export interface AppForm<Input extends FieldValues, Output> extends UseFormReturn<Input, unknown, Output> {
  readonly submit: (event: SubmitEvent<HTMLFormElement>) => Promise<void>;
}

export function useAppForm<Input extends FieldValues, Output>({
  schema,
  defaultValues,
  onSubmit,
}: AppFormOptions<Input, Output>): AppForm<Input, Output> {
  const form = useForm<Input, unknown, Output>({
    resolver: standardSchemaResolver(schema),
    mode: 'onSubmit',
    reValidateMode: 'onChange',
    ...(defaultValues === undefined ? {} : { defaultValues }),
  });
  const submit = form.handleSubmit(async (values) => {
    try {
      await onSubmit(values);
    } catch (error) {
      markFaults(form, faultsOf(error));
      if (!wasReported(error)) throw error;
    }
  });
  return { ...form, submit };
}

function faultsOf(error: unknown): readonly FieldFault[] {
  const { details } = (error ?? {}) as { readonly details?: readonly FieldFault[] };
  return details ?? [];
}

function markFaults<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  faults: readonly FieldFault[],
): void {
  const values = form.getValues();
  const own = faults.filter(({ field }) => Object.hasOwn(values, field));
  for (const [index, { field, message }] of own.entries()) {
    form.setError(field as Path<Input>, { type: 'server', message }, { shouldFocus: index === 0 });
  }
}

interface FormProps<Input extends FieldValues, Output> {
  readonly form: AppForm<Input, Output>;
  readonly children: ReactNode;
  readonly className?: string;
  /** Names the form for screen readers when no heading does. */
  readonly label?: string;
  /** In prerendered pages: a submit before React takes over is held and sent then. */
  readonly hold?: boolean;
}

export function Form<Input extends FieldValues, Output>({
  form,
  children,
  className = 'grid gap-5',
  label,
  hold = false,
}: FormProps<Input, Output>) {
  return (
    <FormProvider {...form}>
      <form
        // A browser that runs no script would otherwise put personal data into the address.
        method="post"
        noValidate
        aria-label={label}
        className={className}
        data-hold={hold ? '' : undefined}
        onSubmit={(event) => void form.submit(event)}
      >
        {children}
      </form>
    </FormProvider>
  );
}

/** The form's own button: busy while it is sent. */
export function SubmitButton(props: Omit<ButtonProps, 'type' | 'busy'>) {
  const { isSubmitting } = useFormState();
  return <Button {...props} type="submit" busy={isSubmitting} />;
}

/** A field's registration and its error, for controls inside a <Form>. */
export function useField(name: string) {
  const { register } = useFormContext();
  const { errors } = useFormState({ name });
  const message = errors[name]?.message;
  return { register, error: typeof message === 'string' ? message : undefined };
}
