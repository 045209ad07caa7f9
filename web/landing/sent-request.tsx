// <SentRequest>: takes the place of the form once an enquiry has been sent: what happens next, and
// what can be done meanwhile.
import { useEffect, useRef } from 'react';

import { spokenHours, spokenTime } from '../../domain/business-words.ts';
import { answerDueAt, type EnquiryForm } from '../../domain/enquiries/enquiry.ts';
import { paths } from '../../domain/paths.ts';
import { formatDate, ukDate, ukTime } from '../../domain/time.ts';
import { useBusiness } from '../content/business-context.ts';
import { useSite } from '../content/site-context.ts';
import { Button } from '../ui/button.tsx';
import { LinkButton } from '../ui/link-button.tsx';

export interface Request extends Pick<EnquiryForm, 'email'> {
  /** When it was sent, in epoch milliseconds. */
  readonly at: number;
}

interface SentRequestProps extends Request {
  readonly onAnother: () => void;
}

export function SentRequest({ email, at, onAnother }: SentRequestProps) {
  const { site } = useSite();
  const { response_hours } = useBusiness();
  const due = answerDueAt(at, response_hours);
  const heading = useRef<HTMLHeadingElement>(null);
  const section = useRef<HTMLElement>(null);
  // The button that had the focus is gone, and the form was longer than what takes its place.
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    section.current?.scrollIntoView({ block: 'start' });
  }, []);
  return (
    <section
      ref={section}
      aria-labelledby="sent-heading"
      className="grid gap-3 border-l-2 border-signal pl-4"
    >
      <output className="grid gap-2">
        <h3 ref={heading} id="sent-heading" tabIndex={-1} className="text-heading">
          Registration Successful!
        </h3>
        <p>
          {`Thank you for your interest. We'll contact you within ${spokenHours(response_hours)} to discuss your physics tutoring needs.`}
        </p>
        <p>
          {site.tutor} will answer at <strong className="wrap-anywhere">{email}</strong> by{' '}
          <strong>
            {formatDate(ukDate(due), 'weekday')} {spokenTime(ukTime(due))} UK time
          </strong>
          .
        </p>
      </output>
      <p>You can also go ahead: create your account and choose your free first lesson.</p>
      <div className="flex flex-wrap gap-3">
        <LinkButton href={paths.signUp}>Create your account</LinkButton>
        <Button variant="quiet" size="flush" onClick={onAnother}>
          Register another student
        </Button>
      </div>
    </section>
  );
}
