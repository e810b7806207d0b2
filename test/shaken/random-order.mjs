import { relative } from 'node:path';
import TestSequencer from '@jest/test-sequencer';
import { drawn } from './late-answers.js';

/** The test files in an order that follows from the seed alone, and not from what earlier runs took. */
export default class RandomOrder extends TestSequencer {
  sort(tests) {
    const rank = ({ path }) => drawn(`order ${relative('.', path)}`);
    return [...tests].sort((a, b) => rank(a) - rank(b));
  }
}
