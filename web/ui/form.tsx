// <Form form={form}> fields, <FormProblem />, <SubmitButton> </Form>; use-app-form.ts makes `form`.
import { createContext, use, type ChangeEvent, type ReactNode, type SubmitEvent } from 'react';

import { Button, type ButtonProps } from './button.tsx';
import { isControl } from './form-values.ts';
import type { AppForm } from './use-app-form.ts';

type FormState = Pick<AppForm<object>, 'problem' | 'isSubmitting'>;

const FormContext = createContext<FormState | null>(null);

interface FormProps<Values extends object> {
  readonly form: AppForm<Values>;
  readonly children: ReactNode;
  readonly className?: string;
  /** Names the form for screen readers when no heading does. */
  readonly label?: string;
  /** In prerendered pages: a submit before React takes over is held and sent then. */
  readonly hold?: boolean;
}

export function Form<Values extends object>({
  form,
  children,
  className = 'grid gap-5',
  label,
  hold = false,
}: FormProps<Values>) {
  const { attach, submit, change } = form;
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    void submit();
  };
  const handleChange = (event: ChangeEvent<HTMLFormElement>) => {
    const changed: unknown = event.target;
    if (isControl(changed)) change(changed.name);
  };
  return (
    <FormContext value={form}>
      <form
        ref={attach}
        // A browser that runs no script would otherwise put personal data into the address.
        method="post"
        noValidate
        aria-label={label}
        className={className}
        data-hold={hold ? '' : undefined}
        onSubmit={handleSubmit}
        onChange={handleChange}
      >
        {children}
      </form>
    </FormContext>
  );
}

function useFormState(): FormState {
  const form = use(FormContext);
  if (form === null) throw new Error('A part of a form stands outside of a <Form>.');
  return form;
}

/** The form's own button: busy while it is sent, and for as long as `busy` says besides. */
export function SubmitButton({ busy = false, ...rest }: Omit<ButtonProps, 'type'>) {
  const { isSubmitting } = useFormState();
  return <Button {...rest} type="submit" busy={isSubmitting || busy} />;
}

/** Where the form says why it was refused as a whole; the message in the corner, which is announced, has gone by then. */
export function FormProblem() {
  const { problem } = useFormState();
  if (problem === null) return null;
  return (
    <p className="rounded-md border border-negative bg-negative-wash px-3.5 py-2.5 leading-snug">{problem}</p>
  );
}
