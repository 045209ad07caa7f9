// <TopicList>: the topics of the library, searchable by name and reference, by course.
import { useState } from 'react';

import { courseLabels, courses } from '../../../domain/course.ts';
import type { TopicSummary } from '../../../domain/topic-list.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { EmptyState } from '../../ui/states.tsx';

export function TopicList({ topics }: { readonly topics: readonly TopicSummary[] }) {
  const [search, setSearch] = useState('');
  const [course, setCourse] = useState('');
  const wanted = search.trim().toLowerCase();
  const found = topics.filter(
    (topic) =>
      (course === '' || topic.course === course) &&
      `${topic.reference} ${topic.name}`.toLowerCase().includes(wanted),
  );
  return (
    <section aria-label="Topics" className="grid gap-5">
      <search className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_12rem]">
        <Field label="Search">
          {(control) => (
            <input
              {...control}
              type="search"
              placeholder="Name or reference"
              autoComplete="off"
              value={search}
              onChange={(event) => setSearch(event.target.value)}
            />
          )}
        </Field>
        <Field label="Course">
          {(control) => (
            <select {...control} value={course} onChange={(event) => setCourse(event.target.value)}>
              <option value="">All</option>
              {courses.map((one) => (
                <option key={one} value={one}>
                  {courseLabels[one]}
                </option>
              ))}
            </select>
          )}
        </Field>
        <p className="text-sm text-pencil" aria-live="polite">
          {counted(found.length, 'topic')}
        </p>
      </search>
      {found.length === 0 ? (
        <EmptyState title={topics.length === 0 ? 'No topics yet' : 'No topics found'} />
      ) : (
        <Card className="">
          <ul>
            {found.map((topic) => (
              <li key={topic.id} className="border-b border-line px-4 py-3 last:border-b-0 sm:px-6">
                <p className="flex flex-wrap items-center gap-x-3 font-bold">
                  <span className="min-w-0 [overflow-wrap:anywhere]">{topic.name}</span>
                  <Badge>{courseLabels[topic.course]}</Badge>
                </p>
                <p className="figures text-pencil [overflow-wrap:anywhere]">{contentsOf(topic)}</p>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </section>
  );
}

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;

/** '4.6.1.2, 3 videos, 1 question, slides, in 2 lessons'. */
function contentsOf({ reference, videos, questions, slides, lessons }: TopicSummary): string {
  return [
    reference,
    counted(videos, 'video'),
    counted(questions, 'question'),
    slides === 0 ? '' : 'slides',
    `in ${counted(lessons, 'lesson')}`,
  ]
    .filter((part) => part !== '')
    .join(', ');
}
