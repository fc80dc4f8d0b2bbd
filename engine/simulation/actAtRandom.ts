import type { SeededRandom } from '../../schema/SeededRandom.ts'
import type { Kill } from '../trading/floor/TradeRecords.ts'
import { isHandedOver } from '../trading/positions/exitTries.ts'
import type { SimulatedRecords } from './SimulatedRecords.ts'

/** Of each step: how likely a person does something, lifts a switch that was pulled, or requests an exit again that was left to him. */
const ACT = 0.006
const LIFT = 0.02
const ASK_AGAIN = 0.02

/** The trade whose exit was requested, or the switch that was lifted or pulled. */
export type Act = { readonly exitOf: string } | { readonly lifted: Kill } | { readonly pulled: Kill }

/** Pulls or lifts a kill switch, or requests the exit of a running trade, or (mostly) does nothing: null. Else the action. */
export function actAtRandom(records: SimulatedRecords, random: SeededRandom): Act | null {
  const kill = records.kills.inForce[0]
  if (kill && random.uniform() < LIFT) {
    records.kills.lift(kill)
    return { lifted: kill }
  }
  const handedOver = [...records.legs].find(
    ({ id }) => records.isLeftOpen(id) && isHandedOver(records.exitTries.get(id) ?? { failures: 0 }),
  )
  if (handedOver && random.uniform() < ASK_AGAIN) return requestExit(records, handedOver.tradeId)
  if (random.uniform() >= ACT) return null
  const running = [...records.trades.values()].filter(({ closing }) => !closing)
  if (running.length === 0) return null
  const trade = running[random.integer(0, running.length - 1)]!
  if (random.integer(0, 3) > 0) return requestExit(records, trade.id)
  const pulled = killOf(trade, random)
  records.kills.pull(pulled)
  return { pulled }
}

function requestExit(records: SimulatedRecords, tradeId: string): Act {
  records.exitRequests.set(tradeId, 'MANUAL')
  return { exitOf: tradeId }
}

function killOf({ userId, strategyId }: { readonly userId: string; readonly strategyId: string }, random: SeededRandom): Kill {
  const squareOff = random.integer(0, 1) === 1
  const scope = (['GLOBAL', 'USER', 'STRATEGY'] as const)[random.integer(0, 2)] ?? 'GLOBAL'
  return scope === 'GLOBAL' ? { scope, squareOff } : { scope, squareOff, scopeId: scope === 'USER' ? userId : strategyId }
}
