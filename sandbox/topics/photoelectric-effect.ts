// A sample topic: the photoelectric effect.
import { mistake, right, sampleTopic, wrong } from './sample-topic.ts';

export const photoelectricEffect = sampleTopic({
  name: 'The photoelectric effect',
  course: 'a-level',
  reference: '3.2.2.1',
  videos: [
    ['What was seen', 6],
    ['Photons', 5],
    ['hf = φ + Ek', 8],
  ],
  before: [
    {
      kind: 'number',
      text: String.raw`Light of wavelength $400\,\mathrm{nm}$ falls on a metal with a work function of $2.3\,\mathrm{eV}$. What is the maximum kinetic energy of the photoelectrons, in electronvolts?

Use $h = 6.63 \times 10^{-34}\,\mathrm{J\,s}$, $c = 3.00 \times 10^8\,\mathrm{m\,s^{-1}}$ and $e = 1.60 \times 10^{-19}\,\mathrm{C}$.`,
      hint: String.raw`Find the energy of one photon in joules, turn it into electronvolts, and only then use $hf = \phi + E_\mathrm{k(max)}$.`,
      explanation: String.raw`$$\begin{aligned} \frac{hc}{\lambda} &= \frac{6.63 \times 10^{-34} \times 3.00 \times 10^8}{400 \times 10^{-9}} \\ &= 4.97 \times 10^{-19}\,\mathrm{J} = 3.11\,\mathrm{eV} \end{aligned}$$

$$\begin{aligned} E_\mathrm{k(max)} &= hf - \phi \\ &= 3.11\,\mathrm{eV} - 2.3\,\mathrm{eV} = 0.81\,\mathrm{eV} \end{aligned}$$`,
      value: '0.81',
      unit: 'eV',
      tolerance_percent: 2,
      known: [
        mistake(
          '3.1',
          String.raw`This is the energy of the photon. The electron spends $2.3\,\mathrm{eV}$ of it on leaving the metal.`,
          'Work function not subtracted',
        ),
        mistake(
          '5.4',
          'You added the work function. It is what the electron *loses* as it leaves the metal.',
          'Work function added',
        ),
      ],
    },
    {
      kind: 'choice',
      text: 'Light above the threshold frequency falls on a metal. Its intensity is doubled, and its frequency stays the same. What happens to the photoelectrons?',
      hint: 'Does a brighter light of the same frequency have larger photons, or more of them?',
      explanation: String.raw`At the same frequency, twice the intensity is twice as many photons a second, each with the same energy $hf$. One photon frees at most one electron, so the rate doubles. The maximum kinetic energy $hf - \phi$ does not contain the intensity.`,
      choices: [
        right(
          'Twice as many a second, with the same maximum kinetic energy',
          'Yes: more photons, but each of them the same.',
        ),
        wrong(
          'As many a second, with a larger maximum kinetic energy',
          'That is what the wave model predicts: a brighter wave would shake electrons harder. Experiments show otherwise.',
          'Brighter light gives each electron more energy',
        ),
        wrong(
          'More a second, with a larger maximum kinetic energy',
          'More photons do free more electrons. But each electron absorbs a single photon, whose energy has not changed.',
        ),
        wrong(
          'No change in number or in maximum kinetic energy',
          'Twice as many photons arrive each second, and they free twice as many electrons.',
        ),
      ],
    },
  ],
  live: [
    {
      kind: 'points',
      text: 'Why can the wave model of light not explain that there is a threshold frequency? And how do photons explain it?',
      hint: 'Say what the wave model predicts for weak or red light, what is seen, and what a single electron absorbs.',
      explanation: String.raw`The threshold frequency follows from $hf_0 = \phi$. Below it no single photon has enough energy, and it makes no difference how many there are. Above it, electrons come out at once even in the dimmest light: nothing has to be saved up.`,
      points: [
        {
          text: 'A wave brings energy continuously, so electrons should collect enough at any frequency if they are given time.',
        },
        { text: 'But below the threshold frequency nothing comes out, however bright the light.' },
        { text: String.raw`A photon carries its energy $hf$ in one packet.` },
        {
          text: String.raw`One electron absorbs one photon, so $hf$ must be at least the work function $\phi$.`,
        },
      ],
    },
  ],
});
