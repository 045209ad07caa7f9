// A sample topic: electromotive force and internal resistance.
import { mistake, right, sampleTopic, wrong } from './sample-topic.ts';

export const internalResistance = sampleTopic({
  name: 'Electromotive force and internal resistance',
  course: 'a-level',
  reference: '3.5.1.6',
  videos: [
    ['What a cell does', 5],
    ['Lost volts', 6],
    ['The graph', 7],
  ],
  before: [
    {
      kind: 'number',
      text: String.raw`A cell of emf $1.50\,\mathrm{V}$ and internal resistance $0.50\,\Omega$ is connected to a resistor of $2.50\,\Omega$. What is the terminal potential difference of the cell?`,
      hint: 'Find the current first. The same current flows through both resistances, one after the other.',
      explanation: String.raw`$$I = \frac{\varepsilon}{R + r} = \frac{1.50\,\mathrm{V}}{2.50\,\Omega + 0.50\,\Omega} = 0.50\,\mathrm{A}$$

$$V = IR = 0.50\,\mathrm{A} \times 2.50\,\Omega = 1.25\,\mathrm{V}$$

The other $0.25\,\mathrm{V}$ are lost volts, $Ir$.`,
      value: '1.25',
      unit: 'V',
      known: [
        mistake(
          '1.50',
          'This is the emf. While a current flows, some of it is spent on the internal resistance.',
          'Internal resistance ignored',
        ),
        mistake(
          '0.25',
          String.raw`These are the lost volts, $Ir$. The terminal p.d. is what is left for the resistor.`,
          'Lost volts instead of the terminal p.d.',
        ),
      ],
    },
    {
      kind: 'choice',
      text: 'A cell with internal resistance lights a lamp. More lamps are connected in parallel. What happens to the terminal potential difference of the cell?',
      hint: String.raw`What happens to the current from the cell? Then look at $V = \varepsilon - Ir$.`,
      explanation: String.raw`Each lamp in parallel lowers the resistance of the circuit, so the current from the cell grows. With it the lost volts $Ir$ grow, and $V = \varepsilon - Ir$ falls: all the lamps become a little dimmer.`,
      choices: [
        right(
          'It falls, because the larger current means more lost volts.',
          String.raw`Yes: $V = \varepsilon - Ir$, and $I$ has grown.`,
        ),
        wrong(
          'It stays the same.',
          'The *emf* stays the same. The terminal p.d. does only if there is no internal resistance.',
          'A cell gives a fixed terminal p.d.',
        ),
        wrong(
          'It rises, because more lamps draw more voltage.',
          'More lamps draw more *current*. Voltage is not drawn from a cell.',
          'More lamps draw more voltage',
        ),
        wrong(
          'It falls to zero.',
          'That happens only if the terminals are joined by a wire with no resistance. The lamps still have some.',
        ),
      ],
    },
  ],
  live: [
    {
      kind: 'number',
      text: String.raw`The terminal p.d. of a cell is plotted against its current. The straight line meets the voltage axis at $1.52\,\mathrm{V}$ and passes through $1.12\,\mathrm{V}$ at $0.80\,\mathrm{A}$. What is the internal resistance of the cell? Give the unit.`,
      hint: String.raw`Compare $V = \varepsilon - Ir$ with $y = mx + c$.`,
      explanation: String.raw`$V = -rI + \varepsilon$ is a straight line with gradient $-r$:

$$r = \frac{1.52\,\mathrm{V} - 1.12\,\mathrm{V}}{0.80\,\mathrm{A}} = \frac{0.40\,\mathrm{V}}{0.80\,\mathrm{A}} = 0.50\,\Omega$$`,
      value: '0.50',
      unit: 'Ω',
      unit_asked: true,
      known: [
        mistake(
          '1.4',
          String.raw`You divided $V$ by $I$. That is the resistance of the rest of the circuit at this point, not of the cell.`,
          'V divided by I',
        ),
        mistake(
          '1.9',
          String.raw`You divided the emf by $I$. That is the resistance of the whole circuit, $R + r$.`,
          'Emf divided by I',
        ),
      ],
    },
  ],
});
