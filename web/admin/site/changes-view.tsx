// <ChangesView>: what differs between two contents of the site, side by side. <Collision>: somebody
// else has changed the draft.
import { type Content, type ContentPart, contentParts } from '../../../domain/site/content.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { listAt, textAt, valueAt, type EditorField, type List } from './editing.ts';
import { parts } from './parts.ts';

interface ChangesViewProps {
  before: Content;
  after: Content;
  /** What the two are called: 'Published' and 'New'. */
  names: readonly [string, string];
}

export function ChangesView({ before, after, names }: ChangesViewProps) {
  return (
    <div className="grid grid-cols-1 gap-6">
      {differencesOf(before, after).map(({ part, changes }) => (
        <section key={part} aria-label={parts[part].title}>
          <h3 className="mb-2 text-xl">{parts[part].title}</h3>
          <div className="grid grid-cols-1 gap-4">
            {changes.map((change) => (
              <div key={change.label} className="border-t border-line pt-2">
                <h4 className="mb-1.5 font-sans text-base font-bold">{change.label}</h4>
                <dl className="grid grid-cols-1 gap-3 sm:grid-cols-2">
                  <Side name={names[0]} text={change.before} tone="border-rule" />
                  <Side name={names[1]} text={change.after} tone="border-signal" />
                </dl>
              </div>
            ))}
          </div>
        </section>
      ))}
    </div>
  );
}

function Side({ name, text, tone }: { name: string; text: string | null; tone: string }) {
  return (
    <div className={`border-l-3 pl-3 ${tone}`}>
      <dt className="text-sm font-bold text-pencil">{name}</dt>
      <dd className="leading-snug whitespace-pre-line wrap-anywhere">
        {text === null ? (
          <span className="text-pencil">Not there</span>
        ) : text.trim() === '' ? (
          <span className="text-pencil">Empty</span>
        ) : (
          text
        )}
      </dd>
    </div>
  );
}

/** What differs between two contents of the site, in the words that people read. */
interface Change {
  /** The field or entry, such as 'Heading' or 'Question 3'. */
  readonly label: string;
  /** Null for what has been added. */
  readonly before: string | null;
  /** Null for what has been removed. */
  readonly after: string | null;
}

interface PartChanges {
  readonly part: ContentPart;
  readonly changes: readonly Change[];
}

/** The parts that differ, in the order of the editor. */
export function differencesOf(before: Content, after: Content): PartChanges[] {
  return contentParts.flatMap((part) => {
    const changes = parts[part].fields.flatMap((field) => changesOf(before, after, part, field));
    return changes.length === 0 ? [] : [{ part, changes }];
  });
}

function changesOf(before: Content, after: Content, base: string, field: EditorField): Change[] {
  const path = `${base}.${field.key}`;
  if (field.kind === 'list')
    return listChanges(
      field,
      wordsOfEntries(before, path, field),
      wordsOfEntries(after, path, field),
    );
  const words = (content: Content) => wordsAt(content, path, field);
  return changeOf(field.label, words(before), words(after));
}

const changeOf = (label: string, before: string | null, after: string | null): Change[] =>
  before === after ? [] : [{ label, before, after }];

/** Null for what is absent. */
function wordsAt(content: Content, path: string, field: Exclude<EditorField, List>): string | null {
  if (valueAt(content, path) === undefined) return null;
  if (field.kind === 'switch') return valueAt(content, path) === true ? 'Shown' : 'Not shown';
  if (field.kind === 'picture')
    return `Picture ${textAt(content, `${path}.id`).slice(0, 6)}\n${textAt(content, `${path}.alt`)}`;
  if (field.kind !== 'group') return wordOf(textAt(content, path), field);
  return field.fields.map((one) => wordOf(textAt(content, `${path}.${one.key}`), one)).join('\n');
}

function wordOf(text: string, field: Exclude<EditorField, List>): string {
  const option =
    field.kind === 'choice' ? field.options.find(({ value }) => String(value) === text) : undefined;
  return option?.label ?? text;
}

const wordsOfEntries = (content: Content, path: string, { fields }: List): string[] =>
  listAt(content, path).map((_, index) =>
    fields === null
      ? textAt(content, `${path}.${index}`)
      : fields.map((one) => wordOf(textAt(content, `${path}.${index}.${one.key}`), one)).join('\n'),
  );

/** Equal entries are the same one, wherever they stand; the others are compared in order. */
function listChanges({ one, label }: List, before: string[], after: string[]) {
  const left = [...after.keys()];
  const places: number[] = [];
  const removed = [...before.keys()].filter((from) => {
    const at = left.findIndex((to) => after[to] === before[from]);
    if (at >= 0) places.push(...left.splice(at, 1));
    return at < 0;
  });
  const isMoved = places.some((to, index) => to < (places[index - 1] ?? 0));
  const changes = Array.from(
    { length: Math.max(removed.length, left.length) },
    (_, index): Change => {
      const [from, to] = [removed[index], left[index]];
      return {
        label: `${one} ${(to ?? from ?? 0) + 1}`,
        before: from === undefined ? null : (before[from] ?? null),
        after: to === undefined ? null : (after[to] ?? null),
      };
    },
  );
  const order = (entries: readonly string[]) =>
    entries.map((words, index) => `${index + 1}. ${words.split('\n', 1)[0]}`).join('\n');
  return isMoved
    ? [...changes, { label: `Order: ${label}`, before: order(before), after: order(after) }]
    : changes;
}

interface CollisionProps {
  theirs: Content;
  mine: Content;
  onTakeTheirs: () => void;
  onKeepMine: () => void;
}

/**
 * <Collision>: two drafts that differ, because another tab or another person has saved meanwhile.
 * Nothing is overwritten until somebody decides.
 */
export function Collision({ theirs, mine, onTakeTheirs, onKeepMine }: CollisionProps) {
  return (
    <Notice
      as="section"
      tone="caution"
      layout="panel"
      aria-labelledby="collision"
      className="grid grid-cols-1 gap-4"
    >
      <div role="alert">
        <h2 id="collision" className="text-heading">
          The draft has changed meanwhile
        </h2>
        <p>
          It was saved in another tab or by somebody else. Yours is still here. Choose which one to
          go on with.
        </p>
      </div>
      <div className="rounded-md bg-sheet p-4">
        <ChangesView before={theirs} after={mine} names={['Theirs', 'Yours']} />
      </div>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={onTakeTheirs}>
          Take theirs
        </Button>
        <Button variant="secondary" onClick={onKeepMine}>
          Keep mine
        </Button>
      </div>
    </Notice>
  );
}
