import { INDICES } from '../../../schema/market/indices.ts'
import { toRupees } from '../../../schema/money.ts'
import { DAY, istDate, istIso } from '../../../schema/time.ts'
import { fetchMinuteCandles } from '../smartapi/fetchMinuteCandles.ts'
import { fetchQuotes } from '../smartapi/fetchQuotes.ts'
import { SmartApiRest } from '../smartapi/SmartApiRest.ts'
import { doubtful, fine, wrong, type Check, type Found } from './Finding.ts'
import type { Patient } from './Patient.ts'

/** Longer than any row of holidays. */
const CANDLE_DAYS = 7
/** Age at which the broker's list counts as stale: over a long weekend nobody writes one. */
const MASTER_DAYS = 5
const HEAD_TIMEOUT_MS = 7_000

/** Prices, history and contracts. */
export function marketChecks(patient: Patient): readonly Check[] {
  const { http, session, marketNow } = patient
  const rest = new SmartApiRest(http, session)
  return [
    {
      subject: 'quote',
      run: async () => {
        const indices = Object.values(INDICES)
        const prices = await fetchQuotes(rest, indices, marketNow())
        if (prices.length === 0) return wrong('no index has a price: the account may not have market data')
        const [{ symbol, lastPrice, at }] = [prices[0]!]
        const text = `${prices.length} of ${indices.length} indices, ${symbol} ${toRupees(lastPrice)} at ${minuteOf(at)}`
        return prices.length === indices.length ? fine(text) : doubtful(`${text}: the others have no price`)
      },
    },
    {
      subject: 'candles',
      run: async () => {
        const candles = await fetchMinuteCandles(rest, INDICES.NIFTY, marketNow() - CANDLE_DAYS * DAY, marketNow(), marketNow())
        const last = candles.at(-1)
        if (!last) return wrong(`none of NIFTY within ${CANDLE_DAYS} days: the account may not have historical data`)
        return fine(`${candles.length} minutes of NIFTY within ${CANDLE_DAYS} days, the last at ${minuteOf(last.time)}`)
      },
    },
    { subject: 'contracts', run: () => contractsOf(patient) },
  ]
}

async function contractsOf({ contracts, market, marketNow, now }: Patient): Promise<Found> {
  const today = istDate(marketNow())
  const coming = (await contracts()).filter(({ expiry }) => expiry >= today)
  const expiries = coming.map(({ expiry }) => expiry).sort()
  if (expiries[0] === undefined) return wrong(`the list has no option that expires on ${today} or later: it is old`)
  const changedAt = await lastModified(market.masterUrl)
  const age = changedAt === null ? 'when it was made is not said' : `changed at ${minuteOf(changedAt)}`
  const text = `${coming.length} options that have not expired, next expiry ${expiries[0]}; ${age}`
  return changedAt !== null && now() - changedAt > MASTER_DAYS * DAY ? doubtful(`${text}: the list may be old`) : fine(text)
}

/** When a file was changed, by its server; null when unknown. */
async function lastModified(url: string): Promise<number | null> {
  try {
    const { headers } = await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(HEAD_TIMEOUT_MS) })
    const at = Date.parse(headers.get('last-modified') ?? '')
    return Number.isNaN(at) ? null : at
  } catch {
    return null
  }
}

/** `YYYY-MM-DD HH:mm` in India. */
function minuteOf(at: number): string {
  return istIso(at).slice(0, 16).replace('T', ' ')
}
