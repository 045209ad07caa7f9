// <HeatMap>: who is in the room, and what each student prepared and answered.
import type { ItemResult } from '../../../domain/room-live.ts';
import type { TutorRoom } from '../../../domain/tutor-room.ts';

/** A sign and a word for each result: never by colour alone. */
const RESULTS: Readonly<Record<ItemResult, { sign: string; word: string; className: string }>> = {
  done: { sign: '•', word: 'done', className: 'bg-faint' },
  right: { sign: '✓', word: 'right', className: 'bg-faint font-bold' },
  partly: { sign: '~', word: 'partly right', className: 'border border-ink' },
  wrong: { sign: '✗', word: 'wrong', className: 'bg-negative-wash font-bold text-negative' },
};

export function HeatMap({ room: { items, students } }: { readonly room: TutorRoom }) {
  return (
    <div className="grid gap-3">
      <h2 id="heat-map" className="text-heading">
        Students
      </h2>
      <p className="text-sm text-pencil">
        {Object.values(RESULTS)
          .map(({ sign, word }) => `${sign} ${word}`)
          .join(', ')}
        . The columns are the items of the topic in order.
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className="overflow-x-auto" tabIndex={0} aria-labelledby="heat-map">
        <table className="w-full border-collapse text-left">
          <thead>
            <tr>
              <th scope="col" className="pr-3">
                Name
              </th>
              <th scope="col" className="pr-3">
                Here
              </th>
              {items.map((item, index) => (
                <th key={item.id} scope="col" className="figures px-1 text-center">
                  {index + 1}
                  <span className="sr-only"> {item.kind}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {students.map((student) => (
              <tr key={student.Student_ID} className="border-t border-line">
                <th scope="row" className="py-2 pr-3 font-normal">
                  {student.Student_Name}
                </th>
                <td className="pr-3">{student.here ? 'here' : 'not here'}</td>
                {items.map(({ id }) => (
                  <Cell key={id} result={student.results[id]} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}

function Cell({ result }: { readonly result: ItemResult | undefined }) {
  if (result === undefined)
    return (
      <td className="px-1 text-center">
        <span className="sr-only">nothing yet</span>
      </td>
    );
  const { sign, word, className } = RESULTS[result];
  return (
    <td className="px-1 text-center">
      <span aria-hidden="true" className={`inline-block min-w-7 rounded-sm ${className}`}>
        {sign}
      </span>
      <span className="sr-only">{word}</span>
    </td>
  );
}
