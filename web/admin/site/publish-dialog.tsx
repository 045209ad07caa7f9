// <PublishDialog>: what publishing changes, and the button that does it.
import { useQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { LENGTHS } from '../../../domain/limits.ts';
import { type Content, isSameContent } from '../../../domain/site/content.ts';
import type { Site } from '../../../domain/site/site.ts';
import { failing } from '../../transport/failures.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogFoot } from '../../ui/dialog.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { Loaded, EmptyState } from '../../ui/loaded.tsx';
import { ChangesView } from './changes-view.tsx';
import { siteVersionQuery, VERSIONS, catchCollision, publishWords } from './data.ts';
import type { SiteDraft } from './site-draft.ts';

interface PublishDialogProps {
  draft: SiteDraft;
  site: Site;
  content: Content;
  /** Receives the version that was published before; 0 for the sample. */
  onPublished: (before: number) => void;
  onClose: () => void;
}

export function PublishDialog({ draft, site, content, onPublished, onClose }: PublishDialogProps) {
  const before = site.published?.version ?? 0;
  const publishedQuery = useQuery(siteVersionQuery(before));
  const publish = usePublishSite(draft);
  const [note, setNote] = useState('');
  const act = async () => {
    const isDone = await publish.mutateAsync(note);
    if (isDone) onPublished(before);
    onClose();
  };
  return (
    <Dialog
      open
      isFull
      width="broad"
      title="Publish"
      description="Visitors, emails and invoices get these words at once."
      onOpenChange={(open) => {
        if (!open && !publish.isPending) onClose();
      }}
    >
      <Loaded query={publishedQuery} noun="what is published">
        {(live) =>
          isSameContent(live, content) ? (
            <EmptyState title="Nothing to publish" text="The site says all of this already." />
          ) : (
            <>
              {/* It may have to be scrolled, so it must be reachable by keyboard. */}
              {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
              <section aria-label="Changes" tabIndex={0} className="rounded-sm">
                <ChangesView before={live} after={content} names={['Now', 'New']} />
              </section>
              <div className="mt-6">
                <Field label="Note" optional hint="What has changed, for your list of versions.">
                  {(control) => (
                    <input
                      {...control}
                      autoComplete="off"
                      maxLength={LENGTHS.siteNote.max}
                      value={note}
                      onChange={({ target }) => setNote(target.value)}
                    />
                  )}
                </Field>
              </div>
              <DialogFoot>
                <Button variant="secondary" onClick={onClose}>
                  Keep editing
                </Button>
                <Button
                  busy={publish.isPending}
                  busyLabel="Publishing..."
                  // The hook reports a failure.
                  onClick={() => void act().catch(() => {})}
                >
                  Publish these changes
                </Button>
              </DialogFoot>
            </>
          )
        }
      </Loaded>
    </Dialog>
  );
}

/**
 * `mutateAsync(note)`: publishes the draft. False if it could not be saved, which the page shows.
 */
function usePublishSite(draft: SiteDraft) {
  return useMutation({
    meta: failing('Not Published', 'Failed to publish. Nothing has changed; please try again.', {
      changes: [VERSIONS],
    }),
    retry: false,
    mutationFn: async (note: string) => {
      if (!(await draft.flush())) return false;
      return catchCollision(draft, async () =>
        draft.rebase(await publishWords(draft.read().site, note)),
      );
    },
  });
}
