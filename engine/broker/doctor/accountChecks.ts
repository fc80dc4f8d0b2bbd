import { z } from 'zod'
import { formatRupees } from '../../../schema/money.ts'
import { MINUTE } from '../../../schema/time.ts'
import { retryPassing } from '../accounts/retryPassing.ts'
import { BrokerError } from '../port.ts'
import { saysEmpty } from '../smartapi/brokerCodes.ts'
import { ENDPOINTS, type Endpoint } from '../smartapi/endpoints.ts'
import { readFunds, readOrders, readPositions, readTrades } from '../smartapi/orders/bookRows.ts'
import { SmartApiRest } from '../smartapi/SmartApiRest.ts'
import { doubtful, fine, wrong, type Check, type Found } from './Finding.ts'
import type { Patient } from './Patient.ts'

const profileReply = z.object({ clientcode: z.string(), exchanges: z.unknown(), products: z.unknown() })
const names = z.array(z.string())
const OPTIONS = ['NFO', 'BFO'] as const
/** For three one-time codes. */
const SIGN_IN_MS = 2 * MINUTE

/** Whose account it is, its contents, and its activity today. */
export function accountChecks({ http, session, clientCode, marketNow }: Patient): readonly Check[] {
  const rest = new SmartApiRest(http, session)
  const book = (subject: string, endpoint: Endpoint, read: (data: unknown) => Found) => ({
    subject,
    run: async () => {
      const { data, empty } = await readBook(rest, endpoint)
      return empty === null ? read(data) : fine(`empty, told by ${empty}`)
    },
  })
  return [
    {
      subject: 'sign-in',
      run: async () => {
        const { refresh } = await retryPassing(() => session.tokens(), ['throttled'], AbortSignal.timeout(SIGN_IN_MS))
        await rest.read(ENDPOINTS.profile, null)
        return fine(`signed in${refresh === null ? ', with nothing to renew the session' : ''}`)
      },
    },
    { subject: 'profile', run: async () => profileOf(await rest.read(ENDPOINTS.profile, null), clientCode) },
    {
      subject: 'funds',
      run: async () => {
        const { available, blocked } = readFunds(await rest.read(ENDPOINTS.funds, null))
        const text = `${formatRupees(available)} to trade with, ${formatRupees(blocked)} set aside`
        return available > 0 ? fine(text) : doubtful(`${text}: add funds in the broker's app`)
      },
    },
    book('order book', ENDPOINTS.orderBook, (data) => {
      const { orders, leftOut } = readOrders(data)
      const unknown = orders.filter(({ state }) => state === null).length
      const text = `${orders.length} orders of options${leftOut > 0 ? `, ${leftOut} rows of others that cannot be read left out` : ''}`
      return unknown === 0 ? fine(text) : doubtful(`${text}, ${unknown} in a status that Sakha does not know: see docs/live-account.md, 10`)
    }),
    book('trade book', ENDPOINTS.tradeBook, (data) => fine(`${readTrades(data, () => null, marketNow()).length} fills of options`)),
    book('positions', ENDPOINTS.positions, (data) => fine(`${readPositions(data).length} open positions in options`)),
  ]
}

/** How the broker reports an empty book is one of the things that only a live account shows. */
async function readBook(rest: SmartApiRest, endpoint: Endpoint): Promise<{ readonly data: unknown; readonly empty: string | null }> {
  try {
    const data = await rest.read(endpoint, null)
    if (data === null) return { data, empty: 'null' }
    return { data, empty: Array.isArray(data) && data.length === 0 ? '[]' : null }
  } catch (error) {
    if (error instanceof BrokerError && saysEmpty(error)) return { data: null, empty: error.brokerCode }
    throw error
  }
}

function profileOf(data: unknown, clientCode: string): Found {
  const profile = profileReply.safeParse(data)
  if (!profile.success) throw new BrokerError('malformed', 'the profile lacks a client code')
  if (profile.data.clientcode !== clientCode) return wrong('the session is of another client code: connect the account again')
  const { exchanges } = profile.data
  const list = names.safeParse(exchanges)
  const all = list.success ? list.data.join(', ') : String(exchanges)
  const missing = OPTIONS.filter((exchange) => !all.toUpperCase().includes(exchange))
  const text = `the client code is right; exchanges, as a ${list.success ? 'list' : 'text'}: ${all}`
  return missing.length === 0 ? fine(text) : doubtful(`${text}; options of ${missing.join(' and ')} are not activated at the broker`)
}
