// Lets Node import .tsx files: it strips types, but it does not compile JSX.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire, getCompileCacheDir, registerHooks } from 'node:module';
import path from 'node:path';
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

/**
 * Keeps the result beside Node's compile cache, where the build of the web app leaves it for the
 * server: the compiler would add 15 MB to a process that runs for months.
 */
function compile(file: string): string {
  const source = readFileSync(file, 'utf8');
  const cache = getCompileCacheDir();
  const name = `${path.basename(file)}-${createHash('sha256').update(source).digest('hex')}.js`;
  const kept = cache === undefined ? null : path.join(cache, name);
  if (kept !== null && existsSync(kept)) return readFileSync(kept, 'utf8');
  // Loaded here, since most processes import no .tsx file or find the result.
  const { transformSync } = createRequire(import.meta.url)('rolldown/utils') as typeof Rolldown;
  const { code, errors } = transformSync(file, source, { tsconfig: false });
  if (errors.length > 0) throw new Error(`${file} cannot be compiled: ${errors.join('; ')}`);
  if (kept !== null) keep(kept, code);
  return code;
}

/** Another process may read the file at any time, so it appears complete. */
function keep(file: string, code: string): void {
  const unfinished = `${file}.${process.pid}`;
  try {
    writeFileSync(unfinished, code);
    renameSync(unfinished, file);
  } catch (error) {
    process.emitWarning(`The compiled emails cannot be kept: ${String(error)}`);
  }
}
