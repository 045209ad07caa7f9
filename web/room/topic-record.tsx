// <TopicRecord>: how far a student has come with each topic.
import type { Practice } from '../../domain/practice.ts';
import { EmptyState } from '../ui/states.tsx';

export function TopicRecord({ topics }: { readonly topics: Practice['topics'] }) {
  if (topics.length === 0)
    return (
      <EmptyState
        title="No topics yet"
        text="Each lesson with a topic gets a line here once it is booked."
      />
    );
  return (
    <ul className="grid gap-3">
      {topics.map((topic) => (
        <li key={topic.id} className="rounded-md border border-line bg-sheet px-4 py-3">
          <h3 className="text-lg font-semibold [overflow-wrap:anywhere]">
            {topic.name}
            {topic.reference !== '' && (
              <span className="ml-2 font-sans text-sm font-normal text-pencil">
                {topic.reference}
              </span>
            )}
          </h3>
          <dl className="mt-1 flex flex-wrap gap-x-6 gap-y-1">
            <Count label="Prepared" value={`${topic.prepared.done} of ${topic.prepared.all}`} />
            <Count label="Answered" value={topic.answered} />
            <Count label="Right first" value={topic.right_first} />
            <Count label="Learning" value={topic.learning} />
            <Count label="Learned" value={topic.learned} />
          </dl>
        </li>
      ))}
    </ul>
  );
}

function Count({ label, value }: { readonly label: string; readonly value: string | number }) {
  return (
    <div className="flex gap-1.5">
      <dt className="text-pencil">{label}</dt>
      <dd className="figures font-bold">{value}</dd>
    </div>
  );
}
