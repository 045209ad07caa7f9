// <TopicPicker>: chooses a topic of the library for a lesson, grouped by course.
import { useQuery } from '@tanstack/react-query';

import { courseLabels, courses } from '../../../domain/course.ts';
import { topicsQuery } from '../../api/topics.ts';
import { Field } from '../../ui/field.tsx';

interface TopicPickerProps {
  readonly label: string;
  /** The chosen topic's id; null without one. */
  readonly value: string | null;
  readonly onChange: (topicId: string | null) => void;
}

export function TopicPicker({ label, value, onChange }: TopicPickerProps) {
  const { data: topics = [] } = useQuery(topicsQuery(false));
  const isListed = value === null || topics.some(({ id }) => id === value);
  return (
    <Field label={label} optional>
      {(control) => (
        <select
          {...control}
          value={value ?? ''}
          onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
        >
          <option value="">No topic</option>
          {/* An archived topic, which the lesson keeps, or topics that are still loading. */}
          {!isListed && <option value={value}>The topic it has now</option>}
          {courses.map((course) => (
            <optgroup key={course} label={courseLabels[course]}>
              {topics
                .filter((topic) => topic.course === course)
                .map(({ id, name, reference }) => (
                  <option key={id} value={id}>
                    {reference === '' ? name : `${reference} ${name}`}
                  </option>
                ))}
            </optgroup>
          ))}
        </select>
      )}
    </Field>
  );
}
