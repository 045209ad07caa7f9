// The parts of the site's editor around its words: the bar above them, and the preview beside them.
import { Tabs } from '@base-ui/react/tabs';
import { type ReactNode, useState } from 'react';

import { Button } from '../../ui/button.tsx';
import { useMedia } from '../../ui/hooks/use-media.ts';
import { SavingLine } from './notices.tsx';
import type { DraftState } from './site-draft.ts';

const REASON_ID = 'nothing-to-publish';

/** What a narrow screen shows. */
export type EditorView = 'words' | 'preview';

interface EditorBarProps {
  state: DraftState;
  nothingToPublish: string | null;
  onRetry: () => void;
  onVersions: () => void;
  onPublish: () => void;
}

/** <EditorBar>: what is saved, and the buttons that publish and take back. */
export function EditorBar({
  state,
  nothingToPublish,
  onRetry,
  onVersions,
  onPublish,
}: EditorBarProps) {
  return (
    <div className="z-20 flex flex-wrap items-start justify-between gap-x-3 gap-y-2 border-b border-line bg-paper py-2 [@media(min-height:36rem)]:sticky [@media(min-height:36rem)]:top-0">
      <SavingLine
        id={REASON_ID}
        state={state}
        nothingToPublish={nothingToPublish}
        onRetry={onRetry}
      />
      <div className="flex flex-wrap items-start gap-x-2 gap-y-2">
        <Button
          variant="quiet"
          size="compact"
          className="-ml-3"
          aria-label="Earlier versions"
          onClick={onVersions}
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
            if (nothingToPublish === null) onPublish();
          }}
        >
          Publish
        </Button>
      </div>
    </div>
  );
}

interface WordsAndPreviewProps {
  /** Whether a change of the window's width waits, because it would end what is being edited. */
  isFixed: boolean;
  view: EditorView;
  onView: (view: EditorView) => void;
  words: ReactNode;
  preview: ReactNode;
}

/** <WordsAndPreview>: side by side, or on a phone as two tabs. */
export function WordsAndPreview({ isFixed, view, onView, words, preview }: WordsAndPreviewProps) {
  const matchesWide = useMedia('(min-width: 64rem)');
  const [isWide, setWide] = useState(matchesWide);
  if (!isFixed && isWide !== matchesWide) setWide(matchesWide);
  return isWide ? (
    <div className="grid grid-cols-[minmax(0,5fr)_minmax(0,7fr)] items-start gap-6">
      {words}
      <div className="sticky top-20 h-[calc(100dvh-11rem)] min-h-80">{preview}</div>
    </div>
  ) : (
    <Tabs.Root value={view} onValueChange={(chosen: EditorView) => onView(chosen)}>
      <Tabs.List className="mb-4 flex border-b border-line" aria-label="What to show">
        <Tab value="words">Words</Tab>
        <Tab value="preview">Preview</Tab>
      </Tabs.List>
      <Tabs.Panel value="words">{words}</Tabs.Panel>
      <Tabs.Panel value="preview" className="h-[75dvh] min-h-80">
        {preview}
      </Tabs.Panel>
    </Tabs.Root>
  );
}

function Tab({ value, children }: { value: EditorView; children: string }) {
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
