// <RecordPeople>: a family's parents with their contact details, and its students with their
// permissions.
import type { NewStudent } from '../../../domain/people/student-rules.ts';
import type { Student } from '../../../domain/people/student.ts';
import { yearWords } from '../../../domain/school-year.ts';
import { formatInstant } from '../../../domain/time.ts';
import type { FamilyRecord } from '../../../domain/tutor/family-record.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { EmailLink, PhoneLink } from '../../ui/contact-links.tsx';

/** What is shown beside a student's name: every other detail that a parent enters. */
const details: Readonly<
  Record<Exclude<keyof NewStudent, 'Student_Name'>, (student: Student) => string>
> = {
  year_class: yearWords,
};
const detailsOf = (student: Student) =>
  Object.values(details)
    .map((wordsOf) => wordsOf(student))
    .filter((words) => words !== '')
    .join(', ');

export function RecordPeople({ record }: { readonly record: FamilyRecord }) {
  const { student: account, parents, students, bounced_emails: bounced } = record;
  const bouncedAt = (address: string) => bounced.find(({ email }) => email === address);
  return (
    <Card className="grid gap-x-10 gap-y-5 px-5 py-4 sm:grid-cols-2">
      <section aria-labelledby="parents" className="min-w-0">
        <h2 id="parents" className="mb-1 font-sans text-base font-bold text-pencil">
          {parents.length === 1 ? 'Parent' : 'Parents'}
        </h2>
        <ul className="grid gap-3">
          {parents.map(({ id, name, email, phone, is_owner }) => (
            <li key={id}>
              <p className="flex flex-wrap items-center gap-x-2 leading-snug">
                <span className="font-bold wrap-anywhere">{name}</span>
                {is_owner && parents.length > 1 && <Badge>Account owner</Badge>}
              </p>
              <p className="flex flex-wrap gap-x-6">
                <EmailLink address={email} />
                <PhoneLink number={phone} />
              </p>
              <Bounced bounced={bouncedAt(email)} />
            </li>
          ))}
        </ul>
        <p className="figures text-note text-pencil">Joined {formatInstant(account.created_at)}</p>
      </section>
      <section aria-labelledby="students" className="min-w-0">
        <h2 id="students" className="mb-1 font-sans text-base font-bold text-pencil">
          {students.length === 1 ? 'Student' : 'Students'}
        </h2>
        <ul className="grid gap-3">
          {students.map(({ sign_in, ...student }) => (
            <li key={student.id} className="leading-snug">
              <p>
                <span className="font-bold wrap-anywhere">{student.Student_Name}</span>{' '}
                <span className="block text-pencil">{detailsOf(student)}</span>
              </p>
              {sign_in === null ? (
                <p className="text-pencil">No sign-in</p>
              ) : (
                <p>
                  Signs in with <span className="wrap-anywhere">{sign_in.email}</span>
                  <span className="block text-pencil">
                    {student.may_book ? 'May book and cancel' : 'A parent books and cancels'}
                  </span>
                </p>
              )}
              <Bounced bounced={bouncedAt(sign_in?.email ?? '')} />
            </li>
          ))}
        </ul>
      </section>
    </Card>
  );
}

interface BouncedProps {
  readonly bounced: FamilyRecord['bounced_emails'][number] | undefined;
}

/** Shown beneath a bounced address: since when it bounces, and the reply of its mail server. */
function Bounced({ bounced }: BouncedProps) {
  if (bounced === undefined) return null;
  return (
    <div className="mt-1 mb-2 border-l-4 border-negative pl-3 leading-snug">
      <p className="font-bold">Emails to this address do not arrive</p>
      <p className="text-note text-pencil wrap-anywhere">
        <span className="figures">{formatInstant(bounced.at)}</span>: {bounced.reason}
      </p>
    </div>
  );
}
