// Updates docs/performance.md: each benchmark writes its own part, between two marks.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';

const REPORT = join(import.meta.dirname, '..', 'docs', 'performance.md');

/** The machine that the figures come from, in words. */
export const machine = `${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), ${process.platform}, Node ${process.versions.node}`;

export const today = () => new Date().toISOString().slice(0, 10);

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** The median, with the minimum and the maximum. */
export function spreadOf(values: readonly number[], unit = ''): string {
  const [min, max] = [Math.min(...values), Math.max(...values)].map(Math.round);
  return `${Math.round(median(values))}${unit} (${min} to ${max})`;
}

/** A Markdown table with aligned columns, as the formatter writes it. */
export function tableOf(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  const lines = rows.map(
    (row) => `| ${widths.map((width, at) => (row[at] ?? '').padEnd(width)).join(' | ')} |`,
  );
  return [
    lines[0],
    `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`,
    ...lines.slice(1),
  ].join('\n');
}

/** Replaces the text between the marks of `name`, or appends it under a heading of its own. */
export function writeReport(name: string, heading: string, text: string): void {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const section = `${begin}\n\n${text}\n\n${end}`;
  const page = existsSync(REPORT) ? readFileSync(REPORT, 'utf8') : '# Performance\n';
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  writeFileSync(
    REPORT,
    from === -1 || to === -1
      ? `${page.trimEnd()}\n\n## ${heading}: \`npm run ${name}\`\n\n${section}\n`
      : page.slice(0, from) + section + page.slice(to + end.length),
  );
  console.log(`\n${text}`);
}
