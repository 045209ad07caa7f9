// What the editor of the site says above its fields: what has just been done, with its undo, and
// words that this release cannot show.
import { type ReactNode, useRef } from 'react';

import { paths } from '../../../domain/paths.ts';
import type { Site } from '../../../domain/site/site.ts';
import { MINUTE_MS } from '../../../domain/time.ts';
import { Button } from '../../ui/button.tsx';
import { useChange, useNow } from '../../ui/hooks/hooks.ts';
import { TextLink } from '../../ui/link-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { parts } from './parts.ts';

export interface DoneAction {
  readonly text: string;
  /** Whether visitors see it. */
  readonly isPublished: boolean;
  /** Left out once it is undone. */
  readonly undo?: () => Promise<void>;
}

interface DoneNoticeProps {
  readonly done: DoneAction;
  readonly busy: boolean;
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
export function Troubles({ site }: { readonly site: Site }) {
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

function Trouble({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Notice as="section" tone="negative">
      <h2 className="font-sans text-base font-bold">{title}</h2>
      <p>{children}</p>
    </Notice>
  );
}
