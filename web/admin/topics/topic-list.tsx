// <TopicList>: the topics of the library, searchable by name and reference, by course. <NewTopic>:
// the button that creates one.
import { useState } from 'react';
import { useNavigate } from 'react-router';

import { courseLabels, courses } from '../../../domain/course.ts';
import type { TopicSummary } from '../../../domain/topics/topic-list.ts';
import {
  type NewTopic as TopicBody,
  newTopicSchema,
  type Topic,
} from '../../../domain/topics/topic.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useCloseGuard } from '../../ui/confirm.tsx';
import { Dialog, DialogFoot } from '../../ui/dialog.tsx';
import { SearchBox, Select } from '../../ui/forms/filters.tsx';
import { Form, SubmitButton, useAppForm } from '../../ui/forms/form.tsx';
import { SelectField, TextField } from '../../ui/forms/text-field.tsx';
import { SiteLink } from '../../ui/link-button.tsx';
import { EmptyState } from '../../ui/loaded.tsx';
import { useCreateTopic } from './data.ts';
import { topicPath } from './topic-words.ts';

interface TopicListProps {
  topics: readonly TopicSummary[];
  isArchive: boolean;
}

export function TopicList({ topics, isArchive }: TopicListProps) {
  const [search, setSearch] = useState('');
  const [course, setCourse] = useState('');
  const term = search.trim().toLowerCase();
  const matches = topics.filter(
    (topic) =>
      (course === '' || topic.course === course) &&
      `${topic.reference} ${topic.name}`.toLowerCase().includes(term),
  );
  return (
    <section aria-label="Topics" className="grid gap-5">
      <search className="grid gap-3 min-[22rem]:grid-cols-[minmax(0,1fr)_7.5rem] sm:grid-cols-[minmax(0,1fr)_12rem] lg:grid-cols-[minmax(0,28rem)_12rem]">
        <SearchBox search={search} onSearch={setSearch} placeholder="Name or reference" />
        <Select
          label="Course"
          value={course}
          options={[
            { value: '', label: 'All' },
            ...courses.map((value) => ({ value, label: courseLabels[value] })),
          ]}
          onChange={setCourse}
        />
        <p className="text-sm text-pencil" aria-live="polite">
          {counted(matches.length, 'topic')}
        </p>
      </search>
      {matches.length === 0 ? (
        <Nothing isEmpty={topics.length === 0} isArchive={isArchive} />
      ) : (
        courses.map((one) => (
          <Course key={one} course={one} topics={matches.filter((topic) => topic.course === one)} />
        ))
      )}
    </section>
  );
}

interface CourseProps {
  course: TopicSummary['course'];
  topics: readonly TopicSummary[];
}

const columns =
  'md:grid md:grid-cols-[5.5rem_minmax(0,1fr)_repeat(3,4.5rem)_6.5rem] md:gap-x-2 lg:grid-cols-[7rem_minmax(0,1fr)_repeat(3,5rem)_7rem] lg:gap-x-4';

/** <Course>: the topics of a course: at a desk in columns, on a phone each with a sentence. */
function Course({ course, topics }: CourseProps) {
  if (topics.length === 0) return null;
  return (
    <section aria-labelledby={course} className="grid gap-2">
      <h2 id={course} className="text-heading">
        {courseLabels[course]}
      </h2>
      <Card>
        <p
          aria-hidden="true"
          className={`border-b border-rule px-4 py-2 text-sm font-bold text-pencil max-md:hidden sm:px-6 ${columns}`}
        >
          <span className="col-span-2">Topic</span>
          {['Videos', 'Questions', 'Slides', 'Lessons'].map((head) => (
            <span key={head} className="text-right">
              {head}
            </span>
          ))}
        </p>
        <ul>
          {topics.map((topic) => (
            <li
              key={topic.id}
              className={`figures relative items-baseline border-b border-line px-4 py-3 leading-snug last:border-b-0 hover:bg-wash sm:px-6 ${columns}`}
            >
              <p className="text-sm text-pencil">{topic.reference}</p>
              <p className="font-bold">
                <SiteLink
                  href={topicPath(topic.id)}
                  // The whole row opens the topic.
                  className="min-w-0 underline decoration-rule underline-offset-4 wrap-anywhere covering hover:decoration-signal hover:decoration-2"
                >
                  {topic.name}
                </SiteLink>
              </p>
              <p className="text-note text-pencil wrap-anywhere md:sr-only">
                {contentsOf(topic)}, {topic.lessons > 0 && 'in '}
                <Lessons {...topic} word="lesson" />
              </p>
              {[topic.videos, topic.questions, topic.slides].map((count, place) => (
                // The columns never change.
                // oxlint-disable-next-line react/no-array-index-key
                <span key={place} aria-hidden="true" className="text-right max-md:hidden">
                  {count}
                </span>
              ))}
              <span aria-hidden="true" className="text-right max-md:hidden">
                <Lessons {...topic} />
              </span>
            </li>
          ))}
        </ul>
      </Card>
    </section>
  );
}

/** How many lessons have the topic; the number alone without a `word`. */
function Lessons({ lessons, word }: Pick<TopicSummary, 'lessons'> & { word?: string }) {
  if (lessons === 0) return <span className="text-caution">not used yet</span>;
  return word === undefined ? lessons : counted(lessons, word);
}

interface NothingProps {
  /** Whether there is nothing to search. */
  isEmpty: boolean;
  isArchive: boolean;
}

function Nothing({ isEmpty, isArchive }: NothingProps) {
  if (!isEmpty)
    return <EmptyState title="No topics found" text="Try fewer letters, or another course." />;
  return isArchive ? (
    <EmptyState
      title="No archived topics"
      text="A topic that you archive comes here. Lessons that have it keep it."
    />
  ) : (
    <EmptyState
      title="No topics yet"
      text="Make a topic once, with its videos, slides and questions. Then give it to lessons in the planner."
    />
  );
}

export function NewTopic() {
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const create = useCreateTopic();
  return (
    <>
      <Button onClick={() => setOpen(true)}>New topic</Button>
      {isOpen && (
        <TopicDialog
          topic={null}
          onSave={async (topic) => {
            const { topic: created } = await create.mutateAsync(topic);
            await navigate(topicPath(created.id));
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;

/** '3 videos, 1 question, slides'. */
const contentsOf = ({ videos, questions, slides }: TopicSummary): string =>
  `${counted(videos, 'video')}, ${counted(questions, 'question')}${slides === 0 ? '' : ', slides'}`;

const courseOptions = courses.map((value) => ({ value, label: courseLabels[value] }));

interface TopicDialogProps {
  /** Null for a new one. */
  topic: Pick<Topic, 'name' | 'course' | 'reference'> | null;
  /** Receives the whole topic, and what of it was changed. */
  onSave: (topic: TopicBody, changes: Partial<TopicBody>) => Promise<unknown>;
  onClose: () => void;
}

/** <TopicDialog>: a topic's name, course and reference, of a new one or an existing one. */
export function TopicDialog({ topic, onSave, onClose }: TopicDialogProps) {
  const { name = '', course = 'gcse', reference = '' } = topic ?? {};
  const form = useAppForm({
    schema: newTopicSchema,
    defaultValues: { name, course, reference },
    onSubmit: onSave,
  });
  const [question, close] = useCloseGuard({ isDirty: form.formState.isDirty, onClose });
  const title = topic === null ? 'New topic' : 'Edit topic';
  return (
    <Dialog open onOpenChange={close} title={title}>
      <Form form={form} label={title}>
        <TextField form={form} name="name" label="Name" />
        <SelectField form={form} name="course" label="Course" options={courseOptions} />
        <TextField
          form={form}
          name="reference"
          label="Reference"
          optional
          placeholder="4.1.1.2"
          hint="The section of the specification. Topics are sorted by it."
        />
        <DialogFoot>
          <SubmitButton busyLabel="Saving...">
            {topic === null ? 'Create topic' : 'Save'}
          </SubmitButton>
        </DialogFoot>
      </Form>
      {question}
    </Dialog>
  );
}
