// <PracticeRun>: the questions due today, one at a time, each with its solution after one try.
import { useRef, useState } from 'react';

import type { Practice } from '../../../domain/rooms/practice.ts';
import type { QuestionItem } from '../../../domain/rooms/room.ts';
import { formatDate } from '../../../domain/time.ts';
import { giveAnswer } from '../../data/answers.ts';
import { patchPractisedPoints } from '../../data/practice.ts';
import { useUnsent } from '../../data/unsent-answers.ts';
import type { Drafts } from '../../parts/questions/answer-form.tsx';
import { needsTicks, RoomQuestion } from '../../parts/questions/room-question.tsx';
import { isWaiting } from '../../parts/questions/unsent-notice.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useChange } from '../../ui/hooks/use-change.ts';
import { Rest } from '../../ui/rest.tsx';
import { EmptyState } from '../../ui/states.tsx';

interface PracticeRunProps {
  readonly practice: Practice;
  readonly studentId: string;
  /** Loads what is due now. */
  readonly onFinished: () => unknown;
}

export function PracticeRun({ practice, studentId, onFinished }: PracticeRunProps) {
  const { due, next_due_on, topics } = practice;
  const unsent = useUnsent().filter((one) => one.lessonId === null && one.studentId === studentId);
  const unsentOf = ({ id }: QuestionItem) =>
    unsent.find((one) => one.itemId === id && isWaiting(one));
  const questions = due.filter((item): item is QuestionItem => item.kind === 'question');
  const isOpen = (item: QuestionItem) => item.attempts.length === 0 && unsentOf(item) === undefined;
  const [chosenId, setChosenId] = useState(() => questions.find(isOpen)?.id);
  const heading = useRef<HTMLHeadingElement>(null);
  const [drafts] = useState<Drafts>(() => new Map());
  useChange(chosenId, () => heading.current?.focus());

  const item = questions.find(({ id }) => id === chosenId) ?? questions.find(isOpen);
  const next = questions.find((one) => one.id !== item?.id && isOpen(one));
  if (item === undefined)
    return (
      <EmptyState
        title="Nothing is due today"
        text={describeNext(next_due_on, { isNew: topics.length === 0 })}
      />
    );
  return (
    <Card className="grid grid-cols-1 gap-4 p-4 sm:p-7">
      <h2 ref={heading} tabIndex={-1} className="text-heading">
        Question {questions.indexOf(item) + 1} of {questions.length}
      </h2>
      <RoomQuestion
        key={item.id}
        item={item}
        unsent={unsentOf(item)}
        drafts={drafts}
        onAnswer={(answer) =>
          giveAnswer({ lessonId: null, studentId, itemId: item.id, asked: null, answer })
        }
        onMarked={(attempt) => patchPractisedPoints(studentId, attempt)}
      />
      <Rest after={isOpen(item)}>
        {!isOpen(item) && (
          <Button
            variant={needsTicks(item) ? 'secondary' : 'primary'}
            className="sm:justify-self-start"
            onClick={() => {
              setChosenId(next?.id);
              if (next === undefined) onFinished();
            }}
          >
            {next === undefined ? 'Finish' : 'Next question'}
          </Button>
        )}
      </Rest>
    </Card>
  );
}

/** When to come back, or how questions get here. */
function describeNext(nextDueOn: string | null, { isNew }: { readonly isNew: boolean }): string {
  if (nextDueOn !== null)
    return `The next question is due on ${formatDate(nextDueOn, 'long')}. Each time you get one right, it comes back later.`;
  return isNew
    ? 'Questions that you miss in your lessons come here, and return after a day, three days, a week and longer.'
    : 'Questions that you miss come here. You have none left to practise.';
}
