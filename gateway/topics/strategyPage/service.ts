import type { Database } from '../../../prisma/client.ts'
import type { StrategyPage } from '../../../schema/graphql/strategyPage.ts'
import { parseInput } from '../../kit/parseInput.ts'
import type { Principal } from '../../kit/Principal.ts'
import { subscriptionIdInput } from '../strategies/input.ts'
import { viewerOf } from '../strategies/visibleTo.ts'
import { readStrategyPage } from './readStrategyPage.ts'

/** Everything about one strategy: its rules, versions, record and latest backtest. */
export class StrategyPageService {
  readonly #db: Database
  constructor(db: Database) {
    this.#db = db
  }

  /** A strategy's page; admins see those of private and inactive ones too. Throws NOT_FOUND for one the caller may not see. */
  async page(caller: Principal, input: unknown): Promise<StrategyPage> {
    const { id } = parseInput(subscriptionIdInput, input)
    return readStrategyPage(this.#db, { ...viewerOf(caller), id })
  }
}
