import { SECOND } from '../../../../schema/time.ts'
import type { OrderCallKind } from '../../../../schema/trading/orderBudget.ts'
import type { OrderUrgency } from '../../OrderBudget.ts'
import { failpoint } from '../../../runtime/failpoint.ts'
import { BrokerError, type MayLeave } from '../../port.ts'
import { ENDPOINTS, type Endpoint } from '../endpoints.ts'
import type { SmartApiHttp } from '../SmartApiHttp.ts'
import type { SessionTokens } from '../SmartApiSignOn.ts'
import { UnsentError } from '../UnsentError.ts'
import type { LiveAccount } from './LiveAccount.ts'
import type { OrderAllowance } from './OrderAllowance.ts'
import { readOrderAnswer, type OrderAnswer } from './readOrderAnswer.ts'

/** How long nothing is sent after the broker reported too many calls. */
const PAUSE = SECOND

export type CallOutcome = Exclude<OrderAnswer, { readonly kind: 'signedOut' }>

/**
 * The calls that place, change and cancel orders of one account. None is sent twice, except for one retry after a session renewal, when
 * the broker reported a sign-out.
 */
export class OrderCalls {
  readonly #account: LiveAccount
  readonly #http: SmartApiHttp
  readonly #allowance: OrderAllowance
  readonly #onCall: (kind: OrderCallKind) => void
  #pausedUntil = -Infinity

  /** `onCall` is called with each call that is sent, at that moment. */
  constructor(account: LiveAccount, http: SmartApiHttp, allowance: OrderAllowance, onCall: (kind: OrderCallKind) => void) {
    this.#account = account
    this.#http = http
    this.#allowance = allowance
    this.#onCall = onCall
  }

  /** Never rejects. `mayLeave` decides last, however long the call waited for its turn or for a session. */
  async send(endpoint: Endpoint, body: unknown, urgency: OrderUrgency, mayLeave: MayLeave = always): Promise<CallOutcome> {
    try {
      const tokens = await this.#account.tokens()
      const answer = await this.#try(endpoint, body, urgency, mayLeave, tokens)
      if (answer.kind !== 'signedOut') return answer
      const again = await this.#try(endpoint, body, urgency, mayLeave, await this.#account.renew(tokens))
      return again.kind === 'signedOut' ? signedOut(again.code, again.message) : again
    } catch (error) {
      // Of the session: no order is under way when that is renewed.
      if (!(error instanceof BrokerError)) throw error
      return error.kind === 'auth' || error.kind === 'refused' ? signedOut(error.brokerCode, error.message) : { kind: 'busy' }
    }
  }

  async #try(endpoint: Endpoint, body: unknown, urgency: OrderUrgency, mayLeave: MayLeave, tokens: SessionTokens): Promise<OrderAnswer> {
    if (performance.now() < this.#pausedUntil) return { kind: 'busy' }
    const answered = await this.#allowance.take(urgency)
    if (!answered) return { kind: 'busy' }
    try {
      if (!mayLeave()) return { kind: 'busy' }
      this.#onCall(kindOf(endpoint, urgency))
      const raw = await this.#http.send(endpoint, body, tokens.jwt)
      failpoint('after-order-call')
      const answer = readOrderAnswer(raw)
      if (answer.kind === 'busy') this.#pausedUntil = performance.now() + PAUSE
      return answer
    } catch (error) {
      if (error instanceof UnsentError) return error.kind === 'refused' ? signedOut(null, error.message) : { kind: 'busy' }
      if (error instanceof BrokerError) return { kind: 'unknown', reason: error.message, doubt: 'unanswered' }
      throw error
    } finally {
      answered()
    }
  }
}

function always(): boolean {
  return true
}

function kindOf(endpoint: Endpoint, urgency: OrderUrgency): OrderCallKind {
  if (endpoint === ENDPOINTS.placeOrder) return urgency
  return endpoint === ENDPOINTS.modifyOrder ? 'CHANGE' : 'CANCELLATION'
}

function signedOut(code: string | null, message: string) {
  return { kind: 'refused', code, message: `the broker connection is not signed in: ${message}` } as const
}
