// /terms and /privacy: pages of the tutor's words, complete as HTML and without a script. A
// paragraph of several lines opens with its subject; lines such as 'Why: ...' become a list.
import { Fragment } from 'react';

import { paths } from '../../../domain/paths.ts';
import type { Content } from '../../../domain/site/content.ts';
import { useSite } from '../../content/site-context.ts';
import { PageFrame } from '../../frames/page-frame.tsx';
import type { WordPagePath } from '../../pages.ts';
import { TextLink } from '../../ui/link-button.tsx';

const linkClass =
  'font-bold text-ink underline decoration-rule underline-offset-4 hover:decoration-signal hover:decoration-2';

export default function WordPage({ path, content }: { path: WordPagePath; content: Content }) {
  const { contact } = useSite();
  const { heading, sections } = path === paths.terms ? content.terms : content.privacy;
  return (
    <PageFrame title={heading}>
      <article className="grid max-w-3xl gap-10">
        <header>
          <h1 className="text-title">{heading}</h1>
          <p className="mt-4 text-lg text-pencil">
            {[content.seller.name, ...content.seller.address].join(', ')}. Write to{' '}
            <a className={linkClass} href={`mailto:${contact.email}`}>
              {contact.email}
            </a>{' '}
            or call{' '}
            <a className={linkClass} href={`tel:${contact.phoneLink}`}>
              {contact.phone}
            </a>
            .
          </p>
        </header>
        <nav aria-label="On this page">
          <ul className="grid gap-x-8 sm:grid-cols-2">
            {sections.map(({ title }, index) => (
              <li key={title}>
                <TextLink href={`#part-${index + 1}`} className="font-normal">
                  {title}
                </TextLink>
              </li>
            ))}
          </ul>
        </nav>
        {sections.map(({ title, text }, index) => (
          <section key={title} id={`part-${index + 1}`} className="scroll-mt-6">
            <h2 className="mb-4 text-2xl">{title}</h2>
            <div className="grid gap-5">
              {text.split(/\n\s*\n/).map((part) => (
                <Paragraph key={part} text={part} />
              ))}
            </div>
          </section>
        ))}
        <p className="flex flex-wrap gap-x-6">
          <TextLink href={paths.home}>Back to the home page</TextLink>
          {path === paths.terms ? (
            <TextLink href={paths.privacy}>Privacy</TextLink>
          ) : (
            <TextLink href={paths.terms}>Terms</TextLink>
          )}
        </p>
      </article>
    </PageFrame>
  );
}

function Paragraph({ text }: { text: string }) {
  const [first = '', ...others] = text.split('\n');
  if (others.length === 0) return <p className="wrap-anywhere">{first}</p>;
  const entries = others.map((line) => LABELLED.exec(line)?.slice(1));
  return (
    <div className="border-t border-line pt-4 wrap-anywhere">
      <h3 className="font-sans font-bold">{first}</h3>
      {entries.includes(undefined) ? (
        <p className="mt-2 whitespace-pre-line">{others.join('\n')}</p>
      ) : (
        <dl className="mt-2 grid gap-x-4 gap-y-1 min-[22rem]:grid-cols-[3rem_minmax(0,1fr)]">
          {entries.map(([label, words] = []) => (
            <Fragment key={`${label} ${words}`}>
              <dt className="font-bold text-pencil max-[22rem]:mt-1">{label}</dt>
              <dd>{words}</dd>
            </Fragment>
          ))}
        </dl>
      )}
    </div>
  );
}

/** 'Why: so that ...' as a label and its words. */
const LABELLED = /^(\p{L}{1,8}): (.+)$/u;
