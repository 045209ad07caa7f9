// /admin-site: the words of the site, edited beside a preview, published and taken back; ?part=faq
// opens a part.
import { Tabs } from '@base-ui/react/tabs';
import { useQuery } from '@tanstack/react-query';
import { useState, useEffect, useMemo } from 'react';
import { useSearchParams } from 'react-router';

import { paths } from '../../../domain/paths.ts';
import {
  contentParts,
  type ContentPart,
  type Content,
  isSameContent,
  missingDescriptions,
} from '../../../domain/site/content.ts';
import type { Site } from '../../../domain/site/site.ts';
import { settingsQuery } from '../../data/settings.ts';
import { AdminFrame } from '../../frames/admin-frame.tsx';
import { pages } from '../../pages.ts';
import { startQuery } from '../../transport/query-client.ts';
import { Button } from '../../ui/button.tsx';
import { useMedia } from '../../ui/hooks/use-media.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Collision } from './changes-view.tsx';
import { readUnsavedSite, siteQuery, siteVersionQuery, useSiteDraft } from './data.ts';
import { withValue, EditingContext, faultsBelow } from './editing.ts';
import {
  useUndoPublication,
  type DoneAction,
  DoneNotice,
  Troubles,
  Placeholders,
  SavingLine,
} from './notices.tsx';
import { partButtonId, PartList } from './part-list.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import type { DraftState, UnsavedSite } from './site-draft.ts';
import { SitePreview } from './site-preview.tsx';
import { VersionsDialog } from './versions-dialog.tsx';

const PART_PARAM = 'part';
const REASON_ID = 'nothing-to-publish';

export function start(): void {
  startQuery(siteQuery);
  startQuery(settingsQuery);
}

export default function AdminSite() {
  const [search, setSearch] = useSearchParams();
  const query = useQuery(siteQuery);
  const [unsaved] = useState(readUnsavedSite);
  // Without the server, the editor goes on with what this device has.
  const site = query.data ?? (query.isError ? unsaved?.site : undefined);
  const part = contentParts.find((one) => one === search.get(PART_PARAM)) ?? null;
  const openPart = (next: ContentPart | null) =>
    setSearch(next === null ? {} : { [PART_PARAM]: next }, { replace: true });
  return (
    <AdminFrame title={pages[paths.adminSite].title}>
      <PageHeader title="Site" text="Visitors see your words once you publish them." />
      <Loaded
        query={{ ...query, data: site, isError: query.isError && site === undefined }}
        noun="the site"
      >
        {(loadedSite) => (
          <SiteEditor site={loadedSite} unsaved={unsaved} part={part} onPart={openPart} />
        )}
      </Loaded>
    </AdminFrame>
  );
}

interface SiteEditorProps {
  site: Site;
  /** What this device had not sent yet. */
  unsaved: UnsavedSite | null;
  part: ContentPart | null;
  onPart: (part: ContentPart | null) => void;
}

type View = 'words' | 'preview';

/**
 * <SiteEditor>: the words of the site beside the page that they make; on a phone the two are tabs.
 */
function SiteEditor({ site: loaded, unsaved, part, onPart }: SiteEditorProps) {
  const { draft, state } = useSiteDraft(loaded, unsaved);
  const { site, content, saving } = state;
  /** Whether publishing was asked for: then what it lacks is a fault, too. */
  const [isConfirming, setConfirming] = useState(false);
  const missing = missingDescriptions(content);
  const faults = useMemo(() => {
    const lacking = isConfirming ? missingDescriptions(content) : [];
    return new Map([
      ...lacking.map(({ field, message }) => [field, message] as const),
      ...state.faults,
    ]);
  }, [content, isConfirming, state.faults]);
  const undo = useUndoPublication(draft);
  const { data: live, isLoading } = useQuery(siteVersionQuery(site.published?.version ?? 0));
  const nothingToPublish = useMemo(() => {
    // What this release cannot show is published again.
    if (site.not_shown !== null) return null;
    if (live === undefined) return isLoading ? 'Checking…' : null;
    return isSameContent(live, content) ? 'Nothing to publish' : null;
  }, [content, live, isLoading, site.not_shown]);
  const [isLayoutFixed, setLayoutFixed] = useState(false);
  const matchesWide = useMedia('(min-width: 64rem)');
  const [isWide, setWide] = useState(matchesWide);
  if (!isLayoutFixed && isWide !== matchesWide) setWide(matchesWide);
  const [view, setView] = useState<View>('words');
  const [dialog, setDialog] = useState<'publish' | 'versions' | null>(null);
  const [done, setDone] = useState<DoneAction | null>(null);
  const { pictures } = site;
  const editing = useMemo(
    () => ({
      content,
      pictures,
      faults,
      change: (path: string, value: unknown) =>
        draft.change(withValue(draft.read().content, path, value)),
      fixLayout: setLayoutFixed,
    }),
    [content, draft, faults, pictures],
  );
  /** What takes the focus once its part is open; null to leave it where it is. */
  const [toFocus, setToFocus] = useState<{
    readonly part: ContentPart;
    readonly at: string;
  } | null>(null);
  useEffect(() => {
    if (part === null) return;
    // Another part above it may have closed.
    document
      .getElementById(partButtonId(part))
      ?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    if (toFocus?.part === part) document.querySelector<HTMLElement>(toFocus.at)?.focus();
  }, [part, toFocus]);
  const openAt = (opened: ContentPart, at: string) => {
    setToFocus({ part: opened, at });
    setView('words');
    onPart(opened);
  };
  const pick = (picked: ContentPart) => openAt(picked, `#${partButtonId(picked)}`);
  const showFault = () => {
    const [lacking] = missing;
    const faulty = contentParts.find(
      (one) => faultsBelow(state.faults, one) > 0 || lacking?.field.startsWith(`${one}.`) === true,
    );
    if (faulty !== undefined) openAt(faulty, `#${faulty}-fields [aria-invalid]`);
  };
  const tellPublished = (before: number) =>
    setDone({
      text: `Version ${draft.read().site.published?.version ?? before} is published.`,
      isPublished: true,
      undo: async () => {
        if (await undo.mutateAsync(before))
          setDone({
            text: 'Undone: visitors see the words from before. Your draft has the others still.',
            isPublished: true,
          });
      },
    });
  const tellTaken = (name: string, before: Content) =>
    setDone({
      text: `${name} is your draft now.`,
      isPublished: false,
      undo: async () => {
        draft.change(before);
        setDone(null);
      },
    });
  const words = (
    <div className="grid grid-cols-1 content-start gap-4">
      <Placeholders />
      <EditingContext value={editing}>
        <PartList
          opened={part}
          samples={site.samples}
          onOpen={(opened) => {
            setToFocus(null);
            onPart(opened);
          }}
        />
      </EditingContext>
    </div>
  );
  const preview = <SitePreview content={content} part={part} onPick={pick} />;
  return (
    <>
      <div className="z-20 flex flex-wrap items-start justify-between gap-x-3 gap-y-2 border-b border-line bg-paper py-2 [@media(min-height:36rem)]:sticky [@media(min-height:36rem)]:top-0">
        <SavingLine
          id={REASON_ID}
          state={state}
          nothingToPublish={nothingToPublish}
          onRetry={() => draft.retry()}
        />
        <div className="flex flex-wrap items-start gap-x-2 gap-y-2">
          <Button
            variant="quiet"
            size="compact"
            className="-ml-3"
            aria-label="Earlier versions"
            onClick={() => setDialog('versions')}
          >
            {/* On a phone the three share a line. */}
            <span className="max-sm:hidden">Earlier versions</span>
            <span className="sm:hidden">Versions</span>
          </Button>
          <Button
            disabledReason={reasonNotToPublish(state)}
            // The line beside it says why.
            {...(nothingToPublish === null
              ? {}
              : { 'aria-disabled': true, 'aria-describedby': REASON_ID })}
            onClick={() => {
              if (nothingToPublish !== null) return;
              setConfirming(true);
              if (saving.kind === 'faulty' || missing.length > 0) showFault();
              else setDialog('publish');
            }}
          >
            Publish
          </Button>
        </div>
      </div>
      {done !== null && <DoneNotice done={done} busy={undo.isPending} />}
      <Troubles site={site} />
      {saving.kind === 'collided' && (
        <Collision
          theirs={saving.theirs.draft.content}
          mine={content}
          onTakeTheirs={() => draft.takeTheirs()}
          onKeepMine={() => draft.keepMine()}
        />
      )}
      {isWide ? (
        <div className="grid grid-cols-[minmax(0,5fr)_minmax(0,7fr)] items-start gap-6">
          {words}
          <div className="sticky top-20 h-[calc(100dvh-11rem)] min-h-80">{preview}</div>
        </div>
      ) : (
        <Tabs.Root value={view} onValueChange={(chosen: View) => setView(chosen)}>
          <Tabs.List className="mb-4 flex border-b border-line" aria-label="What to show">
            <Tab value="words">Words</Tab>
            <Tab value="preview">Preview</Tab>
          </Tabs.List>
          <Tabs.Panel value="words">{words}</Tabs.Panel>
          <Tabs.Panel value="preview" className="h-[75dvh] min-h-80">
            {preview}
          </Tabs.Panel>
        </Tabs.Root>
      )}
      {dialog === 'publish' && (
        <PublishDialog
          draft={draft}
          site={site}
          content={content}
          onPublished={tellPublished}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'versions' && (
        <VersionsDialog
          draft={draft}
          site={site}
          onTaken={tellTaken}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  );
}

function Tab({ value, children }: { value: View; children: string }) {
  return (
    <Tabs.Tab
      value={value}
      className="-mb-px min-h-12 flex-1 cursor-pointer border-b-3 border-transparent px-1 font-bold text-pencil -outline-offset-3 hover:text-ink focus-visible:-outline-offset-3 data-active:border-signal data-active:text-ink"
    >
      {children}
    </Tabs.Tab>
  );
}

/** Null when the draft can be published. */
function reasonNotToPublish({ saving }: DraftState): string | null {
  if (saving.kind === 'collided') return 'Choose between the two drafts first.';
  return saving.kind === 'failed' ? 'Your words have to be saved first.' : null;
}
