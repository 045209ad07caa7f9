// <ChangesView>: what differs between two contents of the site, side by side.
import type { Content } from '../../../domain/site/content.ts';
import { differencesOf } from './differences.ts';
import { parts } from './parts.ts';

interface ChangesViewProps {
  readonly before: Content;
  readonly after: Content;
  /** What the two are called: 'Published' and 'New'. */
  readonly names: readonly [string, string];
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

interface SideProps {
  readonly name: string;
  readonly text: string | null;
  readonly tone: string;
}

function Side({ name, text, tone }: SideProps) {
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
