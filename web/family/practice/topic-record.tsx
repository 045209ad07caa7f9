// <TopicRecord>: how far a student has come with each topic.
import type { Practice } from '../../../domain/rooms/practice.ts';

export function TopicRecord({ topics }: { readonly topics: Practice['topics'] }) {
  return (
    <section className="grid gap-3">
      <h2 className="text-heading">Topics</h2>
      <ul className="grid gap-3">
        {topics.map((topic) => (
          <li key={topic.id} className="rounded-md border border-line bg-sheet px-4 py-3">
            <h3 className="text-lg font-semibold wrap-anywhere">
              {topic.name}
              {topic.reference !== '' && (
                <span className="ml-2 font-sans text-sm font-normal whitespace-nowrap text-pencil">
                  {topic.reference}
                </span>
              )}
            </h3>
            {isUntouched(topic) ? (
              <p className="text-pencil">Not started</p>
            ) : (
              <dl className="mt-2 grid gap-x-8 gap-y-1 sm:grid-cols-2">
                <Count label="Prepared" value={`${topic.prepared.done} of ${topic.prepared.all}`} />
                <Count label="Right at first" value={`${topic.right_first} of ${topic.answered}`} />
                <Count label="In practice" value={topic.learning} />
                <Count label="Learned by practice" value={topic.learned} />
              </dl>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

const isUntouched = ({ prepared, answered, learning, learned }: Practice['topics'][number]) =>
  prepared.done + answered + learning + learned === 0;

function Count({ label, value }: { readonly label: string; readonly value: string | number }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-pencil">{label}</dt>
      <dd className="figures font-bold">{value}</dd>
    </div>
  );
}
