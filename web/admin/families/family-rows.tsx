// <FamilyRows>: a page of families, as a table with sortable columns on wide screens and as a list
// on narrow ones.
import { familyPath } from '../../../domain/paths.ts';
import { creditCount } from '../../../domain/payments/credits.ts';
import { isYearUnknown, yearWords } from '../../../domain/school-year.ts';
import { joinWords } from '../../../domain/text.ts';
import { formatDate, ukDate, ukTime } from '../../../domain/time.ts';
import {
  familyColumns,
  type FamilyColumn,
  type FamilyOrder,
} from '../../../domain/tutor/family-list.ts';
import type { FamilySummary } from '../../../domain/tutor/family-record.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Select } from '../../ui/forms/filters.tsx';
import { useMedia } from '../../ui/hooks/use-media.ts';
import { TextLink } from '../../ui/link-button.tsx';

interface FamilyRowsProps {
  families: readonly FamilySummary[];
  order: FamilyOrder;
  onOrder: (order: FamilyOrder) => void;
}

const columns: Readonly<
  Record<FamilyColumn, { label: string; width: string; up: string; down: string }>
> = {
  student: { label: 'Student', width: 'w-[30%]', up: 'Student, A to Z', down: 'Student, Z to A' },
  year: { label: 'Year', width: 'w-[11%]', up: 'Lowest year first', down: 'Highest year first' },
  next: {
    label: 'Next lesson',
    width: 'w-[28%]',
    up: 'Next lesson first',
    down: 'Latest lesson first',
  },
  last: {
    label: 'Last seen',
    width: 'w-[15%]',
    up: 'Longest not seen first',
    down: 'Last seen first',
  },
  credits: {
    label: 'Credits',
    width: 'w-[15%]',
    up: 'Fewest credits first',
    down: 'Most credits first',
  },
};

export function FamilyRows(props: FamilyRowsProps) {
  return useMedia('(min-width: 48rem)') ? <Table {...props} /> : <List {...props} />;
}

function Table({ families, order, onOrder }: FamilyRowsProps) {
  return (
    <Card className="overflow-hidden">
      <table className="w-full table-fixed border-collapse text-left leading-snug">
        <caption className="sr-only">Students</caption>
        <thead>
          <tr className="border-b border-rule">
            {familyColumns.map((column) => {
              const isSorted = order.column === column;
              const isUp = isSorted && order.direction === 'ascending';
              return (
                <th
                  key={column}
                  scope="col"
                  className={`${columns[column].width} p-0`}
                  aria-sort={isSorted ? order.direction : undefined}
                >
                  <button
                    type="button"
                    className={`flex min-h-11 w-full cursor-pointer items-center gap-1.5 px-2.5 text-left text-note font-bold lg:px-4 -outline-offset-3 hover:text-ink focus-visible:-outline-offset-3 ${isSorted ? 'text-ink' : 'text-pencil'}`}
                    onClick={() =>
                      onOrder({ column, direction: isUp ? 'descending' : 'ascending' })
                    }
                  >
                    {columns[column].label}
                    <span aria-hidden="true" className={isSorted ? 'text-signal' : 'invisible'}>
                      {isUp ? '↑' : '↓'}
                    </span>
                  </button>
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {families.map((family) =>
            family.students.map((student, position) => {
              const isLast = position === family.students.length - 1;
              const shared = position === 0 ? { rowSpan: family.students.length } : null;
              return (
                <tr
                  key={student.id}
                  className={`align-baseline *:px-2.5 *:py-1.5 lg:*:px-4 ${isLast ? 'border-b border-line last:border-b-0' : ''}`}
                >
                  <th scope="row" className="font-normal">
                    <NameLink family={family} student={student} />
                    {isLast && <Parents family={family} />}
                  </th>
                  <td>
                    {isYearUnknown(student) ? (
                      <span className="text-pencil">
                        <span aria-hidden="true">–</span>
                        <span className="sr-only">Year not given</span>
                      </span>
                    ) : (
                      yearWords(student)
                    )}
                  </td>
                  <td className="figures">
                    <NextLesson student={student} />
                  </td>
                  {shared !== null && (
                    <>
                      <td {...shared} className="figures">
                        {lastWords(family)}
                      </td>
                      <td {...shared}>
                        <FamilyCredits family={family} />
                      </td>
                    </>
                  )}
                </tr>
              );
            }),
          )}
        </tbody>
      </table>
    </Card>
  );
}

function List({ families, order, onOrder }: FamilyRowsProps) {
  const options = familyColumns.flatMap((column) => [
    { label: columns[column].up, order: { column, direction: 'ascending' } as const },
    { label: columns[column].down, order: { column, direction: 'descending' } as const },
  ]);
  const isChosen = (one: FamilyOrder) =>
    one.column === order.column && one.direction === order.direction;
  return (
    <div className="grid gap-3">
      <Select
        label="Sort by"
        value={options.findIndex((option) => isChosen(option.order))}
        options={options.map(({ label }, value) => ({ value, label }))}
        onChange={(index) => onOrder(options[index]?.order ?? order)}
      />
      <Card>
        <ul>
          {families.map((family) => (
            <li
              key={family.id}
              className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 border-b border-line px-4 py-2 leading-snug last:border-b-0"
            >
              <ul>
                {family.students.map((student) => (
                  <li key={student.id}>
                    <NameLink family={family} student={student} />
                    <p className="figures -mt-1 mb-1 text-note">
                      {!isYearUnknown(student) && `${yearWords(student)}, `}
                      <NextLesson student={student} />
                    </p>
                  </li>
                ))}
              </ul>
              <p className="py-2">
                <FamilyCredits family={family} />
              </p>
              <div className="col-span-2 flex flex-wrap gap-x-4 text-note text-pencil">
                <Parents family={family} />
                <span className="figures">{lastWords(family, 'Last seen ')}</span>
              </div>
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
}

interface StudentProps {
  student: FamilySummary['students'][number];
}

/** Leads to the record of the whole family. */
function NameLink({ family, student }: StudentProps & { family: FamilySummary }) {
  return (
    <TextLink href={familyPath(family.id)} className="-my-1 wrap-anywhere">
      {student.Student_Name}
    </TextLink>
  );
}

function Parents({ family: { parents, bounced_emails: bounced } }: { family: FamilySummary }) {
  return (
    <div>
      <p className="mb-1 text-note text-pencil wrap-anywhere">
        {joinWords(parents.map(({ name }) => name))}
      </p>
      {bounced.length > 0 && <Badge tone="negative">Emails do not arrive</Badge>}
    </div>
  );
}

/** 'Now' or 'Sat 28 Nov, 09:00', and the lesson's name. */
function NextLesson({ student: { lesson } }: StudentProps) {
  if (lesson === null) return <span>Not booked</span>;
  const start = Date.parse(lesson.starts_at);
  return (
    <span className="wrap-anywhere">
      {lesson.is_running ? (
        <b>Now</b>
      ) : (
        <span className="inline-block">
          {formatDate(ukDate(start), 'short')}, {ukTime(start)}
        </span>
      )}{' '}
      <span className="inline-block text-note text-pencil md:block">{lesson.Lesson_Name}</span>
    </span>
  );
}

function FamilyCredits({ family: { Credits: credits } }: { family: FamilySummary }) {
  return credits > 0 ? (
    <span className="figures font-bold">{creditCount(credits)}</span>
  ) : (
    <Badge tone="caution">{creditCount(credits)}</Badge>
  );
}

/** 'Sat 21 Nov', or 'today' of somebody who is in the lesson that runs. */
function lastWords(family: FamilySummary, lead = ''): string {
  if (family.running_lesson?.joined === true) return lead === '' ? 'Today' : `${lead}today`;
  return family.last_attended_at === null
    ? 'No lesson yet'
    : `${lead}${formatDate(ukDate(Date.parse(family.last_attended_at)), 'short')}`;
}
