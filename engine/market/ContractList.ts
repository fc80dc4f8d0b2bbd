import type { Logger } from 'pino'
import type { IsoDate } from '../../schema/time.ts'
import { instrumentId } from '../broker/instrumentId.ts'
import type { OptionContract } from '../broker/port.ts'
import { failpoint } from '../runtime/failpoint.ts'

/** The option contracts listed now, reread each market day. */
export class ContractList {
  readonly #load: () => Promise<readonly OptionContract[]>
  readonly #log: Logger
  #contracts: readonly OptionContract[] = []
  /** By instrumentId(). */
  #symbols: ReadonlyMap<string, string> = new Map()
  #readFor: IsoDate | null = null
  #reading: Promise<void> | null = null

  constructor(load: () => Promise<readonly OptionContract[]>, log: Logger) {
    this.#load = load
    this.#log = log
  }

  /** Until a new day’s list is read, the last one stands. */
  get contracts(): readonly OptionContract[] {
    return this.#contracts
  }

  /** The trading symbol of a listed contract, by instrumentId(). */
  symbolOf(instrument: string): string | null {
    return this.#symbols.get(instrument) ?? null
  }

  /** How many are listed for a market day; 0 until its list has been read. */
  countFor(date: IsoDate): number {
    return this.#readFor === date ? this.#contracts.length : 0
  }

  /** Reads the list of a market day, once. Rejects when it cannot be read; call again to retry. */
  async readFor(date: IsoDate): Promise<void> {
    if (this.#readFor === date) return
    this.#reading ??= this.#read(date).finally(() => (this.#reading = null))
    await this.#reading
  }

  async #read(date: IsoDate): Promise<void> {
    this.#contracts = await this.#load()
    this.#symbols = new Map(this.#contracts.map((contract) => [instrumentId(contract), contract.tradingSymbol]))
    failpoint('mid-day-roll')
    this.#readFor = date
    this.#log.info({ date, contracts: this.#contracts.length }, 'contracts read')
  }
}
