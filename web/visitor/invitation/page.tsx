// /invitation: the target of an invitation into a family; the token is in the fragment. Opening it
// does not redeem it, because some email systems open every link.
import { useQuery, queryOptions, useMutation } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';

import * as endpoints from '../../../domain/endpoints.ts';
import type { OpenEnquiryInvitation } from '../../../domain/enquiries/free-lesson.ts';
import { errorCatalogue, type ErrorCode } from '../../../domain/errors.ts';
import { paths, signUpWithInvitePath } from '../../../domain/paths.ts';
import type {
  OpenImportInvitation,
  OpenInvitation,
  Acceptance,
} from '../../../domain/people/family.ts';
import { formatDate, ukDate } from '../../../domain/time.ts';
import { useLogout } from '../../data/sign-out.ts';
import { PageFrame } from '../../frames/page-frame.tsx';
import { pages, preloadPage } from '../../pages.ts';
import { StoredOfImported, StoredOfParent, StoredOfStudent } from '../../parts/stored-words.tsx';
import { call } from '../../transport/client.ts';
import { ApiError } from '../../transport/failures.ts';
import { loadFailure } from '../../transport/query-client.ts';
import { useSession, saveSession } from '../../transport/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { AcceptByPasswordForm, AcceptParentForm } from './accept-forms.tsx';

export default function Invitation() {
  const token = useLocation().hash.slice(1);
  const query = useQuery(invitationQuery(token));
  // Accepting leads there.
  useEffect(() => preloadPage(paths.familyHome), []);
  return (
    <PageFrame title={pages[paths.invitation].title} width="narrow">
      {query.data === undefined && (
        <div className="mb-7">
          <PageHeader title="Invitation" />
        </div>
      )}
      <Loaded query={query} noun="the invitation" rows={3} {...loadFailure(READING_INVITATION)}>
        {(invitation) =>
          invitation?.kind === 'enquiry' ? (
            <Navigate to={signUpWithInvitePath(token)} replace />
          ) : (
            <InvitationView token={token} invitation={invitation} />
          )
        }
      </Loaded>
    </PageFrame>
  );
}

interface InvitationViewProps {
  token: string;
  /** Null for one that no longer works. */
  invitation: OpenInvitation | OpenImportInvitation | null;
}

/** What the inviter has done, after their name. */
const purposes = {
  parent:
    "has invited you to share the family's account: to see and book the lessons, and to pay for them.",
  student:
    'has made it possible for you to sign in: to see your lessons, to join them and to prepare for them.',
  import:
    'has moved your lessons to this website, and your account is ready. Choose a password, and you can book here.',
} as const;

function titleOf(invitation: OpenInvitation | OpenImportInvitation): string {
  if (invitation.kind === 'import') return 'Choose your password';
  return invitation.kind === 'parent'
    ? 'Join your family'
    : `A sign-in for ${invitation.Student_Name}`;
}

/**
 * <InvitationView>: who invites whom, with the form to accept; or why that is impossible and what
 * to do instead.
 */
function InvitationView({ token, invitation }: InvitationViewProps) {
  const accept = useAcceptInvitation();
  // Accepting signs in too, while this page still leads on.
  const isSignedIn =
    useSession('family') !== null && !accept.isPending && accept.data !== 'accepted';
  if (invitation === null || accept.data === 'dead') {
    return <NoWay title="Invitation">{errorCatalogue.invitation_not_found.text}</NoWay>;
  }
  const { kind, email, invited_by, expires_at } = invitation;
  const title = titleOf(invitation);
  if (accept.data === 'taken') {
    return (
      <NoWay title={title}>
        An account with the email <Address>{email}</Address> already exists, and an email can belong
        to one account only. Please sign in instead, or ask {invited_by} to invite you at another
        address.
      </NoWay>
    );
  }
  return (
    <>
      <PageHeader title={title} text={`${invited_by} ${purposes[kind]}`} />
      <Card className="mt-7 grid gap-7 p-5 sm:p-8">
        <dl className="grid gap-x-6 gap-y-1 sm:grid-cols-[auto_1fr]">
          <dt className="font-bold">Your sign-in</dt>
          <dd className="max-sm:mb-2">
            <Address>{email}</Address>
          </dd>
          <dt className="font-bold">Open until</dt>
          <dd className="figures">{formatDate(ukDate(Date.parse(expires_at)), 'long')}</dd>
        </dl>
        {isSignedIn ? (
          <SignOutFirst />
        ) : kind === 'parent' ? (
          <AcceptParentForm token={token} email={email} accept={accept.mutateAsync} />
        ) : (
          <AcceptByPasswordForm token={token} email={email} accept={accept.mutateAsync} />
        )}
      </Card>
      <div className="mt-7">
        {kind === 'import' && <StoredOfImported />}
        {kind === 'parent' && <StoredOfParent invitedBy={invited_by} />}
        {kind === 'student' && <StoredOfStudent />}
      </div>
    </>
  );
}

function NoWay({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <PageHeader title={title} />
      <Card className="mt-7 grid gap-6 p-5 sm:p-8">
        <output className="block">{children}</output>
        <LinkButton href={paths.signIn}>Sign in</LinkButton>
      </Card>
    </>
  );
}

/** Accepting signs in, which would replace the session of somebody else. */
function SignOutFirst() {
  const session = useSession('family');
  const logout = useLogout('family');
  return (
    <div className="grid gap-4 border-l-4 border-signal pl-4">
      <p>
        <strong className="wrap-anywhere">{session?.user.name}</strong> is signed in on this
        browser. To accept the invitation here, sign out first.
      </p>
      <div>
        <Button busy={logout.isPending} busyLabel="Signing out..." onClick={() => logout.mutate()}>
          Sign out
        </Button>
      </div>
    </div>
  );
}

function Address({ children }: { children: string }) {
  return <strong className="wrap-anywhere">{children}</strong>;
}

/** A link that was cut short or altered on its way is as dead as a used one. */
const DEAD: readonly (ErrorCode | undefined)[] = ['invitation_not_found', 'validation_failed'];

/** Texts for an invitation that fails to load, as a toast and as the title shown in its place. */
const READING_INVITATION = {
  title: 'Error loading invitation',
  text: 'Failed to load the invitation',
} as const;

/** The invitation of this link; null if it no longer works, which is a result and not a failure. */
function invitationQuery(token: string) {
  return queryOptions({
    queryKey: ['public', 'invitation', token],
    queryFn: async ({
      signal,
    }): Promise<OpenInvitation | OpenImportInvitation | OpenEnquiryInvitation | null> => {
      if (token === '') return null;
      try {
        return (await call(endpoints.readInvitation, { signal, body: { token } })).invitation;
      } catch (error) {
        if (error instanceof ApiError && DEAD.includes(error.code)) return null;
        throw error;
      }
    },
    meta: { operation: READING_INVITATION },
  });
}

/** The outcome of accepting; 'taken' if somebody else has claimed the address in the meantime. */
type Outcome = 'accepted' | 'dead' | 'taken';
const REFUSED: Partial<Readonly<Record<ErrorCode, Outcome>>> = {
  invitation_not_found: 'dead',
  email_taken: 'taken',
};

/**
 * `mutateAsync({token, password, ...})` accepts and stores the session, which useSession('family')
 * then returns. A dead invitation is a result, not a failure.
 */
function useAcceptInvitation() {
  return useMutation({
    meta: {
      operation: {
        title: 'Registration Failed',
        text: 'Unable to accept the invitation. Please try again.',
        coversServerErrors: true,
      },
    },
    // A retry after a lost response would find the link used.
    retry: false,
    mutationFn: async (body: Acceptance): Promise<Outcome> => {
      try {
        saveSession('family', await call(endpoints.acceptInvitation, { body }));
        return 'accepted';
      } catch (error) {
        const outcome =
          error instanceof ApiError && error.code !== undefined ? REFUSED[error.code] : undefined;
        if (outcome === undefined) throw error;
        return outcome;
      }
    },
  });
}
