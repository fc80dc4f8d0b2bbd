import type { SeededRandom } from '../../schema/SeededRandom.ts'
import type { Kill } from '../trading/floor/TradeRecords.ts'
import type { SimulatedRecords } from './SimulatedRecords.ts'

/** Of each step: how likely a person does something, and of a switch that was pulled, that it is lifted. */
const ACT = 0.004
const LIFT = 0.02

/** Pulls or lifts a kill switch, or requests the exit of a running trade, or (mostly) does nothing: null. Else the action. */
export function actAtRandom(records: SimulatedRecords, random: SeededRandom): object | null {
  const kill = records.kills.inForce[0]
  if (kill && random.uniform() < LIFT) {
    records.kills.lift(kill)
    return { lifted: kill }
  }
  if (random.uniform() >= ACT) return null
  const running = [...records.trades.values()].filter(({ closing }) => !closing)
  if (running.length === 0) return null
  const trade = running[random.integer(0, running.length - 1)]!
  if (random.integer(0, 2) > 0) {
    records.exitRequests.set(trade.id, 'MANUAL')
    return { exitOf: trade.id }
  }
  const pulled = killOf(trade, random)
  records.kills.pull(pulled)
  return { pulled }
}

function killOf({ userId, strategyId }: { readonly userId: string; readonly strategyId: string }, random: SeededRandom): Kill {
  const squareOff = random.integer(0, 1) === 1
  const scope = (['GLOBAL', 'USER', 'STRATEGY'] as const)[random.integer(0, 2)] ?? 'GLOBAL'
  return scope === 'GLOBAL' ? { scope, squareOff } : { scope, squareOff, scopeId: scope === 'USER' ? userId : strategyId }
}
