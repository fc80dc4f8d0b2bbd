import type { Database, Pool } from '../../../prisma/client.ts'
import { Prisma } from '../../../prisma/generated/client.ts'
import { readUntil } from '../../../prisma/readUntil.ts'
import { UserFacingError } from '../../../schema/errors.ts'
import type { PerformanceCell, SharedPerformanceCell } from '../../../schema/graphql/performance.ts'
import { LIMITS } from '../../../schema/limits.ts'
import { mayAnalyse } from '../../../schema/roles.ts'
import { addDays, istDate, type Instant } from '../../../schema/time.ts'
import { parseInput } from '../../kit/parseInput.ts'
import type { Principal } from '../../kit/Principal.ts'
import { SharedReads } from '../../kit/SharedReads.ts'
import { ownCells, sharedCells } from './cellsSql.ts'
import { performanceInput, TOO_MANY } from './input.ts'

/**
 * Results of closed trades by group: of one user, or of all users where enough of them have a part.
 * Raw SQL: sums by what the caller names.
 */
export class PerformanceService {
  readonly #db: Database
  readonly #wholePool: Pool
  readonly #reads = new SharedReads<SharedPerformanceCell[]>()
  constructor(db: Database, wholePool: Pool) {
    this.#db = db
    this.#wholePool = wholePool
  }

  /** The user's own cells, in the order of what they are grouped by. Throws BAD_USER_INPUT, also for more than fit. */
  async own(userId: string, input: unknown): Promise<PerformanceCell[]> {
    return fitting(await this.#db.$queryRaw<PerformanceCell[]>(limited(this.ownStatement(userId, input))))
  }

  /** All users' cells, none of fewer than twenty users. Throws FORBIDDEN for other roles, BAD_USER_INPUT, ReadTooLong after `deadline`. */
  async ofAll(caller: Pick<Principal, 'role'>, input: unknown, deadline: Instant): Promise<SharedPerformanceCell[]> {
    const now = Date.now()
    const statement = limited(this.ofAllStatement(caller, input, now))
    const asOf = addDays(istDate(now), -1)
    return this.#reads.read(JSON.stringify([statement.text, statement.values]), async () => {
      const cells = await readUntil<Omit<SharedPerformanceCell, 'asOf'>>(this.#wholePool, statement, deadline)
      return fitting(cells.map((cell) => ({ ...cell, asOf })))
    })
  }

  /** The rows of `own`, however many. Throws BAD_USER_INPUT at once. */
  ownStatement(userId: string, input: unknown): Prisma.Sql {
    return ownCells(userId, parseInput(performanceInput, input))
  }

  /** The rows of `ofAll`, however many. Throws FORBIDDEN, BAD_USER_INPUT at once. */
  ofAllStatement({ role }: Pick<Principal, 'role'>, input: unknown, now: Instant = Date.now()): Prisma.Sql {
    if (!mayAnalyse(role)) throw new UserFacingError('FORBIDDEN', 'Only analysts and admins may read figures over all users.')
    return sharedCells(parseInput(performanceInput, input), now)
  }
}

const limited = (cells: Prisma.Sql) => Prisma.sql`SELECT * FROM (${cells}) cells LIMIT ${LIMITS.performance.cells + 1}`

function fitting<Cell>(cells: Cell[]): Cell[] {
  if (cells.length > LIMITS.performance.cells) throw new UserFacingError('BAD_USER_INPUT', TOO_MANY)
  return cells
}
