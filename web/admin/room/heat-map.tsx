// <HeatMap>: who is in the room, and what each student prepared and answered: students by items.
import type { ItemResult, RoomState } from '../../../domain/rooms/room.ts';
import type { TutorRoom } from '../../../domain/rooms/tutor-room.ts';
import { ukTime } from '../../../domain/time.ts';
import type { Item } from '../../../domain/topics/topic.ts';
import { EmptyState } from '../../ui/loaded.tsx';
import { Rendered } from '../../ui/rendered.tsx';

/** A sign and a word for each result: never by colour alone. */
const RESULTS: Readonly<Record<ItemResult, { sign: string; word: string; className: string }>> = {
  right: {
    sign: '✓',
    word: 'right',
    className: 'border-positive bg-positive-wash text-positive',
  },
  partly: {
    sign: '◐',
    word: 'partly right',
    className: 'border-caution bg-caution-wash text-caution',
  },
  wrong: { sign: '✗', word: 'not right', className: 'border-negative bg-negative text-paper' },
  done: { sign: '•', word: 'done', className: 'border-positive bg-positive-wash text-positive' },
};

interface Group {
  readonly title: string;
  readonly letter: string;
  readonly items: readonly Item[];
}

/** The items by when they are used, each group in the topic's order. */
function groupsOf(items: Item[]): Group[] {
  const isQuestion = (use: 'before' | 'live') => (item: Item) =>
    item.kind === 'question' && item.use === use;
  return [
    { title: 'Videos', letter: 'V', items: items.filter(({ kind }) => kind === 'video') },
    { title: 'Before', letter: 'B', items: items.filter(isQuestion('before')) },
    { title: 'Lesson', letter: 'L', items: items.filter(isQuestion('live')) },
    { title: 'Slides', letter: 'S', items: items.filter(({ kind }) => kind === 'slides') },
  ].filter((group) => group.items.length > 0);
}

export function HeatMap({ room }: { room: TutorRoom }) {
  const { items, students } = room;
  const { state } = room.lesson;
  const groups = groupsOf(items);
  const unrevealed = new Set(
    room.asked.filter((one) => one.state !== 'revealed').map(({ Item_ID: itemId }) => itemId),
  );
  const openId = room.asked.find(({ state: asked }) => asked === 'asked')?.Item_ID;
  const here = students.filter((student) => student.here).length;
  const joined = students.filter(({ joined_at }) => joined_at !== null).length;
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 id="heat-map" className="text-heading">
          Students
        </h2>
        {students.length > 0 && state !== 'after' && (
          <p className="figures text-pencil print:hidden">
            {here} of {students.length} in the room
            {state === 'live' && `, ${joined} in the meeting`}
          </p>
        )}
      </div>
      {students.length === 0 ? (
        <EmptyState
          title="Nobody is booked"
          text="Students appear here as soon as their family has booked the lesson."
        />
      ) : (
        <>
          <section
            className="relative overflow-x-auto print:overflow-visible"
            // The keyboard scrolls it.
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
            tabIndex={0}
            aria-labelledby="heat-map"
          >
            <table className="border-separate border-spacing-0 text-left">
              <Columns groups={groups} openId={openId} />
              <tbody>
                {students.map((student) => (
                  <StudentRow
                    key={student.Student_ID}
                    student={student}
                    groups={groups}
                    state={state}
                    unrevealed={unrevealed}
                  />
                ))}
              </tbody>
              <Totals groups={groups} students={students} />
            </table>
          </section>
          {items.length > 0 && <Key groups={groups} state={state} hasInk={unrevealed.size > 0} />}
        </>
      )}
    </div>
  );
}

/** The first column stays while the others scroll. */
const nameCell =
  'sticky left-0 z-1 w-32 min-w-32 bg-paper py-1 pr-2 text-left font-normal sm:w-52 sm:min-w-52 print:static';
const cell = 'min-w-9 px-0.5 py-1 text-center print:min-w-0';
/** Divides the groups. */
const first = 'border-l border-rule';

interface ColumnsProps {
  groups: readonly Group[];
  /** The item that is asked at the moment. */
  openId: string | undefined;
}

function Columns({ groups, openId }: ColumnsProps) {
  return (
    <thead className="text-sm">
      <tr>
        <th scope="col" rowSpan={2} className={`${nameCell} align-bottom font-bold!`}>
          Name
        </th>
        {groups.map(({ title, items }) => (
          <th
            key={title}
            colSpan={items.length}
            scope="colgroup"
            className={`${cell} ${first} px-2!`}
          >
            {title}
          </th>
        ))}
      </tr>
      <tr>
        {groups.map(({ letter, items }) =>
          items.map(({ id }, index) => (
            <th
              key={id}
              scope="col"
              className={`${cell} figures ${id === openId ? 'bg-ink font-bold text-paper' : 'font-normal'} ${index === 0 ? first : ''}`}
            >
              {letter}
              {index + 1}
            </th>
          )),
        )}
      </tr>
    </thead>
  );
}

interface StudentRowProps {
  student: TutorRoom['students'][number];
  groups: readonly Group[];
  state: RoomState;
  /** The items that were asked and not revealed yet. */
  unrevealed: ReadonlySet<string>;
}

function StudentRow({ student, groups, state, unrevealed }: StudentRowProps) {
  const { Student_Name: studentName, here, joined_at, results } = student;
  return (
    <tr>
      <th scope="row" className={`${nameCell} border-t border-line`}>
        <span className="flex items-baseline gap-1.5">
          {state !== 'after' && (
            <span aria-hidden="true" className={here ? 'text-positive' : 'text-pencil'}>
              {here ? '●' : '○'}
            </span>
          )}
          <span className="min-w-0">
            <span className="line-clamp-2 leading-snug wrap-anywhere print:line-clamp-none">
              {studentName}
              {state !== 'after' && (
                <span className="sr-only">, {here ? 'in the room' : 'not in the room'}</span>
              )}
            </span>
            {state !== 'before' && (
              <span className="figures block text-sm leading-snug text-pencil">
                {joined_at === null ? 'not joined' : `joined ${ukTime(Date.parse(joined_at))}`}
              </span>
            )}
          </span>
        </span>
      </th>
      {groups.map(({ items }) =>
        items.map(({ id }, index) => (
          <td key={id} className={`${cell} border-t border-t-line ${index === 0 ? first : ''}`}>
            <Mark result={results[id]} isInInk={unrevealed.has(id)} />
          </td>
        )),
      )}
    </tr>
  );
}

interface MarkProps {
  result: ItemResult | undefined;
  /** Until the reveal, right and wrong have no colours. */
  isInInk: boolean;
}

function Mark({ result, isInInk }: MarkProps) {
  if (result === undefined) return <span className="sr-only">nothing yet</span>;
  const { sign, word, className } = RESULTS[result];
  return (
    <>
      <Sign sign={sign} className={isInInk ? 'border-rule bg-sheet' : className} />
      <span className="sr-only">{word}</span>
    </>
  );
}

function Sign({ sign, className }: { sign: string; className: string }) {
  return (
    <span
      aria-hidden="true"
      className={`inline-grid size-8 place-items-center rounded-sm border font-bold print:size-5 print:border-rule ${className}`}
    >
      {sign}
    </span>
  );
}

/** How many students have done the item, or got it right. */
function Totals({ groups, students }: StudentsIn) {
  return (
    <tfoot className="text-sm">
      <tr>
        <th scope="row" className={`${nameCell} border-t border-rule font-bold!`}>
          Done or right
        </th>
        {groups.map(({ items }) =>
          items.map(({ id }, index) => (
            <td
              key={id}
              className={`${cell} figures border-t border-t-rule ${index === 0 ? first : ''}`}
            >
              {students.filter(({ results }) => isDone(results[id])).length}
            </td>
          )),
        )}
      </tr>
    </tfoot>
  );
}

interface StudentsIn {
  groups: readonly Group[];
  students: TutorRoom['students'];
}

const isDone = (result: ItemResult | undefined) => result === 'done' || result === 'right';

interface KeyProps extends Pick<StudentRowProps, 'groups' | 'state'> {
  /** Whether a question is not revealed yet. */
  hasInk: boolean;
}

/** What the signs and the columns mean. */
function Key({ groups, state, hasInk }: KeyProps) {
  return (
    <div className="text-sm">
      <ul className="flex flex-wrap gap-x-4 gap-y-1">
        {Object.values(RESULTS).map(({ sign, word, className }) => (
          <li key={word} className="flex items-center gap-1.5">
            <Sign sign={sign} className={`size-6! ${className}`} /> {word}
          </li>
        ))}
        <li>empty: nothing yet</li>
        {hasInk && <li>white: until the answer is revealed</li>}
        {state !== 'after' && <li>● in the room</li>}
      </ul>
      <details className="mt-1">
        <summary className="min-h-11 cursor-pointer content-center font-bold underline decoration-rule underline-offset-4 print:hidden">
          What the columns are
        </summary>
        <dl className="mt-2 grid grid-cols-[2.5rem_minmax(0,1fr)] gap-y-2">
          {groups.map(({ letter, items }) =>
            items.map((item, index) => (
              <div key={item.id} className="contents">
                <dt className="figures font-bold">
                  {letter}
                  {index + 1}
                </dt>
                <dd className="m-0 min-w-0">
                  {item.kind === 'question' ? (
                    <Rendered html={item.question.text_html} />
                  ) : (
                    item.title
                  )}
                </dd>
              </div>
            )),
          )}
        </dl>
      </details>
    </div>
  );
}
