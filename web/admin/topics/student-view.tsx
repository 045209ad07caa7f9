// <StudentView>: a question that is not saved, as the room of a lesson shows it, for the tutor's
// editor. It is a form to try answers, and the hint and the solution, which students get later.
import { useId, useState } from 'react';

import { AnswerForm, type Drafts } from '../../parts/questions/answer-form.tsx';
import { GivenAnswer } from '../../parts/questions/given-answer.tsx';
import { Feedback } from '../../parts/questions/marks.tsx';
import { ApiError } from '../../transport/failures.ts';
import { Rendered } from '../../ui/rendered.tsx';
import type { PreviewContent } from './topic-items.ts';

export function StudentView({ preview, hintHtml, tried, onTry }: PreviewContent) {
  const { question, solution } = preview;
  const textId = useId();
  const [drafts] = useState<Drafts>(() => new Map());
  const shownHint = question.kind === 'points' ? null : hintHtml;
  return (
    <div className="grid grid-cols-1 gap-5">
      <div id={textId}>
        <Rendered html={question.html} />
      </div>
      <AnswerForm
        key={question.kind}
        question={question}
        drafts={drafts}
        draftId={question.kind}
        submitLabel="Try this answer"
        describedBy={textId}
        onAnswer={onTry ?? refuseIncomplete}
      />
      <output>
        {tried !== null &&
          (tried.marking.result === null ? (
            'Then the student compares the answer with the points below.'
          ) : (
            <Feedback
              attempt={{ ...unsaved, ...tried.marking, answer: tried.answer }}
              hintHtml={shownHint}
              triesLeft={tried.marking.result === 'right' ? 0 : 1}
            />
          ))}
      </output>
      {hintHtml !== null && (
        <div className="border-t border-line pt-4">
          <h3 className="label-mark">Hint, after a first try</h3>
          <Rendered html={hintHtml} />
        </div>
      )}
      {onTry !== null && (
        <div className="grid grid-cols-1 gap-4 border-t border-line pt-4">
          <h3 className="label-mark">Solution, once the answer is final</h3>
          {solution.points !== undefined && (
            <ul className="grid list-disc gap-1 pl-6">
              {solution.points.map(({ id, html }) => (
                <li key={id}>
                  <Rendered html={html} />
                </li>
              ))}
            </ul>
          )}
          <GivenAnswer question={question} answer={null} solution={solution} />
        </div>
      )}
    </div>
  );
}

/** What an attempt has besides its marking. */
const unsaved = {
  id: '',
  Item_ID: '',
  mode: 'room',
  round: null,
  try: 1,
  given_at: '',
} as const;

function refuseIncomplete(): Promise<never> {
  return Promise.reject(
    new ApiError('Complete the question first, then try an answer.', { status: 400 }),
  );
}
