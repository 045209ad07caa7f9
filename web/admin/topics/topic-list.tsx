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
      <search className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_12rem]">
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
        <Card>
          <ul>
            {matches.map((topic) => (
              <li
                key={topic.id}
                className="relative items-center gap-x-6 border-b border-line px-4 py-3 leading-snug last:border-b-0 hover:bg-wash sm:px-6 md:grid md:grid-cols-[7rem_minmax(0,1fr)_11rem] lg:grid-cols-[8rem_minmax(0,1fr)_19rem]"
              >
                <p className="figures flex items-baseline gap-x-2 text-sm text-pencil md:block">
                  <span className="md:block">{courseLabels[topic.course]}</span>
                  {topic.reference}
                </p>
                <p className="font-bold">
                  <SiteLink
                    href={topicPath(topic.id)}
                    // The whole row opens the topic.
                    className="min-w-0 underline decoration-rule underline-offset-4 wrap-anywhere covering hover:decoration-signal hover:decoration-2"
                  >
                    {topic.name}
                  </SiteLink>
                </p>
                <p className="figures text-note text-pencil wrap-anywhere">{contentsOf(topic)}</p>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </section>
  );
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

/** '3 videos, 1 question, slides, in 2 lessons'. */
function contentsOf({ videos, questions, slides, lessons }: TopicSummary): string {
  return [
    counted(videos, 'video'),
    counted(questions, 'question'),
    slides === 0 ? '' : 'slides',
    lessons === 0 ? 'not used yet' : `in ${counted(lessons, 'lesson')}`,
  ]
    .filter((part) => part !== '')
    .join(', ');
}

const courseOptions = courses.map((value) => ({ value, label: courseLabels[value] }));

interface TopicDialogProps {
  /** Null for a new one. */
  topic: Pick<Topic, 'name' | 'course' | 'reference'> | null;
  onSave: (topic: TopicBody) => Promise<unknown>;
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
