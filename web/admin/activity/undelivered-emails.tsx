// <UndeliveredEmails>: the undelivered emails, each with its actions.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { formatInstant } from '../../../domain/time.ts';
import type { UndeliveredEmail } from '../../../domain/tutor/undelivered-email.ts';
import {
  undeliveredEmailsQuery,
  useDismissEmail,
  useSendEmailAgain,
} from '../../data/activities.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FailedState } from '../../ui/loaded.tsx';
import { Rest } from '../../ui/rest.tsx';

/** How many emails are shown until the tutor asks for more, so that the log below stays in view. */
const FEW = 3;

/** Renders nothing while every email is delivered. */
export function UndeliveredEmails() {
  const query = useQuery(undeliveredEmailsQuery);
  const [wantsAll, setWantsAll] = useState(false);
  if (query.isError)
    return (
      <FailedState
        title="Failed to load undelivered emails"
        onRetry={query.refetch}
        busy={query.isFetching}
      />
    );
  const emails = query.data ?? [];
  if (emails.length === 0) return null;
  const shown = wantsAll ? emails : emails.slice(0, FEW);
  return (
    <section aria-labelledby="undelivered" className="grid gap-3">
      <h2 id="undelivered" className="text-heading">
        Emails that were not delivered
      </h2>
      <Card>
        {/* An email that is sent or dismissed leaves the list, and the next one comes up. */}
        <Rest after={emails.length}>
          <ul>
            {shown.map((email) => (
              <li key={email.id} className="border-b border-line px-4 py-4 last:border-b-0 sm:px-6">
                <Item email={email} />
              </li>
            ))}
          </ul>
        </Rest>
      </Card>
      {shown.length < emails.length && (
        <Button
          variant="secondary"
          className="justify-self-start"
          onClick={() => setWantsAll(true)}
        >
          Show all {emails.length}
        </Button>
      )}
    </section>
  );
}

function Item({ email }: { readonly email: UndeliveredEmail }) {
  const sendAgain = useSendEmailAgain();
  const dismiss = useDismissEmail();
  const about = `${email.subject}, to ${email.recipient}`;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
      <div className="grid max-w-prose min-w-0 gap-1 wrap-anywhere">
        <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <b>{email.subject}</b>
          <State email={email} />
        </p>
        <p className="text-pencil">
          To {email.recipient}, since {formatInstant(email.created_at)}
        </p>
        <p className="text-sm text-pencil">{email.error}</p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button
          variant="secondary"
          aria-label={`Send again: ${about}`}
          busy={sendAgain.isPending}
          onClick={() => sendAgain.mutate({ id: email.id })}
        >
          Send again
        </Button>
        <Button
          variant="quiet"
          aria-label={`Dismiss: ${about}`}
          busy={dismiss.isPending}
          onClick={() => dismiss.mutate({ id: email.id })}
        >
          Dismiss
        </Button>
      </div>
    </div>
  );
}

function State({ email: { attempts, next_try_at } }: { readonly email: UndeliveredEmail }) {
  if (next_try_at === null) return <Badge tone="negative">Failed</Badge>;
  if (attempts === 0) return <Badge tone="caution">Being sent</Badge>;
  return <Badge tone="caution">Next try at {formatInstant(next_try_at)}</Badge>;
}
