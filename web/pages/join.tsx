// /join/:token: the page that the link in emails and calendars opens. Opening it notes nothing: its script comes in once the
// door is open, because some email systems open every link by themselves.
import { Navigate, useParams } from 'react-router';

import { paths } from '../../domain/paths.ts';
import { READING_JOIN_LINK, useJoinLink } from '../api/join-links.ts';
import { describeFailure } from '../api/transport/errors.ts';
import { JoinView } from '../lessons/join-view.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { PageFrame } from './page-frame.tsx';
import { pageTitles } from './page-heads.ts';

export default function Join() {
  const { token = '' } = useParams();
  const query = useJoinLink(token);
  return (
    <PageFrame title={pageTitles[paths.join]} width="narrow">
      {query.data === undefined && (
        <div className="mb-7">
          <PageHeader title="Join the lesson" />
        </div>
      )}
      <Loaded
        query={query}
        label="Loading the lesson"
        rows={3}
        failure={READING_JOIN_LINK.title}
        explain={(error) => describeFailure(error, READING_JOIN_LINK).description}
      >
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
