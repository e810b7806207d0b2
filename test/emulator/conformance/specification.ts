import type { RowOf, TableId } from './specification-rows';
import { TABLES } from './specification-rows';

/** Adds a test for a row. A row may have several. */
export type Row<Id extends TableId> = (name: RowOf<Id>, sentence: string, check: () => Promise<void>) => void;

/** The part of the specification that a file of tests is for. */
export interface Specified<Ids extends TableId> {
  /** The tests of one table. */
  table<Id extends Ids>(id: Id, title: string, define: (row: Row<Id>) => void): void;
  /** Adds the test that every row of every table has a test. It comes last. */
  complete(): void;
}

/** Begins the tests of these tables. */
export function specification<Ids extends TableId>(...ids: readonly Ids[]): Specified<Ids> {
  const tested = new Map<string, Set<string>>(ids.map((id) => [id, new Set()]));
  return {
    table: (id, title, define) => {
      describe(`${id} ${title}`, () => {
        define((name, sentence, check) => {
          tested.get(id)?.add(name);
          test(`spec ${id}, row ${name}: ${sentence}`, check);
        });
      });
    },
    complete: () => {
      test(`spec ${ids.join(', ')}: every row has a test, and every test a row`, () => {
        const rows = ids.flatMap((id) => TABLES[id].map((name) => `${id}, ${name}`));
        const tests = [...tested].flatMap(([id, names]) => [...names].map((name) => `${id}, ${name}`));
        expect(tests.sort()).toEqual(rows.sort());
      });
    },
  };
}
