// <MediaList>: the videos or slides of a topic, which open on their own site, each with a tick.
import type { RoomItem } from '../../domain/room.ts';
import { Choice, choiceListClass } from '../ui/choice.tsx';
import { TextLink } from '../ui/link-button.tsx';

export type MediaItem = Exclude<RoomItem, { kind: 'question' }>;

interface MediaListProps {
  readonly items: readonly MediaItem[];
  readonly onTick: (item: MediaItem, done: boolean) => void;
}

export function MediaList({ items, onTick }: MediaListProps) {
  return (
    <ul className={`bg-sheet ${choiceListClass}`}>
      {items.map((item) => (
        <li key={item.id} className="flex flex-wrap items-center justify-between gap-x-4">
          <div className="min-w-0 flex-1 basis-52 px-3.5 py-1 [overflow-wrap:anywhere]">
            {item.address === null ? (
              <span className="block py-2 font-bold">{item.title}</span>
            ) : (
              <TextLink href={item.address} target="_blank" rel="noreferrer">
                {item.title}
                <span aria-hidden="true"> ↗</span>
                <span className="sr-only"> (opens in a new tab)</span>
              </TextLink>
            )}
            {item.kind === 'video' && (
              <span className="ml-2 text-pencil figures whitespace-nowrap">
                {item.minutes} {item.minutes === 1 ? 'minute' : 'minutes'}
              </span>
            )}
          </div>
          {item.address !== null && (
            <div className="shrink-0 max-sm:w-full">
              <Choice
                type="checkbox"
                name={item.id}
                checked={item.done}
                onChange={(done) => onTick(item, done)}
              >
                {item.kind === 'video' ? 'Watched' : 'Read'}
                <span className="sr-only">: {item.title}</span>
              </Choice>
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}
