// <TopicPicker>: chooses a topic of the library for a lesson, grouped by course.
import { courseLabels, courses } from '../../../domain/course.ts';
import { topicWords } from '../../../domain/topics/topic-list.ts';
import { useTopics } from '../../data/topics.ts';
import { Field, type FieldTexts } from '../../ui/forms/field.tsx';

interface TopicPickerProps extends Pick<FieldTexts, 'label' | 'labelHidden' | 'hint'> {
  /** The chosen topic's id; null without one. */
  readonly value: string | null;
  readonly onChange: (topicId: string | null) => void;
}

export function TopicPicker({ value, onChange, ...texts }: TopicPickerProps) {
  const { inUse, topicOf } = useTopics([value]);
  const isListed = value === null || inUse.some(({ id }) => id === value);
  const kept = topicOf(value);
  return (
    <Field {...texts} optional={texts.labelHidden !== true}>
      {(control) => (
        <select
          {...control}
          value={value ?? ''}
          onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
        >
          <option value="">No topic</option>
          {/* Archived, but the lesson keeps it; or the topics are still loading. */}
          {!isListed && (
            <option value={value}>
              {kept === undefined ? 'The topic it has now' : topicWords(kept)}
            </option>
          )}
          {courses.map((course) => (
            <optgroup key={course} label={courseLabels[course]}>
              {inUse
                .filter((topic) => topic.course === course)
                .map((topic) => (
                  <option key={topic.id} value={topic.id}>
                    {topicWords(topic)}
                  </option>
                ))}
            </optgroup>
          ))}
        </select>
      )}
    </Field>
  );
}
