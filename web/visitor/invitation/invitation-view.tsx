// <InvitationView>: who invites whom, with the form to accept; or why that is impossible and what
// to do instead.
import type { ReactNode } from 'react';

import { errorCatalogue } from '../../../domain/errors.ts';
import { paths } from '../../../domain/paths.ts';
import type { OpenImportInvitation, OpenInvitation } from '../../../domain/people/family.ts';
import { formatDate, ukDate } from '../../../domain/time.ts';
import { useLogout } from '../../data/sign-out.ts';
import { StoredOfImported, StoredOfParent, StoredOfStudent } from '../../parts/stored-words.tsx';
import { useSession } from '../../transport/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { AcceptByPasswordForm, AcceptParentForm } from './accept-forms.tsx';
import { useAcceptInvitation } from './data.ts';

interface InvitationViewProps {
  readonly token: string;
  /** Null for one that no longer works. */
  readonly invitation: OpenInvitation | OpenImportInvitation | null;
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

export function InvitationView({ token, invitation }: InvitationViewProps) {
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

function NoWay({ title, children }: { readonly title: string; readonly children: ReactNode }) {
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

function Address({ children }: { readonly children: string }) {
  return <strong className="wrap-anywhere">{children}</strong>;
}
