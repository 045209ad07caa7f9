// What the editor of the site says above its fields: what has just been done, with its undo, and
// words that this release cannot show.
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';

import { paths } from '../../../domain/paths.ts';
import { fillText } from '../../../domain/site/placeholders.ts';
import type { Site } from '../../../domain/site/site.ts';
import { MINUTE_MS } from '../../../domain/time.ts';
import { useBusinessSettings } from '../../data/settings.ts';
import { Chevron } from '../../ui/back-link.tsx';
import { Button } from '../../ui/button.tsx';
import { useChange, useNow } from '../../ui/hooks/hooks.ts';
import { TextLink } from '../../ui/link-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { VERSIONS, catchCollision, restoreWords, publishWords } from './data.ts';
import { parts } from './parts.ts';
import type { SiteDraft, DraftState } from './site-draft.ts';

export interface DoneAction {
  readonly text: string;
  /** Whether visitors see it. */
  readonly isPublished: boolean;
  /** Left out once it is undone. */
  readonly undo?: () => Promise<void>;
}

interface DoneNoticeProps {
  done: DoneAction;
  busy: boolean;
}

export function DoneNotice({ done: { text, isPublished, undo }, busy }: DoneNoticeProps) {
  const notice = useRef<HTMLDivElement>(null);
  const canUndo = undo !== undefined;
  // The pressed button is gone.
  useChange(canUndo, () => {
    if (!canUndo) notice.current?.focus();
  });
  return (
    <Notice tone="positive" layout="row" ref={notice} tabIndex={-1}>
      <output className="min-w-0 flex-1 basis-48 py-1.5 font-bold">{text}</output>
      {isPublished && (
        <TextLink href={paths.home} target="_blank" rel="noreferrer">
          Open the page<span className="sr-only"> (opens in a new tab)</span>
        </TextLink>
      )}
      {canUndo && (
        // The hook reports a failure.
        <Button
          variant="quiet"
          size="compact"
          busy={busy}
          onClick={() => void undo().catch(() => {})}
        >
          Undo
        </Button>
      )}
    </Notice>
  );
}

/** What this release of the site cannot show. */
export function Troubles({ site }: { site: Site }) {
  const { published, replaced, not_shown } = site;
  const now = useNow();
  /** The pages follow within seconds; until then nothing is wrong. */
  const isFollowing =
    not_shown?.faults.length === 0 &&
    published !== null &&
    now - Date.parse(published.published_at) < MINUTE_MS;
  return (
    <>
      {not_shown !== null && !isFollowing && (
        <Trouble title={`Version ${not_shown.version} cannot be shown`}>
          Visitors still see the page as it was before.
          {not_shown.faults.length === 0
            ? ' Please publish again.'
            : ' Please correct these fields and publish again: '}
          {not_shown.faults.map(({ field, message }) => `${field}: ${message}`).join('; ')}
        </Trouble>
      )}
      {replaced.length > 0 && (
        <Trouble title="Some parts have begun anew">
          Their earlier words do not fit this version of the product, so they are the sample’s
          again: {replaced.map((part) => parts[part].title).join(', ')}.
        </Trouble>
      )}
    </>
  );
}

function Trouble({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Notice as="section" tone="negative">
      <h2 className="font-sans text-base font-bold">{title}</h2>
      <p>{children}</p>
    </Notice>
  );
}

/** `mutateAsync(n)`: publishes version n again. The draft keeps the words that it has. */
export function useUndoPublication(draft: SiteDraft) {
  return useMutation({
    meta: {
      operation: { title: 'Could not undo', text: 'Failed to bring the earlier version back.' },
      changes: [VERSIONS],
    },
    retry: false,
    mutationFn: async (n: number) => {
      if (!(await draft.flush())) return false;
      return catchCollision(draft, async () => {
        let site = await restoreWords(draft.read().site, n);
        try {
          site = await publishWords(site);
        } finally {
          draft.rebase(site);
        }
      });
    },
  });
}

const placeholders = [
  '{price}',
  '{days}',
  '{times}',
  '{duration}',
  '{group_size}',
  '{response_hours}',
] as const;

/** <Placeholders>: the numbers that texts are filled with, and what they are at present. */
export function Placeholders() {
  const business = useBusinessSettings();
  return (
    <details className="group rounded-md border border-line bg-sheet px-5">
      <summary className="flex min-h-13 cursor-pointer list-none items-center gap-3 text-base font-bold [&::-webkit-details-marker]:hidden">
        <Chevron className="size-4! rotate-180 text-signal! group-open:-rotate-90" />
        Numbers that fill themselves in
      </summary>
      <p className="mt-1 text-pencil">
        Write these in any text. They follow your business settings, so no number stands twice.
      </p>
      {business !== null && (
        <dl className="my-3 grid grid-cols-[minmax(0,auto)_minmax(0,1fr)] gap-x-4 gap-y-1">
          {placeholders.map((placeholder) => (
            <div key={placeholder} className="contents">
              <dt className="font-bold wrap-anywhere">{placeholder}</dt>
              <dd className="wrap-anywhere">{fillText(placeholder, business)}</dd>
            </div>
          ))}
        </dl>
      )}
      <p className="mb-2">
        <TextLink href={paths.adminAccountBusiness}>Business settings</TextLink>
      </p>
    </details>
  );
}

interface SavingLineProps {
  /** The id of the text that says why nothing can be published. */
  id: string;
  state: DraftState;
  /** Null once it is known that visitors see other words. */
  nothingToPublish: string | null;
  onRetry: () => void;
}

/** <SavingLine>: whether the server has what is typed. */
export function SavingLine({ id, state, nothingToPublish, onRetry }: SavingLineProps) {
  const { saving, faults, isStored } = state;
  const isUnsaved = saving.kind !== 'saved' && saving.kind !== 'saving';
  return (
    // A short text shares a phone's line with the buttons.
    <div
      className={`flex min-h-11 min-w-0 flex-wrap items-center gap-x-3 ${isUnsaved ? '' : 'flex-1 basis-20'}`}
    >
      <output
        className={`leading-snug ${isUnsaved ? 'font-bold text-negative' : 'text-pencil'}`}
        aria-label="Draft"
      >
        {saving.kind === 'saved' &&
          (nothingToPublish === null ? 'Saved' : <span id={id}>{nothingToPublish}</span>)}
        {saving.kind === 'saving' && 'Saving…'}
        {saving.kind === 'collided' && 'Not saved yet. Two drafts differ.'}
        {saving.kind === 'faulty' &&
          `Not saved yet. ${faults.size === 1 ? 'One field has' : `${faults.size} fields have`} to be corrected.`}
        {saving.kind === 'failed' &&
          `Not saved yet. ${saving.text} ${isStored ? 'This device keeps your words.' : 'Please keep this page open.'}`}
      </output>
      {saving.kind === 'failed' && (
        <Button variant="quiet" size="compact" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}
