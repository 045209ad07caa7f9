// Who teaches, as a table of readings: five points, the last of which anybody can verify.
import type { Content } from '../../domain/site/content.ts';
import { useSizedPicture } from '../content/pictures.ts';
import { TextLink } from '../ui/link-button.tsx';
import { PictureElement } from '../ui/picture-element.tsx';

/** Smaller on a phone, where most titles then take one line. */
const titleClass = 'text-[1.1875rem] leading-snug sm:text-heading';

export function Profile(words: Content['profile']) {
  const { channel, claims, heading, introduction } = words;
  const portrait = useSizedPicture(words.portrait);
  return (
    <section id="tutor" aria-labelledby="tutor-heading" className="later py-10 sm:py-24 print:py-6">
      <div className="measure grid gap-x-16 gap-y-6 lg:grid-cols-[minmax(0,5fr)_minmax(0,8fr)]">
        <div>
          <h2 id="tutor-heading" className="text-title">
            {heading}
          </h2>
          <p className="mt-4 max-w-md text-[1.1875rem] leading-normal text-pencil">
            {introduction}
          </p>
          {portrait !== null && (
            <PictureElement
              picture={portrait}
              alt={portrait.alt}
              sizes="(min-width: 40rem) 20rem, 16rem"
              isLazy
              className="mt-6 aspect-4/5 w-64 rounded-md border border-line object-cover sm:w-80"
            />
          )}
        </div>
        <ol className="border-b border-line">
          {claims.map((claim) => (
            <Point key={claim.title} {...claim} />
          ))}
          <li className="grid gap-x-8 gap-y-0.5 border-t border-line py-3 sm:py-5 sm:grid-cols-2">
            <h3 className={titleClass}>{channel.title}</h3>
            <div className="text-pencil">
              <p>{channel.text}</p>
              <TextLink href={channel.address} rel="noopener" className="text-ink">
                {channel.label}
              </TextLink>
            </div>
          </li>
        </ol>
      </div>
    </section>
  );
}

function Point({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <li className="grid gap-x-8 gap-y-0.5 border-t border-line py-3 first:border-t-2 first:border-ink sm:grid-cols-2 sm:py-5">
      <h3 className={titleClass}>{title}</h3>
      <p className="text-pencil">{text}</p>
    </li>
  );
}
