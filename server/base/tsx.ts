// Lets Node import .tsx files: it strips types, but it does not compile JSX. A build has no need of
// it.
import { readFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

import type * as Rolldown from 'rolldown/utils';

/** Call this before the first import of a .tsx file. */
export function allowTsx(): void {
  registerHooks({
    load: (url, context, nextLoad) =>
      url.endsWith('.tsx')
        ? { format: 'module', source: compile(fileURLToPath(url)), shortCircuit: true }
        : nextLoad(url, context),
  });
}

function compile(file: string): string {
  // Loaded here, since most processes import no .tsx file.
  const { transformSync } = createRequire(import.meta.url)('rolldown/utils') as typeof Rolldown;
  const source = readFileSync(file, 'utf8');
  const { code, errors } = transformSync(file, source, { tsconfig: false });
  if (errors.length > 0) throw new Error(`${file} cannot be compiled: ${errors.join('; ')}`);
  return code;
}
