// Removes the `summary` of each endpoint from the browser's scripts. Only the server's OpenAPI
// document reads it, and it would add a kilobyte to the app's first pages.
import { parseSync, type Plugin } from 'vite';

export function stripSummaries(): Plugin {
  return {
    name: 'strip-summaries',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/domain\/\w+\/[\w-]*endpoints\.ts$/ },
      handler: (code, id) => ({ code: withoutSummaries(id, code), map: null }),
    },
  };
}

/** The source with every summary overwritten by blanks, so that all positions stay. */
export function withoutSummaries(file: string, code: string): string {
  let stripped = code;
  for (const { start, end } of summariesOf(file, code))
    stripped = stripped.slice(0, start) + ' '.repeat(end - start) + stripped.slice(end);
  return stripped;
}

/** Finds `summary: '…',` in every `export const name = endpoint(method, path, {…})`. */
function summariesOf(file: string, code: string): { start: number; end: number }[] {
  return parseSync(file, code).program.body.flatMap((statement) => {
    if (statement.type !== 'ExportNamedDeclaration') return [];
    if (statement.declaration?.type !== 'VariableDeclaration') return [];
    return statement.declaration.declarations.flatMap(({ init }) => {
      const settings = init?.type === 'CallExpression' ? init.arguments[2] : undefined;
      if (settings?.type !== 'ObjectExpression') return [];
      return settings.properties.flatMap((property) => {
        if (property.type !== 'Property' || property.key.type !== 'Identifier') return [];
        if (property.key.name !== 'summary') return [];
        const { start, end } = property;
        return [{ start, end: code[end] === ',' ? end + 1 : end }];
      });
    });
  });
}
