import { paise, type Paise } from '../../../schema/money.ts'
import type {
  AllowedChanges,
  Answer,
  BasketOrder,
  BrokerFill,
  BrokerOrder,
  BrokerPosition,
  ExecutionPort,
  MayLeave,
  OptionContract,
  OrderChange,
  OrderRequest,
  Placement,
  WaitingByHand,
} from '../../broker/port.ts'

/** A broker that records its calls and gives scripted answers. For tests. */
export class ScriptedBroker implements ExecutionPort {
  isLasting = false
  /** Units that the account holds of the contract. */
  held = 0
  /** The answer to changes and cancellations. */
  answer: Answer = { kind: 'accepted' }
  allowed: AllowedChanges = { stopIntoLimit: true, most: 25 }
  placement: Placement = { kind: 'accepted', brokerOrderId: 'b1' }
  book: BrokerOrder[] = []
  trades: BrokerFill[] = []
  looks = 0
  /** Why its books cannot be read; null: they can. */
  unreadable: Error | null = null
  fundsAsked = 0
  /** What the account may spend, and what a basket takes. */
  available = paise(1_00_000_00)
  needed = paise(0)
  /** What a basket takes, where that depends on it. */
  marginOf: ((basket: readonly BasketOrder[]) => Paise) | null = null
  readonly placed: OrderRequest[] = []
  /** Whether the order that was placed last may still leave. */
  mayLeave: MayLeave = () => true
  readonly #contract: OptionContract
  readonly changes: (OrderChange & { readonly clientOrderId: string })[] = []
  readonly cancelled: string[] = []

  /** `contract`: what the account may hold. */
  constructor(contract: OptionContract) {
    this.#contract = contract
  }

  remembers() {
    return this.isLasting
  }
  allowedChanges() {
    return this.allowed
  }
  place(order: OrderRequest, mayLeave: MayLeave): Promise<Placement> {
    this.placed.push(order)
    this.mayLeave = mayLeave
    return Promise.resolve(this.placement)
  }
  modify(_account: unknown, clientOrderId: string, change: OrderChange): Promise<Answer> {
    this.changes.push({ clientOrderId, ...change })
    return Promise.resolve(this.answer)
  }
  cancel(_account: unknown, clientOrderId: string): Promise<Answer> {
    this.cancelled.push(clientOrderId)
    return Promise.resolve(this.answer)
  }
  orders() {
    this.looks++
    return this.unreadable ? Promise.reject(this.unreadable) : Promise.resolve(this.book)
  }
  fills() {
    return Promise.resolve(this.trades)
  }
  positions(): Promise<readonly BrokerPosition[]> {
    return Promise.resolve([{ contract: this.#contract, product: 'INTRADAY', netQuantity: this.held }])
  }
  funds() {
    this.fundsAsked++
    return Promise.resolve({ available: this.available, blocked: paise(0) })
  }
  margin(_account: unknown, basket: readonly BasketOrder[]) {
    return Promise.resolve(this.marginOf?.(basket) ?? this.needed)
  }
  onUpdate = () => () => undefined
  onByHand = () => () => undefined
  /** What the account's owner has waiting by hand. */
  byHand: readonly WaitingByHand[] = []
  waitingByHand = () => this.byHand
}
