// <AnswerForm>: answers one question: radios, checkboxes, a typed number or a text.
import { type RefObject, useEffect, useId, useRef, useState } from 'react';

import { LENGTHS } from '../../../domain/limits.ts';
import type { Answer } from '../../../domain/topics/attempt.ts';
import type { VisibleQuestion } from '../../../domain/topics/item.ts';
import { ApiError } from '../../transport/failures.ts';
import { Button, type ButtonVariant } from '../../ui/button.tsx';
import { Choice, choiceListClass } from '../../ui/forms/choice.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { Rendered } from '../../ui/rendered.tsx';
import { NumberAnswerField, readFor } from './number-field.tsx';

/** What was typed or chosen and not sent, by the id of its question. */
export type Drafts = Map<string, Answer>;

interface AnswerFormProps {
  question: VisibleQuestion;
  /** Keeps what is not sent while another question shows. */
  drafts: Drafts;
  draftId: string;
  /** Sends or keeps the answer; throws the ApiError of a refusal. */
  onAnswer: (answer: Answer) => Promise<unknown>;
  submitLabel: string;
  /** The id of the question's text. */
  describedBy: string;
  variant?: ButtonVariant | undefined;
}

export function AnswerForm(props: AnswerFormProps) {
  const { question, drafts, draftId, submitLabel, describedBy, variant = 'primary' } = props;
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const draft = drafts.get(draftId);
    if (draft !== undefined) restore(form.current, draft);
  }, [drafts, draftId]);
  const { fault, isBusy, submit, clearFault } = useAnswer(props, form);
  return (
    <form
      ref={form}
      noValidate
      className="grid grid-cols-1 gap-4"
      onInput={(event) => {
        clearFault();
        drafts.set(draftId, answerIn(question, new FormData(event.currentTarget)));
      }}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) void submit(new FormData(event.currentTarget));
      }}
    >
      {question.kind === 'choice' && (
        <Choices question={question} error={fault} describedBy={describedBy} />
      )}
      {question.kind === 'number' && <NumberAnswerField question={question} error={fault} />}
      {question.kind === 'points' && (
        <Field
          label="Your answer"
          hint="In your own words. Then you compare it with a full answer."
          error={fault ?? undefined}
        >
          {(control) => (
            <textarea {...control} name="answer" rows={4} maxLength={LENGTHS.answer.max} />
          )}
        </Field>
      )}
      <Button
        type="submit"
        variant={variant}
        className="sm:justify-self-start"
        busy={isBusy}
        busyLabel="Sending..."
      >
        {submitLabel}
      </Button>
    </form>
  );
}

/** Sends the answer of the form, or says why it cannot be sent. */
function useAnswer(
  { question, drafts, draftId, onAnswer }: AnswerFormProps,
  form: RefObject<HTMLFormElement | null>,
) {
  const [fault, setFault] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const refuse = (text: string) => {
    setFault(text);
    form.current?.querySelector<HTMLElement>('input, textarea')?.focus();
  };
  const submit = async (data: FormData) => {
    const answer = answerIn(question, data);
    const reason = faultOf(question, answer);
    if (reason !== null) {
      refuse(reason);
      return;
    }
    setFault(null);
    setBusy(true);
    try {
      await onAnswer(answer);
      drafts.delete(draftId);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const [{ message } = error] = error.details;
      refuse(message);
    } finally {
      setBusy(false);
    }
  };
  return { fault, isBusy, submit, clearFault: () => setFault(null) };
}

/** Fills in what was there, as if it was typed again. */
function restore(form: HTMLFormElement | null, draft: Answer): void {
  for (const control of form?.elements ?? []) {
    if (control instanceof HTMLInputElement && control.type !== 'text')
      control.checked = draft.includes(control.value);
    else if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) {
      control.value = String(draft);
      control.dispatchEvent(new Event('input', { bubbles: true }));
    }
  }
}

/** What the form holds. */
function answerIn({ kind }: VisibleQuestion, data: FormData): Answer {
  const values = data.getAll('answer').map(String);
  return kind === 'choice' ? values : (values[0] ?? '').trim();
}

/** Why the answer cannot be sent; null when it can. */
function faultOf(question: VisibleQuestion, answer: Answer): string | null {
  if (typeof answer !== 'string') return answer.length > 0 ? null : 'Choose an answer first.';
  if (question.kind === 'points') return answer === '' ? 'Write your answer first.' : null;
  const reading = readFor(question, answer);
  return 'fault' in reading ? reading.fault : null;
}

interface ChoicesProps {
  question: VisibleQuestion;
  error: string | null;
  describedBy: string;
}

function Choices({ question: { several, choices }, error, describedBy }: ChoicesProps) {
  const errorId = useId();
  return (
    <fieldset
      className="min-w-0"
      aria-describedby={error === null ? describedBy : `${describedBy} ${errorId}`}
    >
      <legend className="mb-1.5 font-bold">
        {several ? 'Choose every right answer' : 'Choose one answer'}
      </legend>
      <ul className={`lettered ${choiceListClass}`}>
        {choices.map(({ id, html }) => (
          <li key={id}>
            <Choice type={several ? 'checkbox' : 'radio'} name="answer" value={id}>
              <Rendered as="span" className="letter" html={html} />
            </Choice>
          </li>
        ))}
      </ul>
      {error !== null && (
        <p id={errorId} role="alert" className="mt-1.5 text-sm font-bold text-negative">
          {error}
        </p>
      )}
    </fieldset>
  );
}
