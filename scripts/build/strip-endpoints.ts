// Removes from the endpoints in the browser's scripts what only the server reads: their summaries,
// the schemas of their answers and their errors. The app's first pages are kilobytes lighter.
import { parseSync, type Plugin } from 'vite';

export function stripEndpoints(): Plugin {
  return {
    name: 'strip-endpoints',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/domain\/endpoints\/[^/]+\.ts$/ },
      handler: (code, id) => ({ code: withoutServerParts(id, code), map: null }),
    },
  };
}

const SERVER_PARTS: readonly string[] = ['summary', 'answer', 'errors'];

/** The source with every such part overwritten by blanks, so that all positions stay. */
export function withoutServerParts(file: string, code: string): string {
  let stripped = code;
  for (const { start, end } of serverPartsOf(file, code))
    stripped =
      stripped.slice(0, start) +
      code.slice(start, end).replaceAll(/\S/g, ' ') +
      stripped.slice(end);
  return stripped;
}

/** Finds `summary: '…',` and the like in every `export const name = endpoint(method, path, {…})`. */
function serverPartsOf(file: string, code: string): { start: number; end: number }[] {
  return parseSync(file, code).program.body.flatMap((statement) => {
    if (statement.type !== 'ExportNamedDeclaration') return [];
    if (statement.declaration?.type !== 'VariableDeclaration') return [];
    return statement.declaration.declarations.flatMap(({ init }) => {
      const settings = init?.type === 'CallExpression' ? init.arguments[2] : undefined;
      if (settings?.type !== 'ObjectExpression') return [];
      return settings.properties.flatMap((property) => {
        if (property.type !== 'Property' || property.key.type !== 'Identifier') return [];
        if (!SERVER_PARTS.includes(property.key.name)) return [];
        const { start, end } = property;
        return [{ start, end: code[end] === ',' ? end + 1 : end }];
      });
    });
  });
}
