// /admin-topics: the library of topics, and with ?archived=true the archived ones.
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';

import { paths } from '../../domain/paths.ts';
import { TopicList } from '../admin/topics/topic-list.tsx';
import { topicsQuery } from '../api/topics.ts';
import { startQuery } from '../api/transport/query-client.ts';
import { LinkButton } from '../ui/link-button.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { AdminFrame } from './admin-frame.tsx';
import { pages, type Opened } from './pages.ts';

const isArchive = (search: URLSearchParams) => search.get('archived') === 'true';

export function start({ search }: Opened): void {
  startQuery(topicsQuery(isArchive(search)));
}

export default function AdminTopics() {
  const [search] = useSearchParams();
  const archived = isArchive(search);
  return (
    <AdminFrame title={pages[paths.adminTopics].title}>
      <PageHeader
        title={archived ? 'Archived topics' : 'Topics'}
        actions={
          <LinkButton
            variant="secondary"
            href={archived ? paths.adminTopics : `${paths.adminTopics}?archived=true`}
          >
            {archived ? 'All topics' : 'Archived topics'}
          </LinkButton>
        }
      />
      <Loaded
        query={useQuery(topicsQuery(archived))}
        label="Loading topics"
        failure="Failed to load topics"
        reportsStale
      >
        {(topics) => <TopicList key={String(archived)} topics={topics} />}
      </Loaded>
    </AdminFrame>
  );
}
