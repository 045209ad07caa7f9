// <TopicView>: how well a topic is remembered, its counts, and what was answered.
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { getPracticeTopic } from '../../../domain/rooms/endpoints.ts';
import { MINUTE_MS, ukDate } from '../../../domain/time.ts';
import { RoomQuestion } from '../../parts/questions/room-question.tsx';
import { call } from '../../transport/client.ts';
import { LOADING } from '../../transport/query-client.ts';
import { Card } from '../../ui/card.tsx';
import { useNow } from '../../ui/hooks/hooks.ts';
import { EmptyState, Loaded } from '../../ui/loaded.tsx';
import { Memory, memoryWords, type Topic } from './topic-record.tsx';

interface TopicViewProps {
  topic: Topic;
  studentId: string;
}

export default function TopicView({ topic, studentId }: TopicViewProps) {
  const today = ukDate(useNow(MINUTE_MS));
  const query = useQuery(topicQuery(studentId, topic.id));
  const [drafts] = useState(() => new Map());
  return (
    <div className="grid grid-cols-1 gap-6">
      <Card className="grid grid-cols-1 gap-4 p-4 sm:p-7">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <p>{memoryWords(topic, today)}</p>
          <Memory topic={topic} studentId={studentId} today={today} />
        </div>
        <dl className="grid gap-x-8 gap-y-1 sm:grid-cols-2">
          <Count label="Prepared" value={`${topic.prepared.done} of ${topic.prepared.all}`} />
          <Count label="Right first time" value={`${topic.right_first} of ${topic.answered}`} />
          <Count label="Coming back" value={topic.learning} />
          <Count label="Learned" value={topic.learned} />
        </dl>
      </Card>
      <Loaded query={query} noun="the questions" rows={2} rowClassName="h-40 w-full">
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState
              title="No answers yet"
              text="Questions of this topic are here once they are answered."
            />
          ) : (
            <section aria-labelledby="answered" className="grid gap-3">
              <h2 id="answered" className="text-heading">
                What you answered
              </h2>
              <ul className="grid gap-3">
                {items.map((item) => (
                  <li key={item.id}>
                    <Card className="p-4 sm:p-7">
                      <RoomQuestion
                        // It is answered in its lesson, or when it is due.
                        item={{ ...item, tries_left: 0, done: true }}
                        unsent={undefined}
                        drafts={drafts}
                        onAnswer={() => Promise.resolve(false)}
                        onMarked={() => void query.refetch()}
                      />
                    </Card>
                  </li>
                ))}
              </ul>
            </section>
          )
        }
      </Loaded>
    </div>
  );
}

function Count({ label, value }: { label: string; value: string | number }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-pencil">{label}</dt>
      <dd className="figures font-bold">{value}</dd>
    </div>
  );
}

function topicQuery(studentId: string, topicId: string) {
  return queryOptions({
    queryKey: ['family', 'practised topic', studentId, topicId],
    queryFn: ({ signal }) =>
      call(getPracticeTopic, {
        signal,
        params: { id: topicId },
        query: { Student_ID: studentId },
      }),
    ...LOADING,
    meta: {
      operation: { title: 'Error loading practice', text: 'Failed to load the questions' },
    },
  });
}
