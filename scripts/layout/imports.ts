// Finds the modules that a source file imports, with Vite's parser.
import path from 'node:path';

import { parseSync } from 'vite';

export interface Import {
  /** The path from the project's root; null if it is not a file of the project. */
  readonly file: string | null;
  /** The specifier as written: a relative path or a package name. */
  readonly specifier: string;
}

/** A cache: several checks ask about each file. */
const parsed = new Map<string, readonly string[]>();

function parseSpecifiers(file: string, text: string): readonly string[] {
  const { staticImports, staticExports, dynamicImports } = parseSync(file, text).module;
  const requests = [
    ...staticImports.map(({ moduleRequest }) => moduleRequest),
    ...staticExports.flatMap(({ entries }) =>
      entries.slice(0, 1).map(({ moduleRequest }) => moduleRequest),
    ),
    // An import without quotes is computed at runtime, so it is left out.
    ...dynamicImports.map(({ moduleRequest }) => moduleRequest),
  ];
  return requests
    .filter((request) => request !== null)
    .map(({ start, end }) => text.slice(start, end))
    .filter((literal) => /^['"]/.test(literal))
    .map((literal) => literal.slice(1, -1));
}

/** Every import and re-export of the file, including types. */
export function importsOf(file: string, text: string): Import[] {
  const specifiers = parsed.get(text) ?? parseSpecifiers(file, text);
  parsed.set(text, specifiers);
  return specifiers.map((specifier) => ({
    specifier,
    file: specifier.startsWith('.')
      ? path.posix.join(path.posix.dirname(file), specifier.replace(/\?.*$/, ''))
      : null,
  }));
}

/** Whether the file only re-exports other modules. */
export function onlyReexports(file: string, text: string): boolean {
  const { module, program } = parseSync(file, text);
  return (
    module.staticExports.length > 0 &&
    program.body.every(
      (statement) =>
        'source' in statement && statement.type.startsWith('Export') && statement.source,
    )
  );
}
