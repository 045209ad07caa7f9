// The order of the server's folders: the ground, then the features as server/features.ts lists
// them. Only routes know HTTP.
import { type Finding, isCode, isTest, type Tree } from './finding.ts';
import { checkOrder } from './folder-order.ts';
import { importsOf } from './imports.ts';

/** What knows no feature. */
const GROUND = ['base', 'schema', 'engine', 'process', 'email', 'sessions', 'people', 'http'];
const FEATURES = 'server/features.ts';
const ROUTES = /(^|[/-])(routes|feature)\.ts$|\/(app|main|features)\.ts$/;

/** The folders of the features, in the order of their list. */
function listFeatures(text: string): string[] {
  const [, list = ''] = /^export const features[^=]*= \[\n(.*?)^\];/ms.exec(text) ?? [];
  return [...list.matchAll(/^ {2}(\w+),$/gm)].map(([, name = '']) => name);
}

/** Imports against the order, and imports of HTTP outside routes. */
export function checkServer(tree: Tree): Finding[] {
  const text = tree.get(FEATURES);
  if (text === undefined) return [];
  const order = [...GROUND, ...listFeatures(text), 'features.ts', 'app.ts', 'main.ts'];
  return [...checkOrder(tree, 'server', order), ...checkHttp(tree)];
}

function checkHttp(tree: Tree): Finding[] {
  const findings: Finding[] = [];
  for (const [path, text] of tree) {
    const isCommand = path.startsWith('server/') && isCode(path) && !isTest(path);
    if (!isCommand || ROUTES.test(path) || /^server\/(http|testing|site\/pages)\//.test(path))
      continue;
    for (const { file, specifier } of importsOf(path, text))
      if (file?.startsWith('server/http/') === true || file?.endsWith('routes.ts') === true)
        findings.push({
          path,
          message: `must not import '${specifier}': queries, commands and emails know nothing of HTTP; this belongs in routes.ts.`,
        });
  }
  return findings;
}
