// <SentRequest>: confirms an enquiry: its content, when the reply is due, and what to do meanwhile.
import { answerDueAt, yearLabel, type EnquiryForm } from '../../domain/enquiry.ts';
import { paths } from '../../domain/paths.ts';
import { formatDate, ukDate, ukTime } from '../../domain/time.ts';
import { LinkButton } from '../ui/link-button.tsx';

export interface Request extends Pick<EnquiryForm, 'email' | 'year_class'> {
  /** When it was sent, in epoch milliseconds. */
  readonly at: number;
}

export function SentRequest({ email, year_class, at }: Request) {
  const due = answerDueAt(at);
  return (
    <section
      aria-label="Your request"
      className="mb-6 grid justify-items-start gap-2 rounded-md border border-positive bg-positive-wash p-4"
    >
      <h3 className="text-heading">Your request is with us</h3>
      <p>
        A free first lesson in {yearLabel(year_class)}. The answer comes to{' '}
        <strong className="[overflow-wrap:anywhere]">{email}</strong> by{' '}
        {formatDate(ukDate(due), 'weekday')} {ukTime(due)}.
      </p>
      <p>
        With it comes your free lesson: by a link to sign up with or, if you have an account by
        then, as a credit in it.
      </p>
      <LinkButton variant="secondary" href={paths.signUp} className="mt-1">
        Create your account
      </LinkButton>
    </section>
  );
}
