// /excuse/:token: the target of "Can't come?" in reminders. Opening it does nothing, because some
// email systems open every link; a tap does.
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';

import { paths } from '../../../domain/paths.ts';
import { PageFrame } from '../../frames/page-frame.tsx';
import type { PageAddress } from '../../navigation/page.ts';
import { pages } from '../../pages.ts';
import { loadFailure } from '../../transport/load-failure.ts';
import { startQuery } from '../../transport/query-client.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { excuseQuery, READING_EXCUSE } from './data.ts';
import { ExcuseView } from './excuse-view.tsx';

export function start({ params: { token = '' } }: PageAddress): void {
  startQuery(excuseQuery(token));
}

export default function ExcusePage() {
  const { token = '' } = useParams();
  const query = useQuery(excuseQuery(token));
  return (
    <PageFrame title={pages[paths.excuse].title} width="narrow">
      {query.data === undefined && (
        <div className="mb-7">
          <PageHeader title="Can't come?" />
        </div>
      )}
      <Loaded query={query} label="Loading the lesson" rows={3} {...loadFailure(READING_EXCUSE)}>
        {(excuse) => <ExcuseView token={token} excuse={excuse} />}
      </Loaded>
    </PageFrame>
  );
}
