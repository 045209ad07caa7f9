// Conventions that a machine can check: names, opening comments, file lengths, no barrels, no clock
// reads in rules, and comments with a subject.
import { type Finding, isCode, isTest, type Tree, finding } from './finding.ts';
import { onlyReexports } from './imports.ts';

const MAX_LINES = 400;

/** The formatter wraps code, but no comments. */
const MAX_COMMENT = 100;
const COMMENT_LINE = /^\s*(?:\/\/|\/?\*)/;
/** A line of a script or of a program's settings. */
const HASH_LINE = /^\s*#/;
/** An address, a directive of the linter, and a type in JavaScript. */
const UNBREAKABLE = /https?:\/\/|oxlint-|\}\} \w+$/;

/** Names that do not describe the content and so attract anything. */
const JUNK = /^(utils?|helpers?|misc|common|lib|services?|shared)$/;
const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/;
const NAMED = /\.(tsx?|mjs|css|sql|json|svg|html)$/;

/** The index of the whole API. */
const INDEX_FILES = ['domain/endpoints.ts'];

/** An editor shows a comment without the one above it. */
const ELLIPTICAL = /\/\*\*[\s*]+(The same|As|Of|Also|Likewise|Ditto)\b/g;

/** A type that is named by one word: 'Asked', 'Typed'. */
const ONE_WORD_TYPE = /^(?:export )?(?:interface|type|(?:abstract )?class) ([A-Z][a-z]+)\b/gm;
const REGULAR = /(?:ed|ing|taken|chosen|given|written)$/i;
const IRREGULAR = new Set(
  'Begun Bought Built Done Found Gone Heard Held Kept Known Lent Lost Made Paid Proven Seen Sent Shown Sold Spent Told Undone Withdrawn'.split(
    ' ',
  ),
);
/** Nouns that look like participles, and the columns that are named like Kysely's `Generated`. */
const NOUNS = new Set(
  'Booking Encoding Ending Feed Finding Fixed Marking Meeting Opening Reading Setting'.split(' '),
);

export function checkHabits(tree: Tree): Finding[] {
  return [...tree].flatMap(([path, text]) => [
    ...checkName(path),
    ...(isCode(path)
      ? [...checkFirstLine(path, text), ...checkBarrel(path, text), ...checkLength(path, text)]
      : []),
    ...checkClock(path, text),
    ...checkWidth(path, text),
    ...(isCode(path) ? [...checkOpenings(path, text), ...checkTypeNames(path, text)] : []),
  ]);
}

function checkName(path: string): Finding[] {
  const segments = path.split('/');
  const stems = segments.map((segment) => segment.replace(/\..*$/, ''));
  const junk = stems.find((stem) => JUNK.test(stem));
  const findings: Finding[] = [];
  if (junk !== undefined)
    findings.push(
      finding(
        path,
        `'${junk}' says nothing of its content; name it after the one thing it does, in the module that needs it.`,
      ),
    );
  if (
    NAMED.test(path) &&
    !path.startsWith('.') &&
    !segments.every((segment) => KEBAB.test(segment))
  )
    findings.push(finding(path, 'files and folders are named in kebab-case.'));
  return findings;
}

function checkFirstLine(path: string, text: string): Finding[] {
  const lines = text.split('\n');
  const isDirective = (line: string) => /^(#!|'use |"use |\/\/\/ )/.test(line);
  const first = lines.find((line) => !isDirective(line)) ?? '';
  const says = /^(\/\/|\/\*\*?)\s*(?!oxlint-|eslint-|@ts-)\S/.test(first);
  return says
    ? []
    : [finding(path, 'the first line must be a comment that says what the file is.')];
}

function checkBarrel(path: string, text: string): Finding[] {
  if (INDEX_FILES.includes(path)) return [];
  if (/(^|\/)index\.tsx?$/.test(path))
    return [finding(path, 'there are no index files; import from the file that holds the thing.')];
  return onlyReexports(path, text)
    ? [finding(path, 'it only re-exports; import from the files that hold the things.')]
    : [];
}

function checkLength(path: string, text: string): Finding[] {
  const lines = text.replace(/\n$/, '').split('\n').length;
  return lines <= MAX_LINES ? [] : [finding(path, `${lines} lines: split this file.`)];
}

function checkClock(path: string, text: string): Finding[] {
  if (!path.startsWith('domain/') || isTest(path)) return [];
  return /\bDate\.now\(|\bnew Date\(\s*\)|\bTemporal\.Now\b|\bMath\.random\(/.test(text)
    ? [finding(path, 'rules in domain/ take `now` as an argument; the caller reads the clock.')]
    : [];
}

const checkOpenings = (path: string, text: string): Finding[] =>
  [...text.matchAll(ELLIPTICAL)].map(([, opening = '']) =>
    finding(
      path,
      `a comment begins with '${opening}'; name its subject, so that it can be read alone.`,
    ),
  );

function checkWidth(path: string, text: string): Finding[] {
  // In a document, such a line is a heading or a list.
  if (path.endsWith('.md')) return [];
  const isComment = isCode(path) || /\.(?:css|mjs)$/.test(path) ? COMMENT_LINE : HASH_LINE;
  return text
    .split('\n')
    .flatMap((line, index) =>
      line.length > MAX_COMMENT && isComment.test(line) && !UNBREAKABLE.test(line)
        ? [finding(path, `line ${index + 1}: a comment is wrapped at ${MAX_COMMENT} characters.`)]
        : [],
    );
}

const checkTypeNames = (path: string, text: string): Finding[] =>
  [...text.matchAll(ONE_WORD_TYPE)].flatMap(([, name = '']) =>
    (REGULAR.test(name) || IRREGULAR.has(name)) && !NOUNS.has(name)
      ? [finding(path, `the type '${name}' is a participle; add the noun that says what it is.`)]
      : [],
  );
