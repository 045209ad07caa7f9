// The folder of the project, which the server runs in as sources or as a bundle of its build.
import { findPackageJSON } from 'node:module';
import path from 'node:path';

export const PROJECT = path.dirname(findPackageJSON(import.meta.url) ?? '');
