// /confirm-email: the target of a confirmation link, for the account's own address or a new one;
// the token is in the fragment. It requires a click, because some email systems open every link.
import { useMutation } from '@tanstack/react-query';
import { useLocation } from 'react-router';

import * as endpoints from '../../../domain/endpoints.ts';
import type { ErrorCode } from '../../../domain/errors.ts';
import { paths } from '../../../domain/paths.ts';
import type { ConfirmationOutcome } from '../../../domain/people/sign-up.ts';
import { PROFILE, PEOPLE } from '../../data/family.ts';
import { PageFrame } from '../../frames/page-frame.tsx';
import { pages } from '../../pages.ts';
import { call } from '../../transport/client.ts';
import { ApiError, failing } from '../../transport/failures.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextLink } from '../../ui/link-button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';

const words = {
  confirmed: {
    title: 'Email confirmed',
    text: 'You can now invite your family, and see your lessons in your own calendar.',
  },
  changed: {
    title: 'Email changed',
    text: 'Your email has been changed. You sign in with it from now on.',
  },
  dead: {
    title: 'Confirm your email',
    text: 'This link is no longer valid. Your account shows which email it has, and sends a new link.',
  },
  taken: {
    title: 'Confirm your email',
    text: 'Another account has this email by now. Yours keeps its old one.',
  },
} as const;

export default function ConfirmEmail() {
  const token = useLocation().hash.slice(1);
  const confirm = useConfirmEmail();
  const outcome = token === '' ? 'dead' : confirm.data;
  return (
    <PageFrame title={pages[paths.confirmEmail].title} width="narrow">
      {outcome === undefined ? (
        <>
          <PageHeader
            title="Confirm your email"
            text="Only if you made the account, or changed its email, yourself."
          />
          <Card className="mt-7 grid p-5 sm:p-8">
            <Button
              size="large"
              busy={confirm.isPending}
              busyLabel="Confirming..."
              onClick={() => confirm.mutate({ token })}
            >
              Confirm my email
            </Button>
          </Card>
        </>
      ) : (
        <>
          <PageHeader title={words[outcome].title} />
          <Card className="mt-7 grid justify-items-start gap-2 p-5 sm:p-8">
            <output>{words[outcome].text}</output>
            <TextLink href={paths.account}>Your account</TextLink>
          </Card>
        </>
      )}
    </PageFrame>
  );
}

/** `mutateAsync({token})`. A link that no longer works is a result, not a failure. */
function useConfirmEmail() {
  return useMutation({
    meta: failing('Update failed', 'Unable to confirm your email. Please try again.', {
      changes: [PROFILE, PEOPLE],
    }),
    // A retry after a lost response would find the link used.
    retry: false,
    mutationFn: async (body: { token: string }): Promise<LinkOutcome> => {
      try {
        return (await call(endpoints.confirmEmail, { body })).outcome;
      } catch (error) {
        const outcome =
          error instanceof ApiError && error.code !== undefined ? REFUSED[error.code] : undefined;
        if (outcome === undefined) throw error;
        return outcome;
      }
    },
  });
}

const REFUSED: Partial<Readonly<Record<ErrorCode, LinkOutcome>>> = {
  // The link was cut short or altered on its way.
  validation_failed: 'dead',
  invalid_confirmation_token: 'dead',
  email_taken: 'taken',
};

/**
 * The outcome of following a confirmation link; 'taken' if another account has claimed the new
 * address in the meantime.
 */
type LinkOutcome = ConfirmationOutcome | 'dead' | 'taken';
