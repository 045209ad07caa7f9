// A sample topic: current, resistance and potential difference.
import { mistake, right, sampleTopic, wrong } from './sample-topic.ts';

export const resistance = sampleTopic({
  name: 'Current, resistance and potential difference',
  course: 'gcse',
  reference: '4.2.1.3',
  videos: [
    ['Charge and current', 5],
    ['Resistance', 6],
    ['I-V graphs', 7],
  ],
  before: [
    {
      kind: 'number',
      text: String.raw`The potential difference across a resistor is $6.0\,\mathrm{V}$ and the current through it is $0.25\,\mathrm{A}$. What is its resistance? Give the unit.`,
      hint: String.raw`Start from $V = IR$ and solve for $R$ before you put in numbers.`,
      explanation: String.raw`$$R = \frac{V}{I} = \frac{6.0\,\mathrm{V}}{0.25\,\mathrm{A}} = 24\,\Omega$$

Each ampere through this resistor needs $24\,\mathrm{V}$.`,
      value: '24',
      unit: 'Ω',
      unit_asked: true,
      known: [
        mistake(
          '1.5',
          String.raw`You multiplied $V$ by $I$. That gives the power in watts. Divide instead.`,
          'Multiplied V and I',
        ),
        mistake(
          '0.0417',
          String.raw`You divided the current by the potential difference. It is the other way round: $R = V/I$.`,
          'Divided I by V',
        ),
      ],
    },
    {
      kind: 'choice',
      text: 'A resistor of fixed resistance stays at the same temperature. The potential difference across it is doubled. What happens to the current?',
      hint: String.raw`In $V = IR$ the resistance stays the same.`,
      explanation: String.raw`With $I = V/R$ and a fixed $R$, current and potential difference are directly proportional. On a graph of $I$ against $V$ this is a straight line through the origin.`,
      choices: [
        right(
          'It doubles.',
          'Yes. At constant resistance, twice the push gives twice the current.',
        ),
        wrong(
          'It halves.',
          'Current and *resistance* change in opposite ways. Current and potential difference change together.',
          'Current is inversely proportional to p.d.',
        ),
        wrong(
          'It stays the same.',
          'A supply does not send out a fixed current. How much flows depends on the potential difference and on the resistance.',
          'The supply fixes the current',
        ),
        wrong(
          'It becomes four times as large.',
          'The *power* becomes four times as large, because current and potential difference both double.',
        ),
      ],
    },
  ],
  live: [
    {
      kind: 'choice',
      several: true,
      text: 'Which of these changes, each by itself, raise the resistance of a metal wire?',
      hint: 'Think of electrons that make their way between the ions of the metal.',
      explanation: String.raw`Electrons collide with more ions on a longer way, and more often when the ions of a hot metal vibrate more. A thicker wire gives them more room. The potential difference changes the current but not the ratio $R = V/I$, as long as the temperature stays the same.`,
      choices: [
        right('The wire is made longer.', 'Yes: twice the length has twice the resistance.'),
        right(
          'The wire gets hotter.',
          'Yes: the ions vibrate more, and electrons collide with them more often.',
        ),
        wrong(
          'The wire is made thicker.',
          'A thicker wire gives the electrons more ways through, so its resistance falls.',
          'A thicker wire has more resistance',
        ),
        wrong(
          'The potential difference is doubled, and the temperature stays the same.',
          'The current doubles as well, so the ratio of the two stays the same.',
          'Resistance depends on the p.d.',
        ),
      ],
    },
  ],
});
