import { once } from 'node:events'
import { pino } from 'pino'
import { INDICES } from '../../../schema/market/indices.ts'
import { SECOND } from '../../../schema/time.ts'
import { dialBroker } from '../smartapi/dialBroker.ts'
import { SmartApiFeed } from '../smartapi/SmartApiFeed.ts'
import { doubtful, fine, wrong, type Check, type Found } from './Finding.ts'
import type { Patient } from './Patient.ts'

const TICK_MS = 10 * SECOND
const ANSWER_MS = 5 * SECOND

/** Feed and order-status socket: that they open, and that something comes. */
export function socketChecks(patient: Patient): readonly Check[] {
  return [
    { subject: 'feed', run: () => feedOf(patient) },
    { subject: 'order updates', run: () => orderUpdatesOf(patient) },
  ]
}

async function feedOf({ market, session, clientCode, indexMoves }: Patient): Promise<Found> {
  const { feedUrl, apiKey } = market
  const silent = pino({ level: 'silent' })
  const feed = new SmartApiFeed({ feedUrl, apiKey, clientCode }, session, () => Promise.resolve(), silent)
  try {
    const ticked = new Promise<boolean>((resolve) => {
      feed.onTick(() => resolve(true))
      setTimeout(resolve, TICK_MS, false).unref()
    })
    await feed.open()
    feed.subscribe([INDICES.NIFTY], 'ltp')
    if (await ticked) return fine('opens, and prices come')
    const unread = Object.values(feed.faults).reduce((sum, count) => sum + count, 0)
    if (unread > 0) return wrong(`opens, but ${unread} frames could not be read: do not trade before that is understood`)
    const mute = `opens, but no price came within ${TICK_MS / SECOND} s`
    return indexMoves()
      ? wrong(`${mute} although exchanges are open: sign in anew`)
      : doubtful(`${mute}: exchanges are closed; run this while they are open`)
  } finally {
    feed.close()
  }
}

async function orderUpdatesOf({ market, session, clientCode }: Patient): Promise<Found> {
  const { updatesUrl: url, apiKey } = market
  const tokens = await session.tokens()
  const socket = await dialBroker({ name: 'order updates', url, apiKey, clientCode }, tokens, (refused) => session.renew(refused))
  try {
    socket.send('ping')
    await once(socket, 'message', { signal: AbortSignal.timeout(ANSWER_MS) })
    return fine('opens, and answers')
  } catch {
    return doubtful(`opens, but does not answer within ${ANSWER_MS / SECOND} s: Sakha then goes by the order book`)
  } finally {
    socket.terminate()
  }
}
