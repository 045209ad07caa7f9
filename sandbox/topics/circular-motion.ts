// A sample topic: circular motion.
import { mistake, right, sampleTopic, wrong } from './sample-topic.ts';

export const circularMotion = sampleTopic({
  name: 'Circular motion',
  course: 'a-level',
  reference: '3.6.1.1',
  videos: [
    ['Radians', 4],
    ['Angular speed', 6],
    ['The force to the centre', 7],
  ],
  before: [
    {
      kind: 'number',
      text: String.raw`A ball of mass $0.20\,\mathrm{kg}$ moves in a circle of radius $0.60\,\mathrm{m}$ at $3.0\,\mathrm{m\,s^{-1}}$. What is the centripetal force on it? Give the unit.`,
      hint: String.raw`The centripetal acceleration is $\frac{v^2}{r}$. What force gives it to this mass?`,
      explanation: String.raw`$$\begin{aligned} F &= \frac{mv^2}{r} \\ &= \frac{0.20\,\mathrm{kg} \times (3.0\,\mathrm{m\,s^{-1}})^2}{0.60\,\mathrm{m}} = 3.0\,\mathrm{N} \end{aligned}$$

It points to the centre of the circle.`,
      value: '3.0',
      unit: 'N',
      unit_asked: true,
      known: [
        mistake(
          '1.0',
          String.raw`You used $\frac{mv}{r}$. The speed has to be squared.`,
          'Did not square the speed',
        ),
        mistake(
          '1.8',
          String.raw`This is $mv^2$. Divide it by the radius.`,
          'Did not divide by the radius',
        ),
        mistake(
          '1.08',
          String.raw`You multiplied by the radius. At the same speed, a smaller circle needs a *larger* force.`,
          'Multiplied by the radius',
        ),
      ],
    },
    {
      kind: 'number',
      text: 'A record turns 45 times a minute. What is its angular speed? Give the unit.',
      hint: 'How many radians is one turn, and how many seconds is a minute?',
      explanation: String.raw`$$\omega = \frac{45 \times 2\pi\,\mathrm{rad}}{60\,\mathrm{s}} = 4.71\,\mathrm{rad\,s^{-1}}$$`,
      value: '4.71',
      unit: 'rad s^-1',
      unit_asked: true,
      known: [
        mistake(
          '0.75',
          String.raw`This is the frequency: $0.75$ turns a second. Each turn is $2\pi$ radians.`,
          'Turns a second instead of radians',
        ),
        mistake(
          '283',
          'This is in radians a *minute*. A minute has 60 seconds.',
          'For each minute instead of each second',
        ),
      ],
    },
  ],
  live: [
    {
      kind: 'choice',
      text: 'A ball on a string moves in a horizontal circle, and the string breaks. Seen from above, how does the ball move on?',
      hint: 'Which horizontal force acts on the ball once the string is gone?',
      explanation:
        "Only the string pulled the ball towards the centre. Without it no horizontal force is left, so by Newton's first law the ball keeps the velocity that it had: seen from above, it moves in a straight line along the tangent. (Seen from the side, it also falls.)",
      choices: [
        right(
          'Straight on, along the tangent to the circle',
          'Yes. Without a force towards the centre, its velocity stays as it was.',
        ),
        wrong(
          'Straight outwards, away from the centre',
          'No force pushes it outwards. At the moment of the break its velocity points along the tangent.',
          'A centrifugal force throws it outwards',
        ),
        wrong(
          'On along a curve',
          'A curved path needs a force towards the side. There is none any more.',
          'Bodies keep turning',
        ),
        wrong(
          'Outwards in a spiral',
          'A spiral is curved too, and would also need a force towards the side.',
        ),
      ],
    },
  ],
});
