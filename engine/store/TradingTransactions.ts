import { openDatabase, openLane, openPool, type Database, type Pool } from '../../prisma/client.ts'
import { inTransaction, type Statements } from '../../prisma/inTransaction.ts'
import type { AllowLive } from '../../schema/allowLive.ts'
import type { IndexSymbol } from '../../schema/market/indices.ts'
import type { MarketRules } from '../../schema/market/MarketRules.ts'
import { istDate, type Instant } from '../../schema/time.ts'
import type { TradeMode } from '../../schema/TradeMode.ts'
import { accountsOf } from './accounts.ts'
import { heldPartitions, ownPartitions, type HeldLeases } from '../cluster/heldPartitions.ts'
import { KnownEntries } from './KnownEntries.ts'

export interface StoreParts {
  readonly databaseUrl: string
  /** The broker port's marketId, whose candles, signals and trades these are. */
  readonly market: string
  /** The users it reads and writes: a node that lost a lease writes nothing more for the lease's users. */
  readonly leases: HeldLeases
  readonly rules: () => MarketRules
  /** Nobody may trade live without it. */
  readonly allowLive?: AllowLive | undefined
}

/** The transactions of one engine node on what is traded, and what they share. */
export class TradingTransactions {
  readonly pool: Pool
  /** For exits only: they wait for no other work here. */
  readonly exits: Pool
  readonly db: Database
  readonly market: string
  readonly leases: HeldLeases
  readonly rules: () => MarketRules
  readonly allowLive: AllowLive
  readonly known: KnownEntries

  constructor({ databaseUrl, market, leases, rules, allowLive = 'NOBODY' }: StoreParts) {
    this.pool = openPool(databaseUrl, 'trading')
    this.db = openDatabase(this.pool)
    this.exits = openLane(databaseUrl, 'exits')
    this.market = market
    this.leases = leases
    this.rules = rules
    this.allowLive = allowLive
    this.known = new KnownEntries(market)
  }

  async close(): Promise<void> {
    await this.db.$disconnect()
    await Promise.all([this.pool.end(), this.exits.end()])
  }

  /** `job` may write only for users of the partitions it receives. Rejects with LeasesLapsed while the node has none. */
  async write<T>(job: (tx: Statements, partitions: readonly number[]) => Promise<T>): Promise<T> {
    return inTransaction(this.pool, async (tx) => job(tx, await heldPartitions(tx, this.leases)))
  }

  /** The partitions whose users this node trades for, as far as it knows. Throws LeasesLapsed while there are none. */
  partitions(): number[] {
    return ownPartitions(this.leases)
  }

  /** The freeze quantities of the market day of an instant. */
  freezeAt(at: Instant): (index: IndexSymbol) => number {
    const [rules, date] = [this.rules(), istDate(at)]
    return (index) => rules.freezeFor(index, date)
  }

  /** The accounts of owners by mode and user, each in the mode it is of. `now`: market time. */
  async accountsOf(tx: Statements, owned: readonly { readonly userId: string; readonly mode: TradeMode }[], now: Instant) {
    const usersOf = (mode: TradeMode) => owned.flatMap((each) => (each.mode === mode ? each.userId : []))
    return {
      PAPER: await accountsOf(tx, this.market, usersOf('PAPER'), now),
      LIVE: await accountsOf(tx, this.market, usersOf('LIVE'), now, 'LIVE'),
    }
  }
}
