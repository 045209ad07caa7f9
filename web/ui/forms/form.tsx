// const form = useAppForm({schema, onSubmit}), then <Form form={form}> fields, <FormProblem />,
// <SubmitButton> </Form>. Based on react-hook-form: the schema validates on submit and, from then
// on, each field as it changes. Errors from the server appear on their fields, and the first
// invalid field takes the focus.
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import {
  createContext,
  type Dispatch,
  type ReactNode,
  type SetStateAction,
  use,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import {
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  useForm,
  type UseFormReturn,
} from 'react-hook-form';
import type * as z from 'zod/mini';

import type { FieldFault } from '../../../domain/errors.ts';
import { Button, type ButtonProps } from '../button.tsx';
import { type ProblemWords, wasReported, wordsOfReport } from '../reported.ts';

interface AppFormOptions<Output, Values extends FieldValues> {
  schema: z.ZodMiniType<Output, Values>;
  /** Omit it in a prerendered form, so that text typed before hydration stays. */
  defaultValues?: DefaultValues<Values>;
  /**
   * Receives the validated values, and those of them that differ from what the form began with or
   * has saved: only these should be written over a record that may have changed elsewhere. If it
   * throws a failure with `details`, those appear on the fields. The caller reports the failure to
   * the person (reported.ts); an unreported failure is rethrown.
   */
  onSubmit: (values: Output, changes: Partial<Output>) => Promise<unknown>;
}

/** `Values` is the input of the schema and names the fields. */
export interface AppForm<Values extends FieldValues> extends Pick<
  UseFormReturn<Values>,
  'formState' | 'getFieldState' | 'getValues' | 'register' | 'reset' | 'watch'
> {
  /** The failure whose words were left to the form; for <FormProblem>. */
  readonly problem: ProblemWords | null;
  /** Changes a field as if it had been typed. */
  readonly setValue: UseFormReturn<Values>['setValue'];
  /** For <Form> only. */
  readonly submit: () => Promise<void>;
  /** For useFollowedDefaults only. */
  readonly setSaved: Dispatch<SetStateAction<Fields | null>>;
}

export function useAppForm<Output, Values extends FieldValues>({
  schema,
  defaultValues,
  onSubmit,
}: AppFormOptions<Output, Values>): AppForm<Values> {
  const [problem, setProblem] = useState<ProblemWords | null>(null);
  const [began] = useState<unknown>(defaultValues);
  /** What is known to be saved, as the schema writes it; null until that has changed. */
  const [saved, setSaved] = useState<Fields | null>(null);
  const beforeOf = (known: Fields | null) => known ?? parsedOrRaw(schema, began);
  const form = useForm<Values, unknown, Output>({
    resolver: standardSchemaResolver(schema),
    ...(defaultValues === undefined ? {} : { defaultValues }),
    // <Form> does that once the errors are rendered.
    shouldFocusError: false,
  });
  const submit = form.handleSubmit(async (values) => {
    // Earlier errors stay until the response, so that nothing moves meanwhile.
    let refusal: ProblemWords | null = null;
    const changes = changesOf(beforeOf(saved), values);
    try {
      await onSubmit(values, changes);
      setSaved((now) => ({ ...beforeOf(now), ...changes }));
    } catch (error) {
      // Perhaps they were saved: they are sent again, even if they are taken back.
      setSaved((now) => without(beforeOf(now), changes));
      const { details = [] } = (error ?? {}) as { readonly details?: readonly FieldFault[] };
      // The first error of a field wins.
      for (const { field, message } of details.toReversed())
        form.setError(field as FieldPath<Values>, { message });
      refusal = wordsOfReport(error);
      // The form does not repeat what a field says.
      if (details.some(({ message }) => message === refusal?.description))
        refusal = refusal && { title: refusal.title };
      if (!wasReported(error)) throw error;
    } finally {
      setProblem(refusal);
    }
  });
  return {
    ...form,
    problem,
    submit,
    setSaved,
    setValue: (name, value) => {
      form.setValue(name, value);
      // For a list of rows this checks the list as well as its fields.
      if (form.formState.isSubmitted) void form.trigger(name);
    },
  };
}

export type Fields = Readonly<Record<string, unknown>>;

export const fieldsOf = (value: unknown) => Object(value) as Fields;

/** The values as the schema writes them; as they are if they do not fit it. */
export function parsedOrRaw(schema: z.ZodMiniType, values: unknown): Fields {
  const parsed = schema.safeParse(values);
  return fieldsOf(parsed.success ? parsed.data : values);
}

/** The values that are not as they were. */
export function changesOf<Values>(before: Fields, values: Values): Partial<Values> {
  const changes = Object.entries(fieldsOf(values)).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]),
  );
  return Object.fromEntries(changes) as Partial<Values>;
}

export const without = (fields: Fields, others: object): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !Object.hasOwn(others, name)));

const FormContext = createContext({
  id: '',
  problem: null as ProblemWords | null,
  isSubmitting: false,
});

interface FormProps<Values extends FieldValues> {
  form: AppForm<Values>;
  children: ReactNode;
  className?: string;
  /** Names the form for screen readers if no heading does. */
  label?: string;
  /** For a submit button outside the form. */
  id?: string;
  /** For prerendered pages: a submit before hydration is queued and sent afterwards. */
  queuesEarly?: boolean;
}

export function Form<Values extends FieldValues>({
  form: { formState, problem, submit },
  children,
  className = 'grid gap-5',
  label,
  id: ownId,
  queuesEarly = false,
}: FormProps<Values>) {
  const { isSubmitting, submitCount } = formState;
  const element = useRef<HTMLFormElement>(null);
  const generatedId = useId();
  const id = ownId ?? generatedId;
  const state = useMemo(() => ({ id, problem, isSubmitting }), [id, problem, isSubmitting]);
  // After the errors are rendered, so that a screen reader reads them with the field.
  useEffect(() => {
    if (submitCount > 0)
      element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [submitCount]);
  return (
    <FormContext value={state}>
      <form
        ref={element}
        id={id}
        // Without scripts, the browser would otherwise put personal data into the address.
        method="post"
        noValidate
        aria-label={label}
        className={className}
        data-queue={queuesEarly ? '' : undefined}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {children}
      </form>
    </FormContext>
  );
}

/**
 * The form's own button: busy while the form is submitted, and while `busy` is set. It may be
 * rendered elsewhere, as in the foot of a dialog.
 */
export function SubmitButton({ busy = false, ...rest }: Omit<ButtonProps, 'type'>) {
  const { id, isSubmitting } = use(FormContext);
  return <Button {...rest} type="submit" form={id} busy={isSubmitting || busy} />;
}

/**
 * Shows why the form was refused, where a toast would disappear too soon. The failure's words have
 * to be left to it, as `isShownByForm` of a mutation does.
 */
export function FormProblem() {
  const { problem } = use(FormContext);
  const element = useRef<HTMLDivElement>(null);
  // In a long form on a phone it would appear out of sight. An invalid field then takes the focus.
  useEffect(() => {
    if (problem !== null) element.current?.scrollIntoView({ block: 'nearest' });
  }, [problem]);
  if (problem === null) return null;
  return (
    // Like a <Notice>, which would be too much for the sign-in page's scripts.
    <div
      ref={element}
      role="alert"
      // Not behind the foot of a dialog.
      className="scroll-mb-24 rounded-md border border-negative bg-negative-wash px-4 py-2.5 leading-snug wrap-anywhere"
    >
      <p className="font-bold">{problem.title}</p>
      {problem.description !== undefined && <p>{problem.description}</p>}
    </div>
  );
}
