// A sample topic: changes in energy.
import { mistake, right, sampleTopic, wrong } from './sample-topic.ts';

export const changesInEnergy = sampleTopic({
  name: 'Changes in energy',
  course: 'gcse',
  reference: '4.1.1.2',
  videos: [
    ['Energy stores', 5],
    ['Kinetic energy', 6],
    ['Height and springs', 7],
  ],
  before: [
    {
      kind: 'choice',
      text: 'A car speeds up until it moves twice as fast as before. What happens to the energy in its kinetic store?',
      hint: String.raw`Write down $E_\mathrm{k} = \frac{1}{2}mv^2$. Which letter changes, and what is done to it?`,
      explanation: String.raw`Only the speed changes, and the speed is squared:

$$\tfrac{1}{2}m(2v)^2 = 4 \times \tfrac{1}{2}mv^2$$

That is why, with the same braking force, a car at twice the speed needs four times the distance to stop.`,
      choices: [
        wrong(
          'It doubles.',
          String.raw`Doubling would fit if the energy were proportional to $v$. It is proportional to $v^2$.`,
          'Energy is proportional to speed, not to its square',
        ),
        right(
          'It becomes four times as large.',
          String.raw`Yes: twice the speed, squared, is four times the energy.`,
        ),
        wrong(
          'It becomes eight times as large.',
          String.raw`Eight is $2^3$. The speed is squared, not cubed.`,
        ),
        wrong(
          'It stays the same.',
          'The mass has not changed, but the store depends on the speed as well. A moving car has more energy than a parked one.',
          'Kinetic energy depends on the mass alone',
        ),
      ],
    },
    {
      kind: 'number',
      text: String.raw`A car of mass $1200\,\mathrm{kg}$ moves at $15\,\mathrm{m/s}$. How much energy is in its kinetic store?`,
      hint: 'Square the speed first, and only the speed. Then multiply by the mass and halve.',
      explanation: String.raw`$$\begin{aligned} E_\mathrm{k} &= \tfrac{1}{2}mv^2 \\ &= \tfrac{1}{2} \times 1200\,\mathrm{kg} \times (15\,\mathrm{m/s})^2 \\ &= 1.35 \times 10^5\,\mathrm{J} \end{aligned}$$

That is $135\,\mathrm{kJ}$.`,
      value: '1.35e5',
      unit: 'J',
      known: [
        mistake(
          '2.7e5',
          String.raw`This is $mv^2$. You left out the $\frac{1}{2}$.`,
          'Left out the half',
        ),
        mistake(
          '9.0e3',
          String.raw`This is $\frac{1}{2}mv$. The speed has to be squared.`,
          'Did not square the speed',
        ),
        mistake(
          '8.1e7',
          String.raw`You squared all of $\frac{1}{2}mv$. Only the speed is squared.`,
          'Squared everything',
        ),
      ],
    },
  ],
  live: [
    {
      kind: 'points',
      text: 'A ball is dropped and bounces a few times until it lies still. Describe how energy moves between stores, from the moment you let go until the ball is at rest.',
      hint: 'Say which store empties and which one fills while the ball falls, and compare the two amounts.',
      explanation:
        'At every bounce some energy goes to the thermal stores, so each bounce is lower than the last. Nothing is lost: the energy spreads out into the surroundings, where it is less useful.',
      points: [
        {
          text: 'While the ball falls, the energy in its gravitational potential store decreases.',
        },
        { text: 'While the ball falls, the energy in its kinetic store increases.' },
        { text: 'Without air resistance, the one gains exactly as much as the other loses.' },
        {
          text: 'In the end all this energy is in the thermal stores of the ball, the ground and the air.',
        },
      ],
    },
  ],
});
