// <EmailPreview>: the whole email rendered from the text of a form, as it would arrive.
import { useQuery, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { useId, useMemo } from 'react';

import * as endpoints from '../../../domain/endpoints.ts';
import { SAMPLE_FACTS } from '../../../domain/tutor/reply-text.ts';
import { type PreviewRequest, previewRequestSchema } from '../../../domain/tutor/settings.ts';
import { EMAIL_FRAME_SIZE, EmailFrame } from '../../parts/email-frame.tsx';
import { call } from '../../transport/client.ts';
import { useSettled } from '../../ui/hooks/hooks.ts';
import { Loaded, Skeleton } from '../../ui/loaded.tsx';

/** How long after the last keystroke the preview updates. */
const PAUSE_MS = 700;

/** `typed` is the content of the fields, valid or not. */
export function EmailPreview({ typed }: { typed: PreviewRequest }) {
  const id = useId();
  const parsed = previewRequestSchema.safeParse(typed);
  // Serialised, so that equal contents are equal values.
  const words = useSettled(parsed.success ? JSON.stringify(parsed.data) : null, PAUSE_MS);
  const request = useMemo(
    () => (words === null ? null : previewRequestSchema.parse(JSON.parse(words))),
    [words],
  );
  const preview = useQuery(emailPreviewQuery(request));
  return (
    <section aria-labelledby={id} className="min-w-0">
      <h3 id={id} className="mb-1.5 font-sans text-base font-bold">
        What {SAMPLE_FACTS.name} would read
      </h3>
      <output className="mb-1.5 block text-pencil empty:hidden">
        {request === null &&
          preview.data !== undefined &&
          'As it was before: a field has to be corrected first.'}
      </output>
      {request === null && preview.data === undefined ? (
        <p className="text-pencil">The email appears here once the fields are filled in.</p>
      ) : (
        <Loaded
          query={preview}
          noun="the email"
          skeleton={<Skeleton className={EMAIL_FRAME_SIZE} />}
          failure="Failed to load the preview"
        >
          {({ subject, html }) => (
            <EmailFrame title={`Preview for ${SAMPLE_FACTS.name}`} subject={subject} html={html} />
          )}
        </Loaded>
      )}
    </section>
  );
}

/**
 * The email rendered from this text; null disables the query. The previous one stays visible until
 * the next has loaded.
 */
function emailPreviewQuery(request: PreviewRequest | null) {
  return queryOptions({
    queryKey: ['admin', 'email-preview', request],
    queryFn: ({ signal }) => call(endpoints.previewEmail, { body: request ?? {}, signal }),
    enabled: request !== null,
    select: ({ preview }) => preview,
    placeholderData: keepPreviousData,
    meta: { operation: { title: 'Error loading preview', text: 'Failed to load the preview' } },
  });
}
