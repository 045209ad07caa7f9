// usePreview(draft): the draft as students would see it, and the faults of its fields, once typing
// pauses.
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { get } from 'react-hook-form';

import type { NewQuestion } from '../../../domain/topics/question.ts';
import { ValidationError } from '../../transport/failures.ts';
import { useSettled } from '../../ui/hooks/hooks.ts';
import { type Draft, type QuestionDraft, readDraft } from './question-draft.ts';
import { type Preview, questionPreviewQuery, textPreviewQuery } from './topic-items.ts';

/** How long after the last keystroke the preview is made. */
const PAUSE_MS = 600;

export interface PreviewState {
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

export function usePreview(draft: QuestionDraft): PreviewState {
  // Serialised, so that equal contents are equal values.
  const words = useSettled(JSON.stringify(draft), PAUSE_MS);
  const settled = useMemo(() => JSON.parse(words) as QuestionDraft, [words]);
  const { question, isComplete, faults: ownFaults } = useMemo(() => readDraft(settled), [settled]);
  const asked = useQuery(questionPreviewQuery(question));
  const hint = question === null || question.hint === '' ? null : question.hint;
  const hintHtml = useQuery(textPreviewQuery(asked.isSuccess ? hint : null)).data;
  const [latest, setLatest] = useState<Preview | null>(null);
  if (asked.data !== undefined && asked.data !== latest) setLatest(asked.data);
  const refused =
    asked.error instanceof ValidationError
      ? new Map(asked.error.details.map(({ field, message }) => [field, message]))
      : new Map<string, string>();
  const isCurrent = (name: string) => valueAt(draft, name) === valueAt(settled, name);
  const isRefused = question === null || refused.size > 0;
  return {
    preview: latest?.question.kind === draft.kind ? latest : null,
    hintHtml: hint === null ? null : (hintHtml ?? null),
    question: isComplete && asked.isSuccess ? question : null,
    trouble: isRefused ? 'fault' : asked.isError ? 'failure' : null,
    retry: () => void asked.refetch(),
    faultOf: (name) => {
      const message = ownFaults.get(name) ?? refused.get(name);
      return isCurrent(name) ? message : undefined;
    },
    noticeOf: (name) => {
      const notice = asked.data?.notices?.find(({ field }) => field === name);
      return isCurrent(name) ? notice?.message : undefined;
    },
  };
}

const valueAt = (question: QuestionDraft, name: string): unknown =>
  get({ question } satisfies Partial<Draft>, name);
