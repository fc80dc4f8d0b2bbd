import type { Paise } from '../../schema/money.ts'
import type { TradeMode } from '../../schema/TradeMode.ts'
import {
  BrokerError,
  type AccountKey,
  type AllowedChanges,
  type Answer,
  type BasketOrder,
  type BrokerFill,
  type BrokerOrder,
  type BrokerPosition,
  type ExecutionPort,
  type Funds,
  type MayLeave,
  type OrderByHand,
  type OrderChange,
  type OrderRequest,
  type OrderUpdate,
  type Placement,
  type WaitingByHand,
} from './port.ts'

/** Why nothing is asked at the broker. A node that is alone loses its users, too, when its lease is not renewed in time. */
const NOT_OWNED =
  'Sakha has lost its hold on this account for a moment: the lease of its engine has lapsed, or another engine works for it now'

export interface RoutedExecutionParts {
  readonly paper: ExecutionPort
  readonly live: ExecutionPort
  /** Gets the same calls as `live`, and the updates from there; its answers are ignored. */
  readonly dry: Pick<ExecutionPort, 'place' | 'modify' | 'cancel'> & { readonly onLiveUpdate: (update: OrderUpdate) => void }
  /** Whether this node owns a user at this moment. */
  readonly owns: (userId: string) => boolean
}

/**
 * The execution port of a node: paper orders are filled here, live ones go to the broker and to the dry run. Nothing is sent for a
 * live account whose user this node does not own, because its lease has lapsed or another node has taken over: ownership is checked here, and again right before the wire. Its books are not read
 * either.
 */
export class RoutedExecution implements ExecutionPort {
  readonly #parts: RoutedExecutionParts

  constructor(parts: RoutedExecutionParts) {
    this.#parts = parts
    parts.live.onUpdate((update) => parts.dry.onLiveUpdate(update))
  }

  remembers(mode: TradeMode): boolean {
    return this.#of({ mode }).remembers(mode)
  }

  allowedChanges(mode: TradeMode): AllowedChanges {
    return this.#of({ mode }).allowedChanges(mode)
  }

  async place(order: OrderRequest, mayLeave: MayLeave = always): Promise<Placement> {
    const { account } = order
    if (this.#isLost(account)) return { kind: 'busy' }
    if (account.mode === 'LIVE') void this.#parts.dry.place(order)
    return this.#of(account).place(order, this.#whileOwned(account, mayLeave))
  }

  async modify(account: AccountKey, clientOrderId: string, change: OrderChange, mayLeave: MayLeave = always): Promise<Answer> {
    if (this.#isLost(account)) return { kind: 'busy' }
    if (account.mode === 'LIVE') void this.#parts.dry.modify(account, clientOrderId, change)
    return this.#of(account).modify(account, clientOrderId, change, this.#whileOwned(account, mayLeave))
  }

  async cancel(account: AccountKey, clientOrderId: string, reason: string, mayLeave: MayLeave = always): Promise<Answer> {
    if (this.#isLost(account)) return { kind: 'busy' }
    if (account.mode === 'LIVE') void this.#parts.dry.cancel(account, clientOrderId, reason)
    return this.#of(account).cancel(account, clientOrderId, reason, this.#whileOwned(account, mayLeave))
  }

  async orders(account: AccountKey): Promise<readonly BrokerOrder[]> {
    return this.#owned(account).orders(account)
  }

  async fills(account: AccountKey): Promise<readonly BrokerFill[]> {
    return this.#owned(account).fills(account)
  }

  async positions(account: AccountKey): Promise<readonly BrokerPosition[]> {
    return this.#owned(account).positions(account)
  }

  async funds(account: AccountKey): Promise<Funds> {
    return this.#owned(account).funds(account)
  }

  async margin(account: AccountKey, basket: readonly BasketOrder[]): Promise<Paise> {
    return this.#owned(account).margin(account, basket)
  }

  onUpdate(listener: (update: OrderUpdate) => void): () => void {
    const { paper, live } = this.#parts
    const forget = [paper.onUpdate(listener), live.onUpdate(listener)]
    return () => forget.forEach((each) => each())
  }

  onByHand(listener: (account: AccountKey, order: OrderByHand) => void): () => void {
    return this.#parts.live.onByHand(listener)
  }

  waitingByHand(account: AccountKey): readonly WaitingByHand[] {
    return this.#isLost(account) ? [] : this.#of(account).waitingByHand(account)
  }

  #of({ mode }: Pick<AccountKey, 'mode'>): ExecutionPort {
    const { paper, live } = this.#parts
    return mode === 'LIVE' ? live : paper
  }

  /** Throws a BrokerError for a live account whose user this node does not own. */
  #owned(account: AccountKey): ExecutionPort {
    if (this.#isLost(account)) throw new BrokerError('refused', NOT_OWNED)
    return this.#of(account)
  }

  #isLost({ userId, mode }: AccountKey): boolean {
    return mode === 'LIVE' && !this.#parts.owns(userId)
  }

  #whileOwned(account: AccountKey, mayLeave: MayLeave): MayLeave {
    return () => !this.#isLost(account) && mayLeave()
  }
}

function always(): boolean {
  return true
}
