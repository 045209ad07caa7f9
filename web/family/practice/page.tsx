// /practice: the questions that a student missed and has to practise today, and the record by
// topic.
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';

import { paths, practicePath } from '../../../domain/paths.ts';
import { shortNames } from '../../../domain/people/student-rules.ts';
import type { Practice } from '../../../domain/rooms/practice.ts';
import type { QuestionItem } from '../../../domain/rooms/room.ts';
import { formatDate, ukDate } from '../../../domain/time.ts';
import {
  useSending,
  LOADING_PRACTICE,
  practiceQuery,
  giveAnswer,
  patchPractisedPoints,
} from '../../data/answers.ts';
import { useUnsent } from '../../data/unsent-answers.ts';
import { FamilyActions } from '../../frames/family-actions.tsx';
import { PageFrame } from '../../frames/page-frame.tsx';
import type { PageAddress } from '../../navigation/page.ts';
import { pages } from '../../pages.ts';
import type { Drafts } from '../../parts/questions/answer-form.tsx';
import {
  needsTicks,
  RoomQuestion,
  UnsentNotice,
  isWaiting,
} from '../../parts/questions/room-question.tsx';
import { loadFailure, startQuery } from '../../transport/query-client.ts';
import { useSession } from '../../transport/session.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useChange, useNow } from '../../ui/hooks/hooks.ts';
import { Loaded, EmptyState } from '../../ui/loaded.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Rest } from '../../ui/rest.tsx';
import { StudentLinks } from '../student-links.tsx';
import { Finished } from './finished.tsx';
import { TopicRecord } from './topic-record.tsx';

const TopicView = lazy(() => import('./topic-view.tsx'));

export function start({ search }: PageAddress): void {
  startQuery(practiceQuery(addressIn(search)));
}

const addressIn = (search: URLSearchParams) => ({
  studentId: search.get('student'),
  itemId: search.get('item'),
});

export default function PracticePage() {
  const [search] = useSearchParams();
  const requestedId = search.get('student');
  const query = useQuery(practiceQuery(addressIn(search)));
  const user = useSession('family')?.user;
  const students = user?.students ?? [];
  const unsent = useUnsent();
  useSending();
  const studentId = requestedId ?? students[0]?.id ?? '';
  // Of several, somebody has to be chosen first.
  const isKnown = students.length === 1 || requestedId !== null;
  const name = user?.role === 'parent' && isKnown ? shortNames(students).get(studentId) : undefined;
  const topic = query.data?.topics.find(({ id }) => id === search.get('topic'));
  return (
    <PageFrame
      title={pages[paths.practice].title}
      actions={<FamilyActions here={paths.practice} />}
    >
      <div className="mx-auto flex w-full max-w-[44rem] flex-col gap-8">
        {topic === undefined ? (
          <PageHeader
            title="Practice"
            text={`What ${name ?? 'you'} missed comes back here until it sticks.`}
          />
        ) : (
          <div className="grid gap-2">
            <BackLink href={practicePath(requestedId)}>Practice</BackLink>
            <PageHeader
              title={topic.name}
              text={topic.reference === '' ? undefined : `Specification ${topic.reference}`}
            />
          </div>
        )}
        <Loaded query={query} noun="practice" {...loadFailure(LOADING_PRACTICE)}>
          {(practice) => (
            <>
              {students.length > 1 && topic === undefined && (
                <StudentLinks
                  students={students}
                  pathFor={practicePath}
                  chosenId={practice === null ? undefined : studentId}
                />
              )}
              {topic !== undefined && (
                <Suspense fallback={null}>
                  <TopicView topic={topic} studentId={studentId} />
                </Suspense>
              )}
              {practice !== null && topic === undefined && (
                <>
                  <RequestedQuestion practice={practice} />
                  <PracticeRun
                    // A link to one question starts with it.
                    key={`${studentId} ${search.get('item')}`}
                    practice={practice}
                    studentId={studentId}
                    isLoading={query.isFetching}
                    onFinished={query.refetch}
                  />
                  {practice.topics.length > 0 && (
                    <TopicRecord topics={practice.topics} studentId={studentId} />
                  )}
                </>
              )}
            </>
          )}
        </Loaded>
        <UnsentNotice
          answers={unsent.filter((one) => one.lessonId === null && one.studentId === studentId)}
        />
      </div>
    </PageFrame>
  );
}

/** <RequestedQuestion>: when the question of a link comes back, if it cannot be answered now. */
function RequestedQuestion({ practice: { item, due } }: { practice: Practice }) {
  const today = ukDate(useNow());
  if (item === null || due.some(({ id }) => id === item.id)) return null;
  return <Notice tone="plain">{describeReturn(item.due_on, today)}</Notice>;
}

function describeReturn(dueOn: string | null, today: string): string {
  if (dueOn === null) return 'This question is learned.';
  return dueOn > today
    ? `This question comes back on ${formatDate(dueOn, 'long')}.`
    : 'This question comes back after the lesson that asks it.';
}

interface PracticeRunProps {
  practice: Practice;
  studentId: string;
  isLoading: boolean;
  /** Loads what is due now. */
  onFinished: () => unknown;
}

/** <PracticeRun>: the questions due today, one at a time, each with its solution after one try. */
function PracticeRun({ practice, studentId, isLoading, onFinished }: PracticeRunProps) {
  const { due, next_due_on, topics } = practice;
  const unsent = useUnsent().filter((one) => one.lessonId === null && one.studentId === studentId);
  const unsentOf = ({ id }: QuestionItem) =>
    unsent.find((one) => one.itemId === id && isWaiting(one));
  const questions = due.filter((item): item is QuestionItem => item.kind === 'question');
  const isOpen = (item: QuestionItem) => item.attempts.length === 0 && unsentOf(item) === undefined;
  const [chosenId, setChosenId] = useState(() => questions.find(isOpen)?.id);
  const heading = useRef<HTMLHeadingElement>(null);
  const [drafts] = useState<Drafts>(() => new Map());
  const [done, setDone] = useState<readonly QuestionItem[]>([]);
  useChange(chosenId, () => heading.current?.focus());

  const item = questions.find(({ id }) => id === chosenId) ?? questions.find(isOpen);
  const next = questions.find((one) => one.id !== item?.id && isOpen(one));
  if (item === undefined && done.length > 0)
    return <Finished done={done} topics={topics} isLoading={isLoading} />;
  if (item === undefined)
    return (
      <EmptyState
        title="Nothing is due today"
        text={describeNext(next_due_on, { isNew: topics.length === 0 })}
      />
    );
  const number = questions.indexOf(item) + 1;
  return (
    <Card className="grid grid-cols-1 gap-4 p-4 sm:p-7">
      <h2 ref={heading} tabIndex={-1} className="text-heading">
        Question {number} of {questions.length}
        <span aria-hidden="true" className="mt-3 block h-1 rounded-full bg-line">
          <span
            className="filled block h-full rounded-full bg-rule"
            style={{ width: `${(100 * (number - 1)) / questions.length}%` }}
          />
        </span>
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
              if (next !== undefined) return;
              setDone([...done, ...questions]);
              onFinished();
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
function describeNext(nextDueOn: string | null, { isNew }: { isNew: boolean }): string {
  if (nextDueOn !== null)
    return `The next question is due on ${formatDate(nextDueOn, 'long')}. Each time you get a question right, it's longer before you see it again.`;
  return isNew
    ? 'Questions that you miss in your lessons come here, and return after a day, three days, a week and longer.'
    : 'Questions that you miss come here. You have none left to practise.';
}
