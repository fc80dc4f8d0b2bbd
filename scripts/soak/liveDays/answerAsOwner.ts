import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { SECOND } from '../../../schema/time.ts'
import type { Trader } from './enrolTrader.ts'
import type { OwnersAct } from './ownersActs.ts'
import type { Trial } from './startTrial.ts'

/** Real milliseconds between two looks at his screen, and for which he lets an account be short before he presses the button. */
const [LOOK_EVERY, SHORT_FOR] = [1_500, 8 * SECOND]

const LiveOrders = z.object({
  firstOrders: z.array(z.object({ id: z.string() })),
  incidents: z.array(
    z.object({ id: z.string(), kind: z.string(), option: z.string(), units: z.number(), since: z.string(), text: z.string() }),
  ),
})
const QUERY = '{ liveOrders { firstOrders { id } incidents { id kind option units since text } } }'

/** Has an owner answer what his screen asks until `isOver`: he approves first orders, and has what Sakha sold too many bought back. */
export async function answerAsOwner(trial: Trial, { name, client }: Trader, acts: OwnersAct[], isOver: () => boolean): Promise<void> {
  const pressed = new Set<string>()
  while (!isOver()) {
    await sleep(LOOK_EVERY)
    // While a gateway or an engine is away the screen keeps what it had.
    const shown = await client.ask(LiveOrders, QUERY).catch(() => ({ firstOrders: [], incidents: [] }))
    const press = async (act: string, id: string, option: string, query: string) => {
      const [real, market] = [Date.now(), trial.mirror.now]
      const outcome = await client.ask(z.unknown(), query, { id }).then(
        (answer) => JSON.stringify(answer),
        (error: unknown) => `failed: ${String(error)}`,
      )
      acts.push({ trader: name, act, option, tradeId: '', real, market, outcome })
    }
    for (const { id } of shown.firstOrders)
      await press('approve a first order', id, '', 'mutation ($id: ID!) { answerFirstOrder(id: $id, approve: true) { answer refusal } }')
    for (const { id, kind, option, since } of shown.incidents) {
      const key = `${id} ${since}`
      if (kind !== 'OVERFILLED' || pressed.has(key) || Date.now() - Date.parse(since) < SHORT_FOR) continue
      pressed.add(key)
      await press('buy back', id, option, 'mutation ($id: ID!) { closeExcess(incidentId: $id) { state quantity filledQuantity refusal } }')
    }
  }
}
