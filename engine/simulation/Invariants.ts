import type { MarketRules } from '../../schema/market/MarketRules.ts'
import type { PositionRule } from '../../schema/rules/PositionRule.ts'
import type { Fill } from '../trading/positions/applyUpdates.ts'
import type { Leg } from '../trading/positions/legs.ts'
import { BookingLaws } from './BookingLaws.ts'
import { EntryLaws } from './EntryLaws.ts'
import type { World } from './Evidence.ts'
import { ExitLaws } from './ExitLaws.ts'
import { OrderLaws } from './OrderLaws.ts'
import { unitsLeft } from './positionLaws.ts'
import { SendingLaws } from './SendingLaws.ts'
import { isLive, type OrderRow, type RecordsWitness, type SimulatedRecords } from './SimulatedRecords.ts'
import { TradeLaws } from './TradeLaws.ts'
import { Violations } from './Violations.ts'
import { WitnessedRows } from './WitnessedRows.ts'

/** Watches every row and every order of a simulated day, keeps a ledger of its own, and records which invariants were broken. */
export class Invariants implements RecordsWitness {
  readonly violations: Violations
  readonly rows: WitnessedRows
  readonly sending: SendingLaws
  readonly exits: ExitLaws
  readonly #booking: BookingLaws
  readonly #records: SimulatedRecords
  readonly #orders: OrderLaws
  readonly #entries: EntryLaws
  readonly #trades: TradeLaws
  /** Trades that were written since the last step ended. */
  readonly #written = new Set<string>()

  /** `records`: the books, to hold against the ledger. `positions`: what the rules say that open any, by strategy. */
  constructor(rules: MarketRules, world: World, records: SimulatedRecords, positions: ReadonlyMap<string, PositionRule>) {
    this.violations = new Violations(world.now)
    this.rows = new WitnessedRows(positions)
    this.#records = records
    const evidence = { rules, world, records, rows: this.rows, violations: this.violations }
    this.#orders = new OrderLaws(evidence)
    this.#entries = new EntryLaws(evidence)
    this.#booking = new BookingLaws(evidence)
    this.#trades = new TradeLaws(evidence)
    this.sending = new SendingLaws(evidence)
    this.exits = new ExitLaws(evidence)
  }

  onOrder(before: OrderRow | null, after: OrderRow): void {
    this.rows.putOrder(after)
    this.#written.add(after.tradeId)
    if (before) return this.#orders.checkChange(before, after)
    this.#orders.checkNew(after)
    if (after.purpose === 'ENTRY') this.#entries.check(after)
    else this.#orders.checkExit(after)
  }

  onFill(fill: Fill): void {
    this.#booking.onFill(fill)
  }

  onLeg(_before: Leg | null, after: Leg): void {
    const shown = this.rows.legOf(after.id)
    this.rows.putLeg(after)
    this.#written.add(after.tradeId)
    this.#trades.checkLeg(shown, after)
    this.#booking.checkLeg(after)
  }

  /** A new engine takes over what is in the books. */
  onRestart(): void {
    this.sending.onRestart()
    this.exits.onRestart()
    this.#booking.checkTables()
  }

  onStepEnd(): void {
    this.sending.onStepEnd()
    for (const tradeId of this.#written) this.#trades.checkTrade(tradeId)
    this.#written.clear()
  }

  /** After the close, with quotes until then. */
  checkEnd(): void {
    this.#booking.checkTables()
    for (const leg of this.#records.legs)
      if (!leg.closing) this.violations.add('END', `leg ${leg.id} is open after the close with ${unitsLeft(leg)} units`)
    for (const trade of this.#records.trades.values())
      if (!trade.closing) this.violations.add('END', `trade ${trade.id} is not over after the close`)
    for (const order of this.#records.orders)
      if (isLive(order)) this.violations.add('END', `order ${order.clientOrderId} is still ${order.status}`)
  }
}
