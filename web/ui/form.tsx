// A form: const form = useAppForm({schema, onSubmit}); <Form form={form}> fields, <SubmitButton> </Form>.
// The inputs keep their own values; the schema checks them on submit and, from then on, each one as it changes. Faults that
// the server finds are put on their fields, and the first fault takes the focus.
import {
  createContext,
  use,
  useCallback,
  useEffect,
  useRef,
  useState,
  type ChangeEvent,
  type ReactNode,
  type SubmitEvent,
} from 'react';
import * as z from 'zod/mini';

import type { FieldFault } from '../../domain/errors.ts';
import { Button, type ButtonProps } from './button.tsx';
import { wasReported } from './reported.ts';

// Compiled schemas would need eval, which the Content-Security-Policy forbids.
z.config({ jitless: true });

type Faults = Readonly<Record<string, string>>;
type FieldValue = string | number | boolean;

interface AppFormOptions<Output, Input extends object> {
  readonly schema: z.ZodMiniType<Output, Input>;
  /** Leave it out in a prerendered form, so that what was typed before React took over stays. */
  readonly defaultValues?: Partial<Input>;
  /**
   * Gets the checked values. When it throws a failure with `details`, those are put on the fields. Whoever made the call
   * tells the person of it (reported.ts); a failure that nobody has told of is thrown on.
   */
  readonly onSubmit: (values: Output) => Promise<unknown>;
  /** Gets the raw values at every change, for a page that has something to say about them. */
  readonly onChange?: (values: Readonly<Record<string, FieldValue>>) => void;
}

export interface AppForm {
  readonly faults: Faults;
  /** Why the form was refused as a whole, where no field is at fault; for <FormProblem>. */
  readonly problem: string | null;
  readonly isSubmitting: boolean;
  readonly defaultValues: Readonly<Record<string, unknown>>;
  /** Back to the default values, without faults. */
  readonly reset: () => void;
  /** Changes one field as if it had been typed. */
  readonly setValue: (name: string, value: string) => void;
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
}: AppFormOptions<Output, Input>): AppForm {
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
    if (refusals > 0) firstFaulty(element.current)?.focus();
  }, [refusals]);

  const refuse = (next: Faults) => {
    setFaults(next);
    setRefusals((count) => count + 1);
  };

  const submit = async () => {
    if (isSubmitting) return;
    wasSubmitted.current = true;
    const result = schema.safeParse(readValues(element.current));
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
    const values = readValues(element.current);
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

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

function isControl(element: unknown): element is Control {
  return (
    element instanceof HTMLInputElement ||
    element instanceof HTMLSelectElement ||
    element instanceof HTMLTextAreaElement
  );
}

function controlsOf(form: HTMLFormElement | null): Control[] {
  return [...(form?.elements ?? [])].filter(isControl).filter(({ name }) => name !== '');
}

/** Numbers as numbers, also when they are none (NaN), which a schema refuses in its own words. */
function readValues(form: HTMLFormElement | null): Record<string, FieldValue> {
  const values: Record<string, FieldValue> = {};
  for (const control of controlsOf(form)) values[control.name] = valueOf(control);
  return values;
}

function valueOf(control: Control): FieldValue {
  if (!(control instanceof HTMLInputElement)) return control.value;
  if (control.type === 'number') return control.valueAsNumber;
  return control.type === 'checkbox' ? control.checked : control.value;
}

/** The first fault of each field. */
function faultsByField(faults: readonly FieldFault[]): Faults {
  return Object.fromEntries(faults.map(({ field, message }) => [field, message] as const).toReversed());
}

function firstFaulty(form: HTMLFormElement | null): Control | undefined {
  return controlsOf(form).find((control) => control.getAttribute('aria-invalid') === 'true');
}

const FormContext = createContext<AppForm | null>(null);

interface FormProps {
  readonly form: AppForm;
  readonly children: ReactNode;
  readonly className?: string;
  /** Names the form for screen readers when no heading does. */
  readonly label?: string;
  /** In prerendered pages: a submit before React takes over is held and sent then. */
  readonly hold?: boolean;
}

export function Form({ form, children, className = 'grid gap-5', label, hold = false }: FormProps) {
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

function useFormContext(): AppForm {
  const form = use(FormContext);
  if (form === null) throw new Error('A field stands outside of a <Form>.');
  return form;
}

/** The form's own button: busy while it is sent. */
export function SubmitButton(props: Omit<ButtonProps, 'type' | 'busy'>) {
  const { isSubmitting } = useFormContext();
  return <Button {...props} type="submit" busy={isSubmitting} />;
}

/** Where the form says why it was refused as a whole; the message in the corner, which is announced, has gone by then. */
export function FormProblem() {
  const { problem } = useFormContext();
  if (problem === null) return null;
  return (
    <p className="rounded-md border border-negative bg-negative-wash px-3.5 py-2.5 leading-snug">{problem}</p>
  );
}

/** What a control inside a <Form> spreads, and the fault of its field. */
export function useField(name: string) {
  const { faults, defaultValues } = useFormContext();
  const value = defaultValues[name];
  const defaultValue = typeof value === 'string' || typeof value === 'number' ? value : undefined;
  return { input: { name, defaultValue }, error: faults[name] };
}
