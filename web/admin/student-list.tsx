// <StudentList>: every student, found by name, email or phone.
import { useDeferredValue, useMemo, useState } from 'react';

import { creditCount } from '../../domain/credits.ts';
import { studentPath } from '../../domain/paths.ts';
import { searchStudents, type StudentSummary } from '../../domain/student-record.ts';
import { Card } from '../ui/card.tsx';
import { Field } from '../ui/field.tsx';
import { TextLink } from '../ui/link-button.tsx';
import { Pager, pageOf } from '../ui/pager.tsx';
import { EmptyState } from '../ui/states.tsx';
import { EmailLink, PhoneLink } from './contact-links.tsx';

const ROWS = 50;

export function StudentList({ students }: { readonly students: readonly StudentSummary[] }) {
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
                className="flex flex-wrap items-center gap-x-6 gap-y-0 border-b border-line px-4 py-2 last:border-b-0 sm:px-6"
              >
                <div className="min-w-0 flex-1 basis-60">
                  <TextLink href={studentPath(student.id)} className="[overflow-wrap:anywhere]">
                    {student.Student_Name}
                  </TextLink>
                  <p className="-mt-1 text-[0.9375rem] text-pencil [overflow-wrap:anywhere]">
                    {student.Parent_Name}
                  </p>
                </div>
                <p className="flex min-w-0 flex-[2] basis-72 flex-wrap gap-x-6">
                  <EmailLink address={student.Parent_Email} />
                  <PhoneLink number={student.Parent_Phone_Number} />
                </p>
                <p className="figures w-24 font-bold">{creditCount(student.Credits)}</p>
              </li>
            ))}
          </ul>
        </Card>
      )}
      <Pager label="Students" page={page} pages={pages} onPage={setPage} />
    </section>
  );
}
