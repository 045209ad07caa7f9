// <QuestionPreview>: what students will see of the question that is being written, and how an
// answer to it would be marked.
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, useState, useMemo } from 'react';
import { get } from 'react-hook-form';

import type { Answer, Marking } from '../../../domain/topics/attempt.ts';
import type { NewQuestion } from '../../../domain/topics/question.ts';
import { ValidationError } from '../../transport/failures.ts';
import { useSettled } from '../../ui/hooks/hooks.ts';
import { FailedState } from '../../ui/loaded.tsx';
import {
  type PreviewContent,
  useTryAnswer,
  type Preview,
  questionPreviewQuery,
  textPreviewQuery,
} from './data.ts';
import { type Draft, type QuestionDraft, readDraft } from './question-draft.ts';

/** Shows a question as the pages of students do, which belong to another feature. */
export type StudentView = ComponentType<PreviewContent>;

interface QuestionPreviewProps {
  previewed: PreviewState;
  StudentView: StudentView;
}

export function QuestionPreview({ previewed, StudentView }: QuestionPreviewProps) {
  const { preview, hintHtml, question, trouble, retry } = previewed;
  const marking = useTryAnswer();
  const [tried, setTried] = useState<{
    readonly of: unknown;
    readonly answer: Answer;
    readonly marking: Marking;
  } | null>(null);
  const onTry = async (answer: Answer) => {
    if (question === null) return;
    const { outcome } = await marking.mutateAsync({ question, answer });
    if (outcome !== null) setTried({ of: question, answer, marking: outcome });
  };
  return (
    <section aria-labelledby="preview" className="grid grid-cols-1 gap-4">
      <h2 id="preview" className="text-heading">
        As students see it
      </h2>
      <output className="block text-pencil empty:hidden">
        {trouble === 'fault' &&
          (preview === null
            ? 'A field has to be corrected first.'
            : 'As it was before: a field has to be corrected first.')}
      </output>
      {trouble === 'failure' && <FailedState title="Failed to load the preview" onRetry={retry} />}
      {preview !== null && (
        <StudentView
          preview={preview}
          hintHtml={hintHtml}
          // The marking of an older question says nothing about this one.
          tried={tried !== null && tried.of === question ? tried : null}
          onTry={question === null ? null : onTry}
        />
      )}
    </section>
  );
}

/** How long after the last keystroke the preview is made. */
const PAUSE_MS = 600;

interface PreviewState {
  /** The latest preview that could be made; null before the first. */
  readonly preview: Preview | null;
  /** Null without a hint. */
  readonly hintHtml: string | null;
  /** The question, complete and without a fault; null otherwise. */
  readonly question: NewQuestion | null;
  /** Why the preview is not of what is typed. */
  readonly trouble: 'fault' | 'failure' | null;
  readonly retry: () => void;
  /** The message about the field of this name, as long as its text is the one at fault. */
  readonly faultOf: (name: string) => string | undefined;
  /** What of the text of this field is not shown as typed, as long as the text is the same. */
  readonly noticeOf: (name: string) => string | undefined;
}

/** The draft as students would see it, and the faults of its fields, once typing pauses. */
export function usePreview(draft: QuestionDraft): PreviewState {
  // Serialised, so that equal contents are equal values.
  const words = useSettled(JSON.stringify(draft), PAUSE_MS);
  const settled = useMemo(() => JSON.parse(words) as QuestionDraft, [words]);
  const { question, isComplete, faults: ownFaults } = useMemo(() => readDraft(settled), [settled]);
  const query = useQuery(questionPreviewQuery(question));
  const hint = question === null || question.hint === '' ? null : question.hint;
  const hintHtml = useQuery(textPreviewQuery(query.isSuccess ? hint : null)).data;
  const [latest, setLatest] = useState<Preview | null>(null);
  if (query.data !== undefined && query.data !== latest) setLatest(query.data);
  const refused =
    query.error instanceof ValidationError
      ? new Map(query.error.details.map(({ field, message }) => [field, message]))
      : new Map<string, string>();
  const isCurrent = (name: string) => valueAt(draft, name) === valueAt(settled, name);
  const isRefused = question === null || refused.size > 0;
  return {
    preview: latest?.question.kind === draft.kind ? latest : null,
    hintHtml: hint === null ? null : (hintHtml ?? null),
    question: isComplete && query.isSuccess ? question : null,
    trouble: isRefused ? 'fault' : query.isError ? 'failure' : null,
    retry: () => void query.refetch(),
    faultOf: (name) => {
      const message = ownFaults.get(name) ?? refused.get(name);
      return isCurrent(name) ? message : undefined;
    },
    noticeOf: (name) => {
      const notice = query.data?.notices?.find(({ field }) => field === name);
      return isCurrent(name) ? notice?.message : undefined;
    },
  };
}

const valueAt = (question: QuestionDraft, name: string): unknown =>
  get({ question } satisfies Partial<Draft>, name);
