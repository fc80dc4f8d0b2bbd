import { stoppedTogether } from '../../prisma/agent/stoppedTogether.ts'
import { openDatabase, type Database } from '../../prisma/client.ts'
import { liftKill, pullKill, type KillTarget } from '../../prisma/killSwitches.ts'
import { err, ok, type Result } from '../../schema/errors.ts'
import type { TradeStatus } from '../../schema/trading/TradeStatus.ts'

/** The scope of a stop, as a person names it. */
export type StopTarget = { readonly user: string } | { readonly strategy: string } | 'everything'

export interface StopOrder {
  readonly target: StopTarget
  readonly squareOff: boolean
  readonly reason: string
  readonly by: string
}

/** A trade that was open when its kill switch was pulled. */
export interface StoppedTrade {
  readonly id: string
  readonly option: string
  readonly email: string
  readonly status: TradeStatus
  readonly exitPricePaise: bigint | null
  readonly netPaise: bigint | null
}

/** Pulls and lifts kill switches directly in the database, for when nothing else answers. Needs neither gateway nor engine. */
export class EmergencyStop {
  readonly #db: Database

  constructor(url: string) {
    this.#db = openDatabase(url, 'sakha kill', 1)
  }

  async close(): Promise<void> {
    await this.#db.$disconnect()
  }

  /** Pulls the switch and returns the open trades in its scope. The error names a user or strategy that does not exist. */
  async pull({ target, ...order }: StopOrder): Promise<Result<readonly StoppedTrade[], string>> {
    const found = await this.#find(target)
    if (!found.ok) return found
    await this.#db.$transaction((tx) => pullKill(tx, { ...found.value, ...order }))
    const { scope, scopeId } = found.value
    const strategyIds = scope === 'STRATEGY' ? await stoppedTogether(this.#db, scopeId) : []
    const scoped = scope === 'USER' ? { userId: scopeId } : scope === 'STRATEGY' ? { strategyId: { in: strategyIds } } : {}
    return ok(await this.#trades({ status: 'RUNNING', ...scoped }))
  }

  /** Whether there was a switch to lift. The error names a user or strategy that does not exist. */
  async lift(target: StopTarget): Promise<Result<boolean, string>> {
    const found = await this.#find(target)
    if (!found.ok) return found
    return ok(await this.#db.$transaction((tx) => liftKill(tx, found.value)))
  }

  /** The state of these trades. */
  async tradesOf(ids: readonly string[]): Promise<readonly StoppedTrade[]> {
    return this.#trades({ id: { in: [...ids] } })
  }

  async #trades(where: NonNullable<Parameters<Database['trade']['findMany']>[0]>['where'] & object): Promise<StoppedTrade[]> {
    const rows = await this.#db.trade.findMany({
      where,
      select: { id: true, option: true, status: true, exitPricePaise: true, netPaise: true, user: { select: { email: true } } },
      orderBy: { id: 'asc' },
    })
    return rows.map(({ user, ...row }) => ({ ...row, email: user.email }))
  }

  async #find(target: StopTarget): Promise<Result<KillTarget, string>> {
    if (target === 'everything') return ok({ scope: 'GLOBAL', scopeId: null })
    if ('user' in target) {
      const user = await this.#db.user.findUnique({ where: { email: target.user.trim().toLowerCase() }, select: { id: true } })
      return user ? ok({ scope: 'USER', scopeId: user.id }) : err(`there is no account ${target.user}`)
    }
    const strategy = await this.#db.strategy.findUnique({ where: { slug: target.strategy }, select: { id: true } })
    return strategy ? ok({ scope: 'STRATEGY', scopeId: strategy.id }) : err(`there is no strategy ${target.strategy}`)
  }
}
