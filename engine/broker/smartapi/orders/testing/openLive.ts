import { pino } from 'pino'
import { OPTION_TICK } from '../../../../../schema/money.ts'
import type { Instant } from '../../../../../schema/time.ts'
import type { SandboxAccount } from '../../../../sandbox/accounts/loadAccount.ts'
import { contractOfToken } from '../../../../sandbox/options/optionContract.ts'
import type { SessionTokens as SandboxTokens } from '../../../../sandbox/accounts/Sessions.ts'
import type { OpenSandbox } from '../../../../sandbox/testing/openSandbox.ts'
import { OrderCallLog, type OrderCall } from '../../../OrderCallLog.ts'
import type { AccountKey, OptionContract, OrderRequest, OrderUpdate } from '../../../port.ts'
import { orderRequestOf } from '../../../testing/orderRequestOf.ts'
import type { SessionTokens } from '../../SmartApiSignOn.ts'
import type { LiveAccount } from '../LiveAccount.ts'
import { SmartApiExecution } from '../SmartApiExecution.ts'

/** A sandbox account as a user's connection; signs in when first asked, and again when renewed. For tests. */
export function liveAccount(sandbox: OpenSandbox, account: SandboxAccount): LiveAccount & { readonly signIns: () => number } {
  let tokens: Promise<SessionTokens> | null = null
  let signIns = 0
  const signIn = () => {
    signIns++
    return sandbox.signIn(account).then(namedAsHere)
  }
  return {
    ...{ apiKey: account.apiKey, clientCode: account.clientCode, signIns: () => signIns },
    tokens: () => (tokens ??= signIn()),
    renew: async (refused) => {
      if ((await tokens) === refused) tokens = signIn()
      return (tokens ??= signIn())
    },
  }
}

/** An execution on a sandbox: `LIVE` accounts by client code. `limitFactor` as the sandbox's limits are scaled. For tests. */
export function openLive(sandbox: OpenSandbox, limitFactor: number, Execution: typeof SmartApiExecution = SmartApiExecution) {
  const connections = new Map(sandbox.users.map((user) => [user.clientCode, liveAccount(sandbox, user)]))
  const calls: OrderCall[] = []
  const log = pino({ level: 'silent' })
  const orderCalls = new OrderCallLog({
    save: async (more) => void calls.push(...more),
    read: async (userId, since) => calls.filter((call) => call.userId === userId && call.at >= since),
    ...{ now: () => Date.now(), log },
  })
  const execution = new Execution({
    market: { restUrl: sandbox.url, updatesUrl: `${sandbox.url.replace('http:', 'ws:')}/smart-order-update` },
    accountOf: (userId) => connections.get(userId) ?? null,
    now: marketTime(sandbox),
    ...{ limitFactor, orderCalls, log },
  })
  const updates: OrderUpdate[] = []
  execution.onUpdate((update) => updates.push(update))
  const told = (clientOrderId: string) => updates.filter((update) => update.clientOrderId === clientOrderId).map(({ type }) => type)
  return { execution, updates, told, connections, orderCalls, calls }
}

/** An order of a lot for a client's account. For tests. */
export function orderOf(
  clientCode: string,
  clientOrderId: string,
  contract: OptionContract,
  changes: Partial<OrderRequest> = {},
): OrderRequest {
  return orderRequestOf({ account: keyOf({ clientCode }), clientOrderId, contract, quantity: contract.lotSize, ...changes })
}

/** The account of a sandbox's user. */
export function keyOf({ clientCode }: Pick<SandboxAccount, 'clientCode'>): AccountKey {
  return { userId: clientCode, mode: 'LIVE' }
}

/** A contract of the sandbox as the engine has it. */
export function engineContract(token: string): OptionContract {
  const contract = contractOfToken(token)
  if (!contract) throw new RangeError(`the sandbox has no ${token}`)
  const { exchange, tradingSymbol, index, expiry, strike, type, lot } = contract
  return { exchange, token, tradingSymbol, index, expiry, strike, optionType: type, lotSize: lot, tick: OPTION_TICK }
}

/** The sandbox's time, read no more than fifty times a second: each time the exchange does all that is due. */
function marketTime({ control }: OpenSandbox): () => Instant {
  let [time, askedAt] = [control.now(), performance.now()]
  return () => {
    if (performance.now() - askedAt >= 20) [time, askedAt] = [control.now(), performance.now()]
    return time
  }
}

function namedAsHere({ jwtToken, refreshToken, feedToken }: SandboxTokens): SessionTokens {
  return { jwt: jwtToken, refresh: refreshToken, feed: feedToken }
}
