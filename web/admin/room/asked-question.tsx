// <AskedQuestionPart>: a question with its answers, <Earlier> those asked before, <NextUp> the
// one that is asked next.
import type { AskedQuestion } from '../../../domain/rooms/room.ts';
import type { Item, TopicQuestion } from '../../../domain/topics/topic.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Rendered } from '../../ui/rendered.tsx';
import { RoundBars } from './bars.tsx';
import { RightAnswer } from './right-answer.tsx';

interface AskedQuestionPartProps {
  readonly asked: AskedQuestion;
  /** Undefined for a question that was deleted from the topic. */
  readonly item: Item | undefined;
}

export function AskedQuestionPart({ asked, item }: AskedQuestionPartProps) {
  return (
    <Card className="grid grid-cols-1 gap-4 border-2! border-signal! p-4 sm:p-6">
      <h2 className="label-mark font-sans">
        {asked.state === 'asked' ? 'Asked now' : 'Asked last'}
        {asked.round === 2 && ', second round'}
      </h2>
      <QuestionText item={item} className="text-lg" />
      <RoundBars asked={asked} item={item} />
      {asked.state === 'revealed' && <RightAnswer item={item} />}
    </Card>
  );
}

export function NextUp({ item }: { readonly item: TopicQuestion }) {
  return (
    <Card className="grid grid-cols-1 gap-4 p-4 sm:p-6 print:hidden">
      <h2 className="label-mark font-sans">Next question</h2>
      <QuestionText item={item} className="text-lg" />
    </Card>
  );
}

interface QuestionTextProps {
  readonly item: Item | undefined;
  readonly className?: string;
}

export function QuestionText({ item, className = '' }: QuestionTextProps) {
  if (item?.kind !== 'question')
    return <p className="text-pencil">This question is no longer in the topic.</p>;
  return <Rendered className={className} html={item.question.text_html} />;
}

interface EarlierProps {
  readonly asked: readonly AskedQuestion[];
  readonly itemOf: (itemId: string) => Item | undefined;
  readonly onReveal: (askedId: string) => void;
  readonly busy: boolean;
}

export function Earlier({ asked, itemOf, onReveal, busy }: EarlierProps) {
  if (asked.length === 0) return null;
  return (
    <section aria-labelledby="earlier" className="grid grid-cols-1 gap-3">
      <h2 id="earlier" className="text-heading">
        Asked in this lesson
      </h2>
      <ol className="grid grid-cols-1 gap-6">
        {asked.map((one) => {
          const item = itemOf(one.Item_ID);
          return (
            <li
              key={one.id}
              className="grid grid-cols-1 gap-3 border-t border-line pt-3 break-inside-avoid"
            >
              <QuestionText item={item} />
              <RoundBars asked={one} item={item} />
              {one.state === 'revealed' && <RightAnswer item={item} hasExplanation={false} />}
              {one.state !== 'revealed' && (
                <div className="print:hidden">
                  <Button variant="secondary" busy={busy} onClick={() => onReveal(one.id)}>
                    Reveal this answer
                  </Button>
                </div>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
