// A sample topic: motion along a straight line.
import { mistake, right, sampleTopic, wrong } from './sample-topic.ts';

export const straightLineMotion = sampleTopic({
  name: 'Motion along a straight line',
  course: 'a-level',
  reference: '3.4.1.3',
  videos: [
    ['Graphs', 7],
    ['suvat', 8],
    ['Free fall', 6],
  ],
  before: [
    {
      kind: 'number',
      text: String.raw`A train moves at $32\,\mathrm{m\,s^{-1}}$. It brakes uniformly and stops after $640\,\mathrm{m}$. What is its acceleration? Take its direction of motion as positive, and give the unit.`,
      hint: String.raw`You know $u$, $v$ and $s$, and you want $a$. Which *suvat* equation has no $t$ in it?`,
      explanation: String.raw`With $v = 0$ in $v^2 = u^2 + 2as$:

$$a = -\frac{u^2}{2s} = -\frac{(32\,\mathrm{m\,s^{-1}})^2}{2 \times 640\,\mathrm{m}} = -0.80\,\mathrm{m\,s^{-2}}$$

The minus sign says that the acceleration points backwards.`,
      value: '-0.80',
      unit: 'm s^-2',
      unit_asked: true,
      known: [
        mistake(
          '-1.6',
          String.raw`You used $v^2 = u^2 + as$. There is a 2 in the last term: $2as$.`,
          'The 2 of 2as forgotten',
        ),
        mistake(
          '-0.025',
          String.raw`You divided $u$ by $2s$. The speed has to be squared.`,
          'Did not square u',
        ),
      ],
    },
    {
      kind: 'number',
      text: String.raw`A stone is dropped from rest down a well and reaches the water after $2.50\,\mathrm{s}$. How deep is the water below your hand? Ignore air resistance, use $g = 9.81\,\mathrm{m\,s^{-2}}$, and give a sensible number of significant figures.`,
      hint: String.raw`The stone starts from rest, so $s = ut + \frac{1}{2}at^2$ becomes shorter.`,
      explanation: String.raw`$$\begin{aligned} s &= \tfrac{1}{2}gt^2 \\ &= \tfrac{1}{2} \times 9.81\,\mathrm{m\,s^{-2}} \times (2.50\,\mathrm{s})^2 \\ &= 30.7\,\mathrm{m} \end{aligned}$$

Both data have three significant figures, so give three, or two.`,
      value: '30.7',
      unit: 'm',
      figures: { min: 2, max: 3 },
      known: [
        mistake(
          '61.3',
          String.raw`This is $gt^2$. You left out the $\frac{1}{2}$.`,
          'Left out the half',
        ),
        mistake(
          '12.3',
          String.raw`This is $\frac{1}{2}gt$. The time has to be squared.`,
          'Did not square the time',
        ),
        mistake(
          '24.5',
          String.raw`This is $gt$, the speed at which the stone hits the water in $\mathrm{m\,s^{-1}}$.`,
          'Speed instead of distance',
        ),
      ],
    },
  ],
  live: [
    {
      kind: 'choice',
      text: 'A ball is thrown straight up. What is its acceleration at the highest point? Ignore air resistance.',
      hint: 'Which force acts on the ball there?',
      explanation: String.raw`Only the weight acts on the ball, all the way up, at the top and all the way down. So its acceleration is $9.81\,\mathrm{m\,s^{-2}}$ downwards throughout. On a graph of velocity against time this is one straight line, which crosses zero at the top without a kink.`,
      choices: [
        right(
          String.raw`$9.81\,\mathrm{m\,s^{-2}}$ downwards`,
          'Yes. The weight does not take a break at the top.',
        ),
        wrong(
          'Zero',
          'The *velocity* is zero for an instant. If the acceleration were zero too, the ball would stay up there.',
          'At rest means no acceleration',
        ),
        wrong(
          String.raw`$9.81\,\mathrm{m\,s^{-2}}$ upwards`,
          'Once the ball has left the hand, nothing pulls it upwards.',
        ),
        wrong(
          'It is just changing its direction.',
          'The *velocity* changes its direction there. The acceleration stays the same.',
        ),
      ],
    },
  ],
});
