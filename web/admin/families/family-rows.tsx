// <FamilyRows>: a page of families, as a table with sortable columns on wide screens and as a list
// on narrow ones.
import { familyPath } from '../../../domain/paths.ts';
import { creditCount } from '../../../domain/payments/credits.ts';
import { isYearUnknown, yearWords } from '../../../domain/school-year.ts';
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
  student: { label: 'Student', width: 'w-[36%]', up: 'Student, A to Z', down: 'Student, Z to A' },
  year: { label: 'Year', width: 'w-[16%]', up: 'Lowest year first', down: 'Highest year first' },
  next: {
    label: 'Next lesson',
    width: 'w-[18%]',
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
          {families.map((family) => (
            <tr
              key={family.id}
              className="border-b border-line *:px-2.5 *:py-1.5 last:border-b-0 lg:*:px-4 hover:bg-wash"
            >
              <th scope="row" className="font-normal">
                <Names family={family} />
              </th>
              <td>
                {yearsOf(family) || (
                  <span className="text-pencil">
                    <span aria-hidden="true">–</span>
                    <span className="sr-only">Year not given</span>
                  </span>
                )}
              </td>
              <td className="figures">
                {family.running_lesson === null ? (
                  nextWords(family)
                ) : (
                  <>
                    <b>Now</b>
                    <span className="block text-note text-pencil wrap-anywhere">
                      {family.running_lesson.Lesson_Name}
                    </span>
                  </>
                )}
              </td>
              <td className="figures">{lastWords(family)}</td>
              <td>
                <FamilyCredits family={family} />
              </td>
            </tr>
          ))}
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
        labelHidden
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
              <Names family={family} />
              <p className="py-2">
                <FamilyCredits family={family} />
              </p>
              <p className="figures col-span-2 flex flex-wrap gap-x-4 text-note text-pencil">
                <span className="empty:hidden">{yearsOf(family)}</span>
                <span>
                  {family.running_lesson === null ? (
                    nextWords(family, 'Next ')
                  ) : (
                    <>
                      <b className="text-ink">Now</b> {family.running_lesson.Lesson_Name}
                    </>
                  )}
                </span>
                <span>{lastWords(family, 'Last seen ')}</span>
              </p>
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
}

/** The first student links to the family's record; the other students and the parents follow. */
function Names({ family }: { family: FamilySummary }) {
  const { id, students, parents, bounced_emails: bounced } = family;
  const [first, ...others] = students.map(({ Student_Name: studentName }) => studentName);
  return (
    <div className="min-w-0">
      <TextLink href={familyPath(id)} className="-mt-1 wrap-anywhere">
        {first}
      </TextLink>
      {others.length > 0 && <p className="-mt-1.5 mb-1 wrap-anywhere">and {list.format(others)}</p>}
      <p className="-mt-1 mb-1 text-note text-pencil wrap-anywhere">
        {list.format(parents.map(({ name }) => name))}
      </p>
      {bounced.length > 0 && <Badge tone="negative">Emails do not arrive</Badge>}
    </div>
  );
}

function FamilyCredits({ family: { Credits: credits } }: { family: FamilySummary }) {
  return credits > 0 ? (
    <span className="figures font-bold">{creditCount(credits)}</span>
  ) : (
    <Badge tone="caution">{creditCount(credits)}</Badge>
  );
}

const list = new Intl.ListFormat('en-GB');

/**
 * 'Year 10, Finished school': each year once, and none broken between two lines; '' without any.
 */
function yearsOf({ students }: FamilySummary): string {
  const years = new Set(students.filter((one) => !isYearUnknown(one)).map(yearWords));
  return [...years].map((year) => year.replace(' ', '\u{a0}')).join(', ');
}

/** 'Sat 28 Nov, 09:00'. */
function nextWords({ next_lesson }: FamilySummary, lead = ''): string {
  if (next_lesson === null) return 'Not booked';
  const start = Date.parse(next_lesson.starts_at);
  return `${lead}${formatDate(ukDate(start), 'short')}, ${ukTime(start)}`;
}

/** 'Sat 21 Nov', or 'today' of somebody who is in the lesson that runs. */
function lastWords(family: FamilySummary, lead = ''): string {
  if (family.running_lesson?.joined === true) return lead === '' ? 'Today' : `${lead}today`;
  return family.last_attended_at === null
    ? 'No lesson yet'
    : `${lead}${formatDate(ukDate(Date.parse(family.last_attended_at)), 'short')}`;
}
