// A person who is signed in follows the tutor's link to a free first lesson. It goes to the family
// of the person who was invited without a question, and to any other only after one: the link may
// have been opened on somebody else's computer.
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useState } from 'react';

import { readInvitation } from '../../domain/accounts/sign-up-endpoints.ts';
import { useLogout } from '../data/sign-out.ts';
import { PageFrame } from '../frames/page-frame.tsx';
import { call } from '../transport/client.ts';
import { isNotFound } from '../transport/failures.ts';
import { useSession } from '../transport/session.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { redeemInvitation } from './take-invitation.ts';

interface FollowInvitationProps {
  readonly invite: string;
  /** Goes to the page after the sign-in. */
  readonly goOn: () => Promise<void> | void;
  /** Called with whether the question takes the place of the page. */
  readonly onAsk: (isAsking: boolean) => void;
}

export default function FollowInvitation({ invite, goOn, onAsk }: FollowInvitationProps) {
  const user = useSession('family')?.user;
  const { data, isPending } = useQuery(invitedAddressQuery(invite));
  const [hasAgreed, setAgreed] = useState(false);
  // A dead link, or a student, who is told so, has nothing to agree to.
  const needsConsent = data !== null && user?.role === 'parent' && data !== user.Parent_Email;
  const isAsking = !isPending && needsConsent && !hasAgreed;
  const isTaken = !isPending && !isAsking;
  useLayoutEffect(() => onAsk(isAsking), [isAsking, onAsk]);
  useEffect(() => {
    if (!isTaken) return;
    const take = async () => {
      // Redeem the invitation before the next page loads its data.
      const showOutcome = await redeemInvitation(invite);
      await goOn();
      // Show the message after the page change, which dismisses older messages.
      showOutcome();
    };
    void take();
  }, [isTaken, invite, goOn]);
  return isAsking && <Question name={user.name} address={data} onAgree={() => setAgreed(true)} />;
}

interface QuestionProps {
  readonly name: string;
  /** Undefined if it could not be read. */
  readonly address: string | undefined;
  readonly onAgree: () => void;
}

function Question({ name, address, onAgree }: QuestionProps) {
  const logout = useLogout('family');
  return (
    <PageFrame title="Free first lesson" width="narrow">
      <PageHeader title="Free first lesson" />
      <Card className="mt-7 grid gap-4 p-5 sm:p-8">
        <p>
          <strong className="wrap-anywhere">{name}</strong> is signed in on this browser.{' '}
          {address !== undefined && (
            <>
              The invitation was sent to <strong className="wrap-anywhere">{address}</strong>.{' '}
            </>
          )}
          To accept it for another family, sign out first.
        </p>
        <div className="flex flex-wrap gap-3">
          <Button onClick={onAgree}>Take it for my family</Button>
          <Button
            variant="secondary"
            busy={logout.isPending}
            busyLabel="Signing out..."
            onClick={() => logout.mutate()}
          >
            Sign out
          </Button>
        </div>
      </Card>
    </PageFrame>
  );
}

/** The address that was invited; null for a link that no longer works. */
const invitedAddressQuery = (token: string) =>
  queryOptions({
    queryKey: ['public', 'invited address', token],
    queryFn: async ({ signal }): Promise<string | null> => {
      try {
        return (await call(readInvitation, { signal, body: { token } })).invitation.email;
      } catch (error) {
        if (isNotFound(error)) return null;
        throw error;
      }
    },
    retry: false,
    // Redeeming uses it up.
    staleTime: Infinity,
    meta: { isSilent: true },
  });
