// <PartList>: the parts of the site's words, one open at a time.
import { contentParts, type ContentPart } from '../../../domain/site/content.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { faultsBelow, useEditing } from './editing.ts';
import { PartFields } from './part-fields.tsx';
import { parts } from './parts.ts';

interface PartListProps {
  readonly opened: ContentPart | null;
  /** The parts that still equal the sample. */
  readonly samples: readonly ContentPart[];
  readonly onOpen: (part: ContentPart | null) => void;
}

export const partButtonId = (part: ContentPart): string => `part-${part}`;

export function PartList({ opened, samples, onOpen }: PartListProps) {
  const { faults } = useEditing();
  return (
    <Card>
      {contentParts.map((part) => {
        const { title, fields } = parts[part];
        const isOpen = part === opened;
        return (
          <section key={part} className="border-b border-line last:border-b-0">
            <h2 className="font-sans text-base">
              <button
                type="button"
                id={partButtonId(part)}
                aria-expanded={isOpen}
                aria-controls={`${part}-fields`}
                className="flex min-h-13 w-full cursor-pointer scroll-mt-20 flex-wrap items-center gap-x-3 gap-y-1 px-5 py-2 text-left font-bold hover:bg-wash"
                onClick={() => onOpen(isOpen ? null : part)}
              >
                <svg
                  viewBox="0 0 16 16"
                  aria-hidden="true"
                  className={`size-4 shrink-0 text-signal ${isOpen ? 'rotate-90' : ''}`}
                  fill="none"
                  stroke="currentColor"
                  strokeWidth="2"
                >
                  <path d="m6 3 5 5-5 5" />
                </svg>
                <span className="min-w-0 flex-1 wrap-anywhere">{title}</span>
                {faultsBelow(faults, part) > 0 && <Badge tone="negative">To correct</Badge>}
                {samples.includes(part) && <Badge>Sample</Badge>}
              </button>
            </h2>
            <div
              id={`${part}-fields`}
              hidden={!isOpen}
              className="grid grid-cols-1 gap-5 border-t border-line p-5 [&[hidden]]:hidden"
            >
              {isOpen && <PartFields base={part} fields={fields} />}
            </div>
          </section>
        );
      })}
    </Card>
  );
}
