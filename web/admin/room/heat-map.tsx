// <HeatMap>: who is in the room, and what each student prepared and answered: students by items.
import type { AskedQuestion, RoomState } from '../../../domain/rooms/room.ts';
import { answerOf, type TutorRoom } from '../../../domain/rooms/tutor-room.ts';
import type { Item } from '../../../domain/topics/topic.ts';
import { EmptyState } from '../../ui/loaded.tsx';
import { PresenceMark } from '../presence-mark.tsx';
import { QuestionText } from './asked-question.tsx';
import { columnWords, presenceWords } from './heat-map-words.ts';
import { type Result, ResultMark, RESULTS, Sign } from './result-mark.tsx';

interface Column {
  /** Undefined for a question that was deleted from the topic. */
  readonly item: Item | undefined;
  /** The question as it was asked in this lesson; undefined for all that was not. */
  readonly asked?: AskedQuestion | undefined;
}

interface Group {
  readonly title: string;
  readonly columns: readonly Column[];
}

/**
 * The items by when they are used, each group in the topic's order. A question for before the
 * lesson that is asked in it has a second column, after those for the lesson. During the lesson its
 * own questions come first: a phone has no room for all columns.
 */
function groupsOf({ lesson, items, asked }: TutorRoom): Group[] {
  const columnsOf = (isOne: (item: Item) => boolean) =>
    items.filter(isOne).map((item): Column => ({ item }));
  const isFor = (use: 'before' | 'live') => (item: Item) =>
    item.kind === 'question' && item.use === use;
  const live = items
    .filter(isFor('live'))
    .map((item) => ({ item, asked: asked.find((one) => one.Item_ID === item.id) }));
  const others = asked
    .filter((one) => !live.some(({ item }) => item.id === one.Item_ID))
    .map((one) => ({ item: items.find(({ id }) => id === one.Item_ID), asked: one }));
  const inLesson = { title: 'Lesson', columns: [...live, ...others] };
  const isLive = lesson.state === 'live';
  return [
    ...(isLive ? [inLesson] : []),
    { title: 'Videos', columns: columnsOf(({ kind }) => kind === 'video') },
    { title: 'Before', columns: columnsOf(isFor('before')) },
    ...(isLive ? [] : [inLesson]),
    { title: 'Slides', columns: columnsOf(({ kind }) => kind === 'slides') },
  ].filter(({ columns }) => columns.length > 0);
}

const keyOf = ({ item, asked }: Column) => asked?.id ?? item?.id;

/** A question that was asked has the answers of this lesson, everything else the first ever. */
function resultIn(
  { item, asked }: Column,
  { Student_ID: studentId, results }: TutorRoom['students'][number],
): Result | null {
  if (asked !== undefined) return answerOf(asked, studentId);
  return (item && results[item.id]) ?? null;
}

export function HeatMap({ room }: { room: TutorRoom }) {
  const { students } = room;
  const { state } = room.lesson;
  const groups = groupsOf(room);
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
            {here} of {students.length} on this page
            {state === 'live' && `, ${joined} joined`}
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
            className="scroll-edge relative overflow-x-auto print:overflow-visible"
            // The keyboard scrolls it.
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
            tabIndex={0}
            aria-labelledby="heat-map"
          >
            <table className="w-full border-separate border-spacing-0 text-left">
              <Columns groups={groups} />
              <tbody>
                {students.map((student) => (
                  <StudentRow
                    key={student.Student_ID}
                    student={student}
                    groups={groups}
                    state={state}
                  />
                ))}
              </tbody>
              <Totals groups={groups} students={students} />
            </table>
          </section>
          {groups.length > 0 && <Key groups={groups} state={state} />}
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

function Columns({ groups }: { groups: readonly Group[] }) {
  return (
    <thead className="text-sm">
      <tr>
        <th scope="col" rowSpan={2} className={`${nameCell} align-bottom font-bold!`}>
          Name
        </th>
        {groups.map(({ title, columns }) => (
          <th
            key={title}
            colSpan={columns.length}
            scope="colgroup"
            className={`${cell} ${first} px-2!`}
          >
            {title}
          </th>
        ))}
      </tr>
      <tr>
        {groups.map(({ title, columns }) =>
          columns.map((column, index) => (
            <th
              key={keyOf(column)}
              scope="col"
              abbr={`${title} ${index + 1}`}
              title={columnWords(column.item)}
              className={`${cell} figures ${column.asked?.state === 'asked' ? 'filled bg-ink font-bold text-paper' : 'font-normal'} ${index === 0 ? first : ''}`}
            >
              <span aria-hidden="true">{index + 1}</span>
              <span className="sr-only">
                {title} {index + 1}: {columnWords(column.item)}
              </span>
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
}

function StudentRow({ student, groups, state }: StudentRowProps) {
  const { Student_Name: studentName, here, joined_at } = student;
  const isIn = here || joined_at !== null;
  return (
    <tr>
      <th scope="row" className={`${nameCell} border-t border-line`}>
        <span className="flex items-baseline gap-1.5">
          {state !== 'after' && (
            <PresenceMark
              isIn={isIn}
              className={`translate-y-0.5 ${isIn ? 'text-positive' : 'text-pencil'}`}
            />
          )}
          <span className="min-w-0">
            <span className="line-clamp-2 leading-snug wrap-anywhere print:line-clamp-none">
              {studentName}
              {state === 'before' && (
                <span className="sr-only">, {here ? 'on this page' : 'not on this page'}</span>
              )}
            </span>
            {state !== 'before' && (
              <span
                className={`figures block text-sm leading-snug ${joined_at === null ? 'text-pencil' : 'text-positive'}`}
              >
                <span className="sr-only">, </span>
                {presenceWords(student, state)}
              </span>
            )}
          </span>
        </span>
      </th>
      {groups.map(({ columns }) =>
        columns.map((column, index) => (
          <td
            key={keyOf(column)}
            className={`${cell} border-t border-t-line ${index === 0 ? first : ''}`}
          >
            <ResultMark result={resultIn(column, student)} isInInk={isUnrevealed(column)} />
          </td>
        )),
      )}
    </tr>
  );
}

const isUnrevealed = ({ asked }: Column) => asked !== undefined && asked.state !== 'revealed';

/** How many students have done the item, or got it right; nothing while the question is open. */
function Totals({ groups, students }: StudentsIn) {
  return (
    <tfoot className="text-sm">
      <tr>
        <th scope="row" className={`${nameCell} border-t border-rule font-bold!`}>
          Done or right
        </th>
        {groups.map(({ columns }) =>
          columns.map((column, index) => (
            <td
              key={keyOf(column)}
              className={`${cell} figures border-t border-t-rule ${index === 0 ? first : ''}`}
            >
              {column.asked?.state !== 'asked' &&
                students.filter((student) => isDone(resultIn(column, student))).length}
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

const isDone = (result: Result | null) => result === 'done' || result === 'right';

/** What the signs and the columns mean. */
function Key({ groups, state }: Pick<StudentRowProps, 'groups' | 'state'>) {
  const columns = groups.flatMap((group) => group.columns);
  const { answered: _, ...results } = RESULTS;
  return (
    <div className="text-sm">
      <ul className="flex flex-wrap items-center gap-x-4 gap-y-1">
        {Object.values(results).map(({ sign, word, className }) => (
          <li key={word} className="flex items-center gap-1.5">
            <Sign sign={sign} className={`size-6! ${className}`} /> {word}
          </li>
        ))}
        {state !== 'after' && (
          <li className="flex items-center gap-1.5">
            <PresenceMark isIn className="text-positive" />
            {state === 'live' ? 'joined or on this page' : 'on this page'}
          </li>
        )}
      </ul>
      <p className="mt-1 max-w-prose text-pencil">
        Cells show first tries, and nothing before one. Families see every try.
        {columns.some(isUnrevealed) && ' Answers are white until they are revealed.'}
      </p>
      <details className="mt-1">
        <summary className="min-h-11 cursor-pointer content-center font-bold underline decoration-rule underline-offset-4 print:hidden">
          What the columns are
        </summary>
        <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2">
          {groups.map(({ title, columns: all }) =>
            all.map((column, index) => (
              <div key={keyOf(column)} className="contents">
                <dt className="figures font-bold">
                  {title} {index + 1}
                </dt>
                <dd className="m-0 min-w-0">
                  <ColumnText {...column} />
                </dd>
              </div>
            )),
          )}
        </dl>
      </details>
    </div>
  );
}

function ColumnText({ item, asked }: Column) {
  if (item !== undefined && item.kind !== 'question') return item.title;
  return (
    <>
      <QuestionText item={item} />
      {asked !== undefined && <p className="text-pencil">The last answer in this lesson.</p>}
    </>
  );
}
