// <Finished>: the end of practice: what was done, each with its mark, and when it comes back.
import { useEffect, useRef } from 'react';

import { groupBy } from '../../../domain/group-by.ts';
import { paths } from '../../../domain/paths.ts';
import type { Practice } from '../../../domain/rooms/practice.ts';
import type { QuestionItem } from '../../../domain/rooms/room.ts';
import { addDays, formatDate, MINUTE_MS, ukDate } from '../../../domain/time.ts';
import { ResultMark } from '../../parts/questions/marks.tsx';
import { Card } from '../../ui/card.tsx';
import { useNow } from '../../ui/hooks/hooks.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { Rendered } from '../../ui/rendered.tsx';

interface FinishedProps {
  done: readonly QuestionItem[];
  topics: Practice['topics'];
  /** Whether the topics are those from before the answers. */
  isLoading: boolean;
}

export function Finished({ done, topics, isLoading }: FinishedProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const today = ukDate(useNow(MINUTE_MS));
  const practised = topics.flatMap(({ questions }) => questions);
  const right = done.filter((item) => resultOf(item) === 'right').length;
  const soonest = done.toSorted((a, b) => dueOn(a).localeCompare(dueOn(b)));
  const returns = groupBy(soonest, ({ id }) => returnOf(id));

  /** What is learned comes last. */
  function dueOn({ id }: QuestionItem): string {
    return practised.find(({ Item_ID }) => Item_ID === id)?.due_on ?? '9999';
  }

  function returnOf(id: string): string {
    const question = practised.find(({ Item_ID }) => Item_ID === id);
    if (question === undefined) return 'sent';
    if (question.due_on === null) return 'learned';
    if (question.due_on <= today) return 'still due';
    const day =
      question.due_on === addDays(today, 1)
        ? 'tomorrow'
        : `on ${formatDate(question.due_on, 'short')}`;
    return `back ${day}`;
  }

  return (
    <Card className="grid grid-cols-1 gap-4 p-4 sm:p-7">
      <h2 tabIndex={-1} ref={heading} className="text-heading">
        {done.length} done, {right} right
      </h2>
      {!isLoading && (
        <p>{[...returns].map(([when, items]) => `${items.length} ${when}`).join(', ')}.</p>
      )}
      <ul className="grid gap-2">
        {done.map((item) => (
          <li key={item.id} className="border-t border-line pt-2">
            <Rendered html={item.question.html} />
            <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-pencil">
              <Mark item={item} />
              {!isLoading && returnOf(item.id)}
            </p>
          </li>
        ))}
      </ul>
      <div>
        <LinkButton variant="secondary" href={paths.familyHome}>
          Back to Dashboard
        </LinkButton>
      </div>
    </Card>
  );
}

function Mark({ item }: { item: QuestionItem }) {
  const result = resultOf(item);
  if (result !== null) return <ResultMark result={result} />;
  return <b className="text-ink">{item.attempts.length === 0 ? 'Not sent yet' : 'Not compared'}</b>;
}

const resultOf = ({ attempts }: QuestionItem) => attempts.at(-1)?.result ?? null;
