// A sample topic: Newton's second law.
import { mistake, right, sampleTopic, wrong } from './sample-topic.ts';

export const newtonsSecondLaw = sampleTopic({
  name: "Newton's second law",
  course: 'gcse',
  reference: '4.5.6.2.2',
  videos: [
    ['Resultant force', 5],
    ['F = ma', 6],
    ['Falling', 7],
  ],
  before: [
    {
      kind: 'number',
      text: String.raw`The engine of a car of mass $1200\,\mathrm{kg}$ provides a forward force of $1800\,\mathrm{N}$. The resistive forces add up to $600\,\mathrm{N}$. What is the acceleration of the car? Give the unit.`,
      hint: 'First find the resultant force. The two forces point in opposite directions.',
      explanation: String.raw`The resultant force is $1800\,\mathrm{N} - 600\,\mathrm{N} = 1200\,\mathrm{N}$ forwards, so

$$a = \frac{F}{m} = \frac{1200\,\mathrm{N}}{1200\,\mathrm{kg}} = 1.0\,\mathrm{m/s^2}$$`,
      value: '1.0',
      unit: 'm/s^2',
      unit_asked: true,
      known: [
        mistake(
          '1.5',
          String.raw`You used the engine's $1800\,\mathrm{N}$ alone. Subtract the resistive forces first.`,
          'Resistive forces left out',
        ),
        mistake(
          '2.0',
          'You added the forces. They point in opposite directions, so subtract.',
          'Opposite forces added',
        ),
      ],
    },
    {
      kind: 'choice',
      text: 'A puck slides across ice at a constant velocity. The ice is so smooth that friction and air resistance can be ignored. What is the resultant force on the puck?',
      hint: String.raw`What is the acceleration at constant velocity? Put it into $F = ma$.`,
      explanation: String.raw`Constant velocity means zero acceleration, and $F = ma$ then says that the resultant force is zero. The weight and the push of the ice upwards balance. No force is needed to keep something moving.`,
      choices: [
        right('It is zero.', 'Yes. Without a resultant force, the velocity stays as it is.'),
        wrong(
          'It points forwards.',
          'A resultant force forwards would make the puck faster. The stick pushed it once; since then nothing has to push.',
          'Motion needs a force',
        ),
        wrong('It points backwards.', 'A resultant force backwards would slow the puck down.'),
        wrong(
          'It is equal to its weight.',
          'The weight acts, but the ice pushes the puck upwards just as strongly.',
        ),
      ],
    },
  ],
  live: [
    {
      kind: 'points',
      text: 'A skydiver steps out of a plane. Explain why she reaches a terminal velocity before she opens her parachute.',
      hint: 'Compare two forces: at the start, on the way, and at terminal velocity.',
      explanation:
        'The weight stays the same all the time; only the air resistance changes. As it grows, the resultant force and with it the acceleration become smaller until both are zero. At terminal velocity she does not stop: she falls at a constant speed.',
      points: [
        {
          text: 'At first her weight is larger than the air resistance, so she accelerates downwards.',
        },
        { text: 'The faster she falls, the larger the air resistance becomes.' },
        { text: 'It grows until it is equal to her weight.' },
        { text: 'Then the resultant force is zero, and her velocity stays constant.' },
      ],
    },
  ],
});
