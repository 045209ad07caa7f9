// Calls of the tutor that import families from another product.
import * as z from 'zod/mini';

import { endpoint, ok } from '../endpoint.ts';
import * as moving from './import.ts';
import { IMPORT } from './import.ts';

const csv = { types: ['text/csv', 'application/octet-stream'], maxBytes: IMPORT.bytes } as const;

export const previewImport = endpoint('POST', '/api/admin/import/preview', {
  summary: 'Preview the families in a CSV file, without importing them',
  auth: 'admin',
  query: moving.importPreviewQuery,
  file: csv,
  answer: ok({ preview: moving.importPreviewSchema }),
  errors: ['too_many_rows'],
});
export const importFamilies = endpoint('POST', '/api/admin/import', {
  summary: 'Import the families in a CSV file, with or without inviting them',
  auth: 'admin',
  accountLimit: 'import',
  idempotent: true,
  query: moving.importQuery,
  file: csv,
  answer: ok({ import: moving.importResultSchema }),
  status: 201,
  errors: ['too_many_rows'],
});
export const undoImport = endpoint('DELETE', '/api/admin/import/{id}', {
  summary: 'Remove the imported families that nobody has used yet',
  auth: 'admin',
  accountLimit: 'import',
  params: z.object({ id: moving.importIdSchema }),
  answer: ok(moving.undoneImport),
  errors: ['undo_over'],
});
