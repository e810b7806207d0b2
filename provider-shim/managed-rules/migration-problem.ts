import type { Problem } from '../../schema';

/** A problem that ends what is being done for a zone. The framework tells it as it is. */
export class MigrationProblem extends Error {
  override readonly name = 'MigrationProblem';

  constructor(private readonly problem: Problem) {
    super(problem.message);
  }

  toProblem(): Problem {
    return this.problem;
  }
}
