// /join/:token: the page that the link in emails and calendars opens. Opening it notes nothing: its script comes in once the
// door is open, because some email systems open every link by themselves.
import { Navigate, useParams } from 'react-router';

import { paths } from '../../domain/paths.ts';
import { READING_DOOR, useDoor } from '../api/doors.ts';
import { describeFailure } from '../api/transport/errors.ts';
import { DoorView } from '../lessons/door-view.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { PageFrame } from './page-frame.tsx';
import { pageTitles } from './page-heads.ts';

export default function Join() {
  const { token = '' } = useParams();
  const query = useDoor(token);
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
        failure={READING_DOOR.title}
        explain={(error) => describeFailure(error, READING_DOOR).description}
      >
        {(door) =>
          door !== null && 'join_link' in door ? (
            <Navigate to={door.join_link} replace />
          ) : (
            <DoorView token={token} door={door} onClosed={query.refetch} />
          )
        }
      </Loaded>
    </PageFrame>
  );
}
