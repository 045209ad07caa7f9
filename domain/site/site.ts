// The tutor's words on the wire: the draft, the published version and the earlier ones. Version 0
// is what the build ships. Also the first steps of a tutor.
import * as z from 'zod/mini';

import { LENGTHS } from '../limits.ts';
import { paths } from '../paths.ts';
import { instant, line } from '../text.ts';
import { pictureSchema } from './content-fields.ts';
import { contentParts, contentSchema } from './content.ts';

/** In the order in which they are best done. */
export const firstSteps = [
  'name',
  'contact',
  'portrait',
  'price',
  'times',
  'terms',
  'payments',
  'email',
  'two_factor',
  'lesson',
] as const;
export type FirstStep = (typeof firstSteps)[number];

export const firstStepsSchema = z.array(
  z.object({ step: z.enum(firstSteps), is_done: z.boolean() }),
);

const draftSchema = z.object({
  content: contentSchema,
  /** Counts the changes of the draft, from 0; names what the browser has read. */
  revision: z.int(),
  /** Null before the first draft. */
  saved_at: z.nullable(instant),
});

const publishedSchema = z.object({
  version: z.int(),
  published_at: instant,
  /** The admin who published it. */
  by: z.string(),
});

export const siteSchema = z.object({
  /** What is published, or the sample, until a draft is saved. */
  draft: draftSchema,
  /** Null while the site says what the build ships. */
  published: z.nullable(publishedSchema),
  /** The pictures that the draft uses. */
  pictures: z.array(pictureSchema),
  /** Parts of the draft that still equal the sample. */
  samples: z.array(z.enum(contentParts)),
  /**
   * Parts of the draft that are the sample's, because this release rejects those that were saved.
   */
  replaced: z.array(z.enum(contentParts)),
  /** The published version, if the pages cannot say it: they stay as they were. */
  not_shown: z.nullable(
    z.object({
      version: z.int(),
      /** Where this release rejects its words; empty if the pages could not be rendered. */
      faults: z.array(z.object({ field: z.string(), message: z.string() })),
    }),
  ),
});
export type Site = z.infer<typeof siteSchema>;

export const siteVersionSchema = z.extend(publishedSchema, { note: z.nullable(z.string()) });
export type SiteVersion = z.infer<typeof siteVersionSchema>;

const REVISION_MESSAGE = 'Revision must be a whole number';
/** PostgreSQL's largest integer. */
const MAX_REVISION = 2 ** 31 - 1;
const revision = z
  .int({ error: REVISION_MESSAGE })
  .check(
    z.minimum(0, { error: REVISION_MESSAGE }),
    z.maximum(MAX_REVISION, { error: REVISION_MESSAGE }),
  );

export const siteDraftSchema = z.object({ content: contentSchema, revision });

export const sitePublicationSchema = z.object({
  revision,
  /** What has changed, in the tutor's words. */
  note: z.optional(
    line(
      { length: 1, message: 'Write a note, or leave it out' },
      { length: LENGTHS.siteNote.max, message: `Use up to ${LENGTHS.siteNote.max} characters` },
    ),
  ),
});

export const siteRestorationSchema = z.object({ revision: z.optional(revision) });

const VERSION_MESSAGE = 'Version must be a whole number';
/** A version's number in an address. */
export const siteVersionNumber = z.pipe(
  z
    .union([z.string(), z.int()], { error: VERSION_MESSAGE })
    .check(z.refine((version) => /^\d{1,9}$/.test(String(version)), { error: VERSION_MESSAGE })),
  z.transform((version: string | number) => Number(version)),
);

/** The pages that show the tutor's words, and whose draft can be previewed. */
const previewedPages = [paths.home, paths.privacy, paths.terms] as const;
export type PreviewedPage = (typeof previewedPages)[number];

export const sitePreviewSchema = z.object({
  content: contentSchema,
  page: z.enum(previewedPages, { error: 'Choose a page to preview' }),
});
