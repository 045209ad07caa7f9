// Where the bundle of a build begins.
import { setSourceMapsSupport } from 'node:module';

// So that stack traces name the sources of what is loaded next.
setSourceMapsSupport(true);
void import('./main.ts').then(({ runServer }) => runServer());
