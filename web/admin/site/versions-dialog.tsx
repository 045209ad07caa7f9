// <VersionsDialog>: the earlier versions of the site's words, to look at and to take back.
import { useQuery, queryOptions, useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

import * as endpoints from '../../../domain/endpoints.ts';
import type { Content } from '../../../domain/site/content.ts';
import type { Site, SiteVersion } from '../../../domain/site/site.ts';
import { call } from '../../transport/client.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { When } from '../../ui/dates/when.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { siteVersionQuery, VERSIONS, FRESH_MS, catchCollision, restoreWords } from './data.ts';
import type { SiteDraft } from './site-draft.ts';
import { SitePreview } from './site-preview.tsx';

interface VersionsDialogProps {
  draft: SiteDraft;
  site: Site;
  /** Receives the name of the version that is the draft now, and the draft from before. */
  onTaken: (name: string, before: Content) => void;
  onClose: () => void;
}

/** The version that the site has before anything is published. */
const SAMPLE = 0;
const nameOf = (n: number) => (n === SAMPLE ? 'The sample' : `Version ${n}`);

export function VersionsDialog({ draft, site, onTaken, onClose }: VersionsDialogProps) {
  const versions = useQuery(siteVersionsQuery);
  const restore = useRestoreSite(draft);
  const [opened, setOpened] = useState<number | null>(null);
  const takeBack = async (n: number) => {
    const { content } = draft.read();
    const isDone = await restore.mutateAsync(n);
    if (isDone) onTaken(nameOf(n), content);
    onClose();
  };
  const actions = (n: number) => (
    <div className="-ml-3 flex flex-wrap sm:ml-0">
      {opened === null && (
        <Button
          variant="quiet"
          size="compact"
          aria-label={`Look at ${nameOf(n)}`}
          onClick={() => setOpened(n)}
        >
          Look at it
        </Button>
      )}
      <Button
        variant="quiet"
        size="compact"
        aria-label={`Take back ${nameOf(n)}`}
        busy={restore.isPending && restore.variables === n}
        // The hook reports a failure.
        onClick={() => void takeBack(n).catch(() => {})}
      >
        Take back
      </Button>
    </div>
  );
  return (
    <Dialog
      open
      isFull
      width="broad"
      title={opened === null ? 'Earlier versions' : nameOf(opened)}
      view={String(opened)}
      onBack={opened === null ? undefined : () => setOpened(null)}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      {opened === null ? (
        <>
          <p className="mb-4 text-pencil">
            A version that you take back becomes your draft. Visitors see it once you publish it.
            Pictures that you have taken off the site come back with it; nobody can see them before.
          </p>
          <Loaded query={versions} noun="versions">
            {(allVersions) => (
              <ol className="border-y border-line">
                {allVersions.map((version) => (
                  <Row key={version.version} name={nameOf(version.version)} version={version}>
                    {site.published?.version === version.version && (
                      <Badge tone="positive">Published</Badge>
                    )}
                    {actions(version.version)}
                  </Row>
                ))}
                <Row name={nameOf(SAMPLE)} version={null}>
                  {site.published === null && <Badge tone="positive">Published</Badge>}
                  {actions(SAMPLE)}
                </Row>
              </ol>
            )}
          </Loaded>
        </>
      ) : (
        <>
          <VersionPreview key={opened} n={opened} />
          {actions(opened)}
        </>
      )}
    </Dialog>
  );
}

interface RowProps {
  name: string;
  version: SiteVersion | null;
  children: ReactNode;
}

function Row({ name, version, children }: RowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 border-b border-line py-2 last:border-b-0">
      <div className="min-w-0 flex-1 basis-56 leading-snug wrap-anywhere">
        <p className="font-bold">{name}</p>
        <p className="text-pencil">
          {version === null ? (
            'What came with the site'
          ) : (
            <>
              <When at={version.published_at} />, by {version.by}
            </>
          )}
        </p>
        {version !== null && version.note !== null && <p>{version.note}</p>}
      </div>
      {children}
    </li>
  );
}

function VersionPreview({ n }: { n: number }) {
  return (
    <Loaded query={useQuery(siteVersionQuery(n))} noun="the version">
      {(content) => (
        <div className="mb-3 h-[60dvh] min-h-64">
          <SitePreview content={content} part={null} />
        </div>
      )}
    </Loaded>
  );
}

const siteVersionsQuery = queryOptions({
  queryKey: VERSIONS,
  queryFn: ({ signal }) => call(endpoints.listSiteVersions, { signal }),
  staleTime: FRESH_MS,
  select: ({ versions }) => versions,
  meta: { isSilent: true },
});

/** `mutateAsync(n)`: makes version n the draft. False if somebody else has changed it meanwhile. */
function useRestoreSite(draft: SiteDraft) {
  return useMutation({
    meta: {
      operation: { title: 'Error', text: 'Failed to take the version back. Please try again.' },
    },
    retry: false,
    mutationFn: async (n: number) => {
      if (!(await draft.flush())) return false;
      return catchCollision(draft, async () =>
        draft.reset(await restoreWords(draft.read().site, n)),
      );
    },
  });
}
