// /terms and /privacy: pages of the tutor's words, complete as HTML and without a script. A
// paragraph of several lines opens with its subject.
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
        {sections.map(({ title, text }) => (
          <section key={title}>
            <h2 className="mb-3 text-2xl">{title}</h2>
            <div className="grid gap-4">
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
  return others.length === 0 ? (
    <p className="wrap-anywhere">{first}</p>
  ) : (
    <div className="border-t-2 border-ink pt-3 wrap-anywhere">
      <h3 className="text-heading">{first}</h3>
      <p className="mt-2 whitespace-pre-line">{others.join('\n')}</p>
    </div>
  );
}
