// Reads the project's files for the layout check.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import type { Tree } from './finding.ts';
import { allowedModules } from './modules.ts';

/** Code, documents, and what starts, installs and proxies the server. Some have no ending. */
const READ =
  /\.(tsx?|mjs|css|sql|md|sh|ya?ml|env|example|service|timer|conf|cfg|nft)$|(^|\/)(\w+|package\.json)$/;

/**
 * Reads the files of all modules, the documents and the configuration beside them. Other files are
 * included as empty.
 */
export function readTree(root: string): Tree {
  const beside = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
  const inside = [...Object.keys(allowedModules), 'docs', 'findings', '.ci'].flatMap((module) =>
    readdirSync(path.join(root, module), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name))),
  );
  return new Map(
    [...beside, ...inside].map((file) => [
      file.split(path.sep).join('/'),
      READ.test(file) ? readFileSync(path.join(root, file), 'utf8') : '',
    ]),
  );
}
