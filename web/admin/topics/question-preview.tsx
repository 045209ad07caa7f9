// <QuestionPreview>: what students will see of the question that is being written, and how an
// answer to it would be marked.
import { type ComponentType, useState } from 'react';

import type { Answer, Marking } from '../../../domain/topics/attempt.ts';
import { FailedState } from '../../ui/loaded.tsx';
import { type PreviewContent, useTryAnswer } from './topic-items.ts';
import type { PreviewState } from './use-preview.ts';

/** Shows a question as the pages of students do, which belong to another feature. */
export type StudentView = ComponentType<PreviewContent>;

interface QuestionPreviewProps {
  readonly previewed: PreviewState;
  readonly StudentView: StudentView;
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
