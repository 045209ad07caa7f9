// <FamilyList>: every family by its students, searchable by anyone's name, email or phone.
import { useDeferredValue, useMemo, useState } from 'react';

import { creditCount } from '../../../domain/credits.ts';
import { familyPath } from '../../../domain/paths.ts';
import { searchFamilies, type FamilySummary } from '../../../domain/family-record.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { TextLink } from '../../ui/link-button.tsx';
import { Pager, pageOf } from '../../ui/pager.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { EmailLink, PhoneLink } from '../../ui/contact-links.tsx';

const ROWS = 50;

export function FamilyList({ families }: { readonly families: readonly FamilySummary[] }) {
  const [search, setSearch] = useState('');
  const [wantedPage, setPage] = useState(0);
  const searched = useDeferredValue(search);
  const found = useMemo(() => searchFamilies(families, searched), [families, searched]);
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
          {countOf(found)}
        </p>
      </search>
      {found.length === 0 ? (
        <EmptyState
          title={families.length === 0 ? 'No students yet' : 'No students found'}
          text={
            families.length === 0
              ? 'They appear here as soon as a parent has signed up.'
              : 'Try fewer letters of a name, an email or a phone number.'
          }
        />
      ) : (
        <Card className="">
          <ul>
            {shown.map((family) => (
              <li
                key={family.id}
                className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 border-b border-line px-4 py-2 last:border-b-0 sm:px-6 md:grid-cols-[minmax(0,1fr)_minmax(0,1.6fr)_6rem]"
              >
                <Names family={family} />
                <div className="max-md:order-last max-md:col-span-2">
                  {family.parents.map(({ id, email, phone }) => (
                    <p key={id} className="flex flex-wrap gap-x-6">
                      <EmailLink address={email} />
                      <PhoneLink number={phone} />
                    </p>
                  ))}
                  {family.bounced_emails.length > 0 && (
                    <Badge tone="negative">Emails do not arrive</Badge>
                  )}
                </div>
                <p className="figures font-bold md:text-right">{creditCount(family.Credits)}</p>
              </li>
            ))}
          </ul>
        </Card>
      )}
      <Pager label="Students" page={page} pages={pages} onPage={setPage} />
    </section>
  );
}

/** The first student links to the family's record; the other students and the parents follow. */
function Names({ family: { id, students, parents } }: { readonly family: FamilySummary }) {
  const [first, ...others] = students.map(({ Student_Name }) => Student_Name);
  return (
    <div className="py-1">
      <TextLink href={familyPath(id)} className="[overflow-wrap:anywhere]">
        {first}
      </TextLink>
      {others.length > 0 && (
        <p className="-mt-1.5 mb-1 leading-snug [overflow-wrap:anywhere]">
          and {list.format(others)}
        </p>
      )}
      <p className="-mt-1 text-[0.9375rem] leading-snug text-pencil [overflow-wrap:anywhere]">
        {list.format(parents.map(({ name }) => name))}
      </p>
    </div>
  );
}

const list = new Intl.ListFormat('en-GB');

/** '12 students', or '11 families, 12 students' if some families have several. */
function countOf(families: readonly FamilySummary[]): string {
  const students = families.reduce((sum, family) => sum + family.students.length, 0);
  const inWords = `${students} ${students === 1 ? 'student' : 'students'}`;
  if (students === families.length) return inWords;
  return `${families.length} ${families.length === 1 ? 'family' : 'families'}, ${inWords}`;
}
