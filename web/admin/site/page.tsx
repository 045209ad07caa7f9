// /admin-site: the words of the site, edited beside a preview, published and taken back; ?part=faq
// opens a part.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
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
import { Loaded } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Collision } from './changes-view.tsx';
import { readUnsavedSite, siteQuery, siteVersionQuery, useSiteDraft } from './data.ts';
import { withValue, EditingContext, faultsBelow } from './editing.ts';
import { EditorBar, type EditorView, WordsAndPreview } from './editor-parts.tsx';
import {
  useUndoPublication,
  type DoneAction,
  DoneNotice,
  Troubles,
  Placeholders,
} from './notices.tsx';
import { partButtonId, PartList } from './part-list.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import type { SiteDraft, UnsavedSite } from './site-draft.ts';
import { SitePreview } from './site-preview.tsx';
import { VersionsDialog } from './versions-dialog.tsx';

const PART_PARAM = 'part';

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

/** <SiteEditor>: the words of the site beside the page that they make. */
function SiteEditor({ site: loaded, unsaved, part, onPart }: SiteEditorProps) {
  const { draft, state } = useSiteDraft(loaded, unsaved);
  const { site, content, saving } = state;
  const { editing, missing, isLayoutFixed, startPublishing } = useEditing(draft, state);
  const nothingToPublish = useNothingToPublish(site, content);
  const [view, setView] = useState<EditorView>('words');
  const [dialog, setDialog] = useState<'publish' | 'versions' | null>(null);
  const { done, isUndoing, tellPublished, tellTaken } = useDoneAction(draft);
  const focusIn = useFocusIn(part);
  const openAt = (opened: ContentPart, at: string) => {
    focusIn(opened, at);
    setView('words');
    onPart(opened);
  };
  const showFault = () => {
    const [lacking] = missing;
    const faulty = contentParts.find(
      (one) => faultsBelow(state.faults, one) > 0 || lacking?.field.startsWith(`${one}.`) === true,
    );
    if (faulty !== undefined) openAt(faulty, `#${faulty}-fields [aria-invalid]`);
  };
  return (
    <>
      <EditorBar
        state={state}
        nothingToPublish={nothingToPublish}
        onRetry={() => draft.retry()}
        onVersions={() => setDialog('versions')}
        onPublish={() => {
          startPublishing();
          if (saving.kind === 'faulty' || missing.length > 0) showFault();
          else setDialog('publish');
        }}
      />
      {done !== null && <DoneNotice done={done} busy={isUndoing} />}
      <Troubles site={site} />
      {saving.kind === 'collided' && (
        <Collision
          theirs={saving.theirs.draft.content}
          mine={content}
          onTakeTheirs={() => draft.takeTheirs()}
          onKeepMine={() => draft.keepMine()}
        />
      )}
      <WordsAndPreview
        isFixed={isLayoutFixed}
        view={view}
        onView={setView}
        words={
          <div className="grid grid-cols-1 content-start gap-4">
            <Placeholders />
            <EditingContext value={editing}>
              <PartList
                opened={part}
                samples={site.samples}
                onOpen={(opened) => {
                  focusIn(null);
                  onPart(opened);
                }}
              />
            </EditingContext>
          </div>
        }
        preview={
          <SitePreview
            content={content}
            part={part}
            onPick={(picked) => openAt(picked, `#${partButtonId(picked)}`)}
          />
        }
      />
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

type DraftOfSite = ReturnType<typeof useSiteDraft>;

/** The content with its faults, for the fields of the parts. */
function useEditing(draft: DraftOfSite['draft'], { site, content, faults }: DraftOfSite['state']) {
  /** Whether publishing was asked for: then what it lacks is a fault, too. */
  const [isPublishing, setPublishing] = useState(false);
  const [isLayoutFixed, setLayoutFixed] = useState(false);
  const missing = useMemo(() => missingDescriptions(content), [content]);
  const { pictures } = site;
  const editing = useMemo(() => {
    const lacking = isPublishing ? missing : [];
    return {
      content,
      pictures,
      faults: new Map([
        ...lacking.map(({ field, message }) => [field, message] as const),
        ...faults,
      ]),
      change: (path: string, value: unknown) =>
        draft.change(withValue(draft.read().content, path, value)),
      fixLayout: setLayoutFixed,
    };
  }, [content, draft, faults, isPublishing, missing, pictures]);
  return { editing, missing, isLayoutFixed, startPublishing: () => setPublishing(true) };
}

/** Why there is nothing to publish; null if there is something. */
function useNothingToPublish(site: Site, content: Content): string | null {
  const { data: live, isLoading } = useQuery(siteVersionQuery(site.published?.version ?? 0));
  return useMemo(() => {
    // What this release cannot show is published again.
    if (site.not_shown !== null) return null;
    if (live === undefined) return isLoading ? 'Checking…' : null;
    return isSameContent(live, content) ? 'Nothing to publish' : null;
  }, [content, live, isLoading, site.not_shown]);
}

/** What was done last, and how to undo it. */
function useDoneAction(draft: SiteDraft) {
  const undo = useUndoPublication(draft);
  const [done, setDone] = useState<DoneAction | null>(null);
  return {
    done,
    isUndoing: undo.isPending,
    tellPublished: (before: number) =>
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
      }),
    tellTaken: (name: string, before: Content) =>
      setDone({
        text: `${name} is your draft now.`,
        isPublished: false,
        undo: async () => {
          draft.change(before);
          setDone(null);
        },
      }),
  };
}

/**
 * Scrolls to the part that opens. The returned function says what takes the focus once its part is
 * open; null to leave it where it is.
 */
function useFocusIn(part: ContentPart | null) {
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
  return (opened: ContentPart | null, at = '') =>
    setToFocus(opened === null ? null : { part: opened, at });
}
