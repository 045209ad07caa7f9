// <Placeholders>: the numbers that texts are filled with, and what they are at present.
import { paths } from '../../../domain/paths.ts';
import { fillText } from '../../../domain/site/placeholders.ts';
import { useBusinessSettings } from '../../data/settings.ts';
import { TextLink } from '../../ui/link-button.tsx';

const placeholders = [
  '{price}',
  '{days}',
  '{times}',
  '{duration}',
  '{group_size}',
  '{response_hours}',
] as const;

export function Placeholders() {
  const business = useBusinessSettings();
  return (
    <details className="rounded-md border border-line bg-sheet px-4">
      <summary className="flex min-h-11 cursor-pointer items-center font-bold">
        Numbers that fill themselves in
      </summary>
      <p className="mt-1 text-pencil">
        Write these in any text. They follow your business settings, so no number stands twice.
      </p>
      {business !== null && (
        <dl className="my-3 grid grid-cols-[minmax(0,auto)_minmax(0,1fr)] gap-x-4 gap-y-1">
          {placeholders.map((placeholder) => (
            <div key={placeholder} className="contents">
              <dt className="font-bold wrap-anywhere">{placeholder}</dt>
              <dd className="wrap-anywhere">{fillText(placeholder, business)}</dd>
            </div>
          ))}
        </dl>
      )}
      <p className="mb-2">
        <TextLink href={paths.adminAccountBusiness}>Business settings</TextLink>
      </p>
    </details>
  );
}
