// <StudentList>: every student, found by name, email or phone.
import { useDeferredValue, useMemo, useState } from 'react';

import { creditCount } from '../../../domain/credits.ts';
import { studentPath } from '../../../domain/paths.ts';
import { searchStudents, type FamilySummary } from '../../../domain/family-record.ts';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { TextLink } from '../../ui/link-button.tsx';
import { Pager, pageOf } from '../../ui/pager.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { EmailLink, PhoneLink } from '../../ui/contact-links.tsx';

const ROWS = 50;

export function StudentList({ students }: { readonly students: readonly FamilySummary[] }) {
  const [search, setSearch] = useState('');
  const [wantedPage, setPage] = useState(0);
  const searched = useDeferredValue(search);
  const found = useMemo(() => searchStudents(students, searched), [students, searched]);
  const { shown, page, pages } = pageOf(found, wantedPage, ROWS);
  return (
    <section aria-label="Students" className="grid gap-5">
      <search className="max-w-2xl">
        <Field label="Search">
          {(control) => (
            <input
              {...control}
              type="search"
              placeholder="Student, parent, email or phone"
              autoComplete="off"
              spellCheck={false}
              value={search}
              onChange={(event) => {
                setSearch(event.target.value);
                setPage(0);
              }}
            />
          )}
        </Field>
        <p className="mt-1.5 text-sm text-pencil" aria-live="polite">
          {found.length} {found.length === 1 ? 'student' : 'students'}
        </p>
      </search>
      {found.length === 0 ? (
        <EmptyState
          title={students.length === 0 ? 'No students yet' : 'No students found'}
          text={
            students.length === 0
              ? 'They appear here as soon as a parent has signed up.'
              : 'Try fewer letters of a name, an email or a phone number.'
          }
        />
      ) : (
        <Card className="">
          <ul>
            {shown.map((student) => (
              <li
                key={student.id}
                className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 border-b border-line px-4 py-2 last:border-b-0 sm:px-6 md:grid-cols-[minmax(0,1fr)_minmax(0,1.6fr)_6rem]"
              >
                <div>
                  <TextLink href={studentPath(student.id)} className="[overflow-wrap:anywhere]">
                    {student.Student_Name}
                  </TextLink>
                  <p className="-mt-1 text-[0.9375rem] text-pencil [overflow-wrap:anywhere]">
                    {student.Parent_Name}
                  </p>
                </div>
                <p className="flex flex-wrap gap-x-6 max-md:order-last max-md:col-span-2">
                  <EmailLink address={student.Parent_Email} />
                  <PhoneLink number={student.Parent_Phone_Number} />
                </p>
                <p className="figures font-bold md:text-right">{creditCount(student.Credits)}</p>
              </li>
            ))}
          </ul>
        </Card>
      )}
      <Pager label="Students" page={page} pages={pages} onPage={setPage} />
    </section>
  );
}
