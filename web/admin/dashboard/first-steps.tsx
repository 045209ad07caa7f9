// <FirstSteps>: what is left of the first hour, each step with the place where it is done. Gone
// once all are done.
import { useQuery, queryOptions } from '@tanstack/react-query';

import { paths } from '../../../domain/paths.ts';
import * as endpoints from '../../../domain/site/endpoints.ts';
import type { FirstStep } from '../../../domain/site/site.ts';
import { call } from '../../transport/client.ts';
import { Card } from '../../ui/card.tsx';
import { TextLink } from '../../ui/link-button.tsx';

const partOfSite = (part: string) => `${paths.adminSite}?part=${part}`;

interface Step {
  readonly label: string;
  readonly href: string;
  /** What cannot be done on a page. */
  readonly note?: string;
}

const STEPS: Readonly<Record<FirstStep, Step>> = {
  name: { label: 'Publish your name', href: partOfSite('site') },
  contact: { label: 'Publish your email and phone', href: partOfSite('contact') },
  portrait: { label: 'Publish a portrait', href: partOfSite('profile') },
  price: { label: 'Save your prices', href: paths.adminAccountBusiness },
  times: { label: 'Save your usual times', href: paths.adminAccountBusiness },
  terms: { label: 'Publish your terms', href: partOfSite('terms') },
  payments: {
    label: 'Connect card payments',
    href: 'https://dashboard.stripe.com/apikeys',
    note: 'Set STRIPE_SECRET_KEY on the server.',
  },
  email: {
    label: 'Connect a mail server',
    href: paths.adminAccountEmails,
    note: 'Ask for SMTP_URL to be set on your server, then send yourself a test email.',
  },
  two_factor: {
    label: 'Switch on two-factor authentication',
    href: paths.adminAccountSignIn,
  },
  lesson: { label: 'Plan a first lesson', href: paths.adminPlanner },
};

interface FirstStepsProps {
  /** A new tutor finds them first; later, they come after what cannot wait. */
  at: 'top' | 'end';
}

export function FirstSteps({ at }: FirstStepsProps) {
  const { data = [] } = useQuery(firstStepsQuery);
  const left = data.filter(({ is_done }) => !is_done).length;
  const isNew = data.some(({ step, is_done }) => step === 'lesson' && !is_done);
  if (left === 0 || isNew !== (at === 'top')) return null;
  return (
    <section aria-labelledby="first-steps">
      <Card className="px-4 py-3">
        <div className="flex flex-wrap items-baseline gap-x-3">
          <h2 id="first-steps" className="text-heading">
            First steps
          </h2>
          <p className="figures text-sm text-pencil">
            {data.length - left} of {data.length} done
          </p>
        </div>
        <ul className="mt-2 gap-x-6 sm:columns-2 lg:columns-3">
          {data.map(({ step, is_done }) => (
            <li
              key={step}
              className="flex min-h-11 break-inside-avoid items-start gap-2.5 leading-snug"
            >
              <Mark isDone={is_done} />
              <div className="min-w-0">
                {is_done ? (
                  <span className="block py-2 text-pencil">
                    <span className="sr-only">Done: </span>
                    {STEPS[step].label}
                  </span>
                ) : (
                  <>
                    <TextLink href={STEPS[step].href}>{STEPS[step].label}</TextLink>
                    {STEPS[step].note !== undefined && (
                      <span className="block pb-2 text-sm text-pencil">{STEPS[step].note}</span>
                    )}
                  </>
                )}
              </div>
            </li>
          ))}
        </ul>
      </Card>
    </section>
  );
}

function Mark({ isDone }: { isDone: boolean }) {
  return (
    <svg
      viewBox="0 0 16 16"
      aria-hidden="true"
      className={`mt-2.5 size-4 shrink-0 ${isDone ? 'text-positive' : 'text-rule'}`}
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
    >
      <rect x="1.5" y="1.5" width="13" height="13" rx="2" />
      {isDone && <path d="m4.5 8 2.5 2.500 4.500-5" />}
    </svg>
  );
}

/** The steps of the tutor's first hour. */
export const firstStepsQuery = queryOptions({
  queryKey: ['admin', 'first-steps'],
  queryFn: ({ signal }) => call(endpoints.getFirstSteps, { signal }),
  select: ({ steps }) => steps,
  // Other pages do them.
  staleTime: 0,
  // Nobody misses the list if it cannot be loaded.
  meta: { isSilent: true },
});
