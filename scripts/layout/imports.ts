// Reads which modules a source file imports.
import path from 'node:path';

const STATEMENT = /^\s*(?:import|export)\b(?:[^;'"`]*?\bfrom)?\s*['"]([^'"]+)['"]/gm;
const DYNAMIC = /\bimport\(\s*['"]([^'"]+)['"]/g;

export interface Import {
  /** A path from the project's root for a file of the project, or else null. */
  readonly file: string | null;
  /** As written: a relative path or a package's name. */
  readonly specifier: string;
}

/** Every import and re-export of the file, types included, in the order of the text. */
export function importsOf(file: string, text: string): Import[] {
  const code = text.replaceAll(/^\s*\/\/.*$/gm, '').replaceAll(/\/\*[\s\S]*?\*\//g, '');
  return [...code.matchAll(STATEMENT), ...code.matchAll(DYNAMIC)].map(([, specifier = '']) => ({
    specifier,
    file: specifier.startsWith('.')
      ? path.posix.join(path.posix.dirname(file), specifier.replace(/\?.*$/, ''))
      : null,
  }));
}
