// /invitation: the target of an invitation into a family; the token is in the fragment. Opening it
// does not redeem it, because some email systems open every link.
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Navigate, useLocation } from 'react-router';

import { paths, signUpWithInvitePath } from '../../../domain/paths.ts';
import { PageFrame } from '../../frames/page-frame.tsx';
import { pages, preloadPage } from '../../pages.ts';
import { loadFailure } from '../../transport/load-failure.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { invitationQuery, READING_INVITATION } from './data.ts';
import { InvitationView } from './invitation-view.tsx';

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
      <Loaded
        query={query}
        label="Loading the invitation"
        rows={3}
        {...loadFailure(READING_INVITATION)}
      >
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
