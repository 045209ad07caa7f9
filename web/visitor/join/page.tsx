// /join/:token: the target of the join link in emails and calendars. Opening it records no
// attendance, because some email systems open every link; the page's script does that once the link
// is open.
import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from 'react-router';

import { paths } from '../../../domain/paths.ts';
import { PageFrame } from '../../frames/page-frame.tsx';
import type { PageAddress } from '../../navigation/page.ts';
import { pages } from '../../pages.ts';
import { loadFailure } from '../../transport/load-failure.ts';
import { startQuery } from '../../transport/query-client.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { joinLinkQuery, READING_JOIN_LINK } from './data.ts';
import { JoinView } from './join-view.tsx';

export function start({ params: { token = '' } }: PageAddress): void {
  startQuery(joinLinkQuery(token));
}

export default function Join() {
  const { token = '' } = useParams();
  const query = useQuery(joinLinkQuery(token));
  return (
    <PageFrame title={pages[paths.join].title} width="narrow">
      {query.data === undefined && (
        <div className="mb-7">
          <PageHeader title="Join the lesson" />
        </div>
      )}
      <Loaded query={query} label="Loading the lesson" rows={3} {...loadFailure(READING_JOIN_LINK)}>
        {(joinLink) =>
          joinLink !== null && 'join_link' in joinLink ? (
            <Navigate to={joinLink.join_link} replace />
          ) : (
            <JoinView token={token} joinLink={joinLink} onClosed={query.refetch} />
          )
        }
      </Loaded>
    </PageFrame>
  );
}
