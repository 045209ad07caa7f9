// A sample topic: interference.
import { mistake, right, sampleTopic, wrong } from './sample-topic.ts';

export const interference = sampleTopic({
  name: 'Interference',
  course: 'a-level',
  reference: '3.3.2.1',
  videos: [
    ['Coherence', 5],
    ['Path difference', 6],
    ["Young's fringes", 8],
  ],
  before: [
    {
      kind: 'number',
      text: String.raw`Laser light of wavelength $650\,\mathrm{nm}$ passes through two slits $0.250\,\mathrm{mm}$ apart. A screen is $2.40\,\mathrm{m}$ away. What is the fringe spacing? Give the unit and a sensible number of significant figures.`,
      hint: String.raw`Turn all lengths into metres and use $w = \frac{\lambda D}{s}$. Which length is $D$ and which is $s$?`,
      explanation: String.raw`$$\begin{aligned} w &= \frac{\lambda D}{s} = \frac{650 \times 10^{-9} \times 2.40}{0.250 \times 10^{-3}} \\ &= 6.24 \times 10^{-3}\,\mathrm{m} = 6.24\,\mathrm{mm} \end{aligned}$$

All data have three significant figures, so give three, or two.`,
      value: '6.24e-3',
      unit: 'm',
      unit_asked: true,
      figures: { min: 2, max: 3 },
      known: [
        mistake(
          '6.77e-11',
          String.raw`Smaller than an atom: you have swapped $s$ and $D$. The distance to the screen belongs above the line.`,
          's and D swapped',
        ),
        mistake(
          '3.12e-3',
          'This is half of the spacing, from a bright fringe to the dark one beside it. Fringe spacing is measured between neighbouring bright fringes.',
          'Half of a spacing',
        ),
        mistake(
          '1.25e-2',
          'This is two spacings, between the first bright fringes on either side of the centre.',
          'Two spacings',
        ),
      ],
    },
    {
      kind: 'choice',
      text: 'Light passes through two slits and makes fringes on a screen. Which change moves the fringes further apart?',
      hint: String.raw`Look at $w = \frac{\lambda D}{s}$: what has to grow, and what has to shrink?`,
      explanation: String.raw`In $w = \frac{\lambda D}{s}$ the spacing grows with the wavelength and with the distance to the screen, and shrinks when the slits are further apart. The brightness is not in it.`,
      choices: [
        right('Moving the screen further away', String.raw`Yes: $w$ is proportional to $D$.`),
        wrong(
          'Moving the slits further apart',
          String.raw`$s$ is below the line, so wider apart slits bring the fringes *closer* together.`,
          'Slits further apart, fringes further apart',
        ),
        wrong(
          'Using blue light instead of red',
          'Blue light has the shorter wavelength, so its fringes are closer together.',
          'A shorter wavelength spreads the fringes',
        ),
        wrong(
          'Using brighter light of the same colour',
          'The bright fringes become brighter, but they stay where they are.',
        ),
      ],
    },
  ],
  live: [
    {
      kind: 'choice',
      several: true,
      text: 'What must two sources have in common, or between them, to be coherent?',
      hint: 'Coherence is about whether the pattern stands still, not about how clear it is.',
      explanation:
        'Two sources are coherent if they have the same frequency and a constant phase difference. Then the path difference alone decides where waves add up and where they cancel, and the pattern stays in place. Equal amplitudes make the dark fringes darker, but they are not needed.',
      choices: [
        right(
          'The same frequency',
          'Yes. Otherwise the phase difference would change all the time.',
        ),
        right(
          'A constant phase difference',
          'Yes. It may have any value as long as it stays the same.',
        ),
        wrong(
          'The same amplitude',
          'With different amplitudes the waves do not cancel completely, but the fringes stay where they are.',
          'Coherent means equal in amplitude',
        ),
        wrong(
          'No phase difference',
          'Sources in phase are coherent, but so are sources in antiphase, or anything between, as long as it does not change.',
          'Coherent means in phase',
        ),
      ],
    },
  ],
});
