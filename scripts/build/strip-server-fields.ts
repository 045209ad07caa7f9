// Removes from the browser's scripts what only the server reads of each endpoint: the texts of its
// OpenAPI document, the limits, and the schemas that check a call. The app's first pages are a few
// kilobytes lighter.
import { parseSync, type Plugin } from 'vite';

import type { Endpoint } from '../../domain/endpoint.ts';

/** Whether the browser reads a field. */
const IS_SENT: Readonly<Record<keyof Endpoint, boolean>> = {
  method: true,
  path: true,
  summary: false,
  auth: true,
  students: false,
  params: false,
  query: false,
  body: false,
  maxBytes: false,
  within: false,
  file: true,
  answer: true,
  status: false,
  errors: true,
  addressLimit: false,
  accountLimit: false,
  sharedSeconds: true,
  idempotent: false,
  stream: false,
  allowExpiredToken: false,
};

export const serverFields: readonly string[] = Object.entries(IS_SENT)
  .filter(([, isSent]) => !isSent)
  .map(([field]) => field);

export function stripServerFields(): Plugin {
  return {
    name: 'strip-server-fields',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/domain\/\w+\/[\w-]*endpoints\.ts$/ },
      handler: (code, id) => ({ code: withoutServerFields(id, code), map: null }),
    },
  };
}

/** The source with every such field overwritten by blanks, so that all positions stay. */
export function withoutServerFields(file: string, code: string): string {
  let stripped = code;
  for (const { start, end } of serverFieldsOf(file, code))
    stripped = stripped.slice(0, start) + ' '.repeat(end - start) + stripped.slice(end);
  return stripped;
}

/** Finds them in every `export const name = endpoint(method, path, {…})`. */
function serverFieldsOf(file: string, code: string): { start: number; end: number }[] {
  return parseSync(file, code).program.body.flatMap((statement) => {
    if (statement.type !== 'ExportNamedDeclaration') return [];
    if (statement.declaration?.type !== 'VariableDeclaration') return [];
    return statement.declaration.declarations.flatMap(({ init }) => {
      const settings = init?.type === 'CallExpression' ? init.arguments[2] : undefined;
      if (settings?.type !== 'ObjectExpression') return [];
      return settings.properties.flatMap((property) => {
        if (property.type !== 'Property' || property.key.type !== 'Identifier') return [];
        if (!serverFields.includes(property.key.name)) return [];
        const { start, end } = property;
        return [{ start, end: code[end] === ',' ? end + 1 : end }];
      });
    });
  });
}
