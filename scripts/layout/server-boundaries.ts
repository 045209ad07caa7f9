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

/** Imports against the order, imports of HTTP outside routes, and endpoints in two places. */
export function checkServer(tree: Tree): Finding[] {
  const text = tree.get(FEATURES);
  if (text === undefined) return [];
  const order = [...GROUND, ...listFeatures(text), 'features.ts', 'app.ts', 'main.ts', 'start.ts'];
  return [...checkOrder(tree, 'server', order), ...checkHttp(tree), ...checkMounts(tree)];
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

/** How many endpoints a feature.ts may mount, if its feature has no other routes. */
const MAX_MOUNTS = 3;

/** Endpoints that a feature.ts mounts beside a file of routes, or in its place. */
function checkMounts(tree: Tree): Finding[] {
  return [...tree].flatMap(([path, text]) => {
    const folder = /^(server\/[^/]+\/)feature\.ts$/.exec(path)?.[1];
    if (folder === undefined) return [];
    const mounts = text.match(/\bmount(?:Stream)?\(/g)?.length ?? 0;
    const hasRoutes = [...tree.keys()].some((file) => file.startsWith(folder) && isRoutes(file));
    if (mounts === 0 || (mounts <= MAX_MOUNTS && !hasRoutes)) return [];
    const message = `mounts ${mounts} endpoints; a feature with more than ${MAX_MOUNTS} mounts all of them in routes.ts.`;
    return [{ path, message }];
  });
}

const isRoutes = (path: string) => /(?:^|[/-])routes\.ts$/.test(path);
