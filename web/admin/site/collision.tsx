// <Collision>: two drafts that differ, because another tab or another person has saved meanwhile.
// Nothing is overwritten until somebody decides.
import type { Content } from '../../../domain/site/content.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ChangesView } from './changes-view.tsx';

interface CollisionProps {
  readonly theirs: Content;
  readonly mine: Content;
  readonly onTakeTheirs: () => void;
  readonly onKeepMine: () => void;
}

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
