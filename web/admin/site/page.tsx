// /admin-site: the words of the site, edited beside a preview, published and taken back; ?part=faq
// opens a part.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';

import { paths } from '../../../domain/paths.ts';
import { contentParts, type ContentPart } from '../../../domain/site/content.ts';
import { settingsQuery } from '../../data/settings.ts';
import { AdminFrame } from '../../frames/admin-frame.tsx';
import { pages } from '../../pages.ts';
import { startQuery } from '../../transport/query-client.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { readUnsaved, siteQuery } from './data.ts';
import { SiteEditor } from './site-editor.tsx';

const PART_PARAM = 'part';

export function start(): void {
  startQuery(siteQuery);
  startQuery(settingsQuery);
}

export default function AdminSite() {
  const [search, setSearch] = useSearchParams();
  const query = useQuery(siteQuery);
  const [unsaved] = useState(readUnsaved);
  // Without the server, the editor goes on with what this device has.
  const site = query.data ?? (query.isError ? unsaved?.site : undefined);
  const part = contentParts.find((one) => one === search.get(PART_PARAM)) ?? null;
  const openPart = (next: ContentPart | null) =>
    setSearch(next === null ? {} : { [PART_PARAM]: next }, { replace: true });
  return (
    <AdminFrame title={pages[paths.adminSite].title} dense>
      <PageHeader title="Site" text="Visitors see your words once you publish them." />
      <Loaded
        query={{ ...query, data: site, isError: query.isError && site === undefined }}
        label="Loading the site"
        failure="Failed to load the site"
      >
        {(known) => <SiteEditor site={known} unsaved={unsaved} part={part} onPart={openPart} />}
      </Loaded>
    </AdminFrame>
  );
}
