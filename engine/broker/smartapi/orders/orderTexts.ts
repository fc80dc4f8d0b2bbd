import { wordsOfCode } from '../brokerCodes.ts'
import { THROTTLE_TEXT } from '../readEnvelope.ts'

/**
 * What a text proves of an order, or of a change of one. `busy`: there were too many calls, and nothing was done. `inTransit`: it failed on its
 * way, and may be there all the same. `refused`: it was not taken.
 */
type Proves = 'busy' | 'inTransit' | 'refused'

interface OrderText {
  readonly proves: Proves
  /** How brokers and exchanges word it, each in its own way. */
  readonly says: RegExp
  /** For the user, for the inside of a sentence: what it means and what to do; null: their own words say it. */
  readonly words: string | null
}

const inTransit = (says: RegExp): OrderText => ({ proves: 'inTransit', says, words: null })
const refused = (says: RegExp, words: string | null = null): OrderText => ({ proves: 'refused', says, words })

const PRICE_RANGE = 'its price is outside the range the exchange accepts right now'
const TRIGGER = 'the premium is already beyond its trigger'
const FUNDS = 'the account does not have enough funds or margin for it; add funds at the broker'
const BLOCKED = 'the broker blocks this contract or product for the account; ask the broker why'
const CLOSE_ONLY = 'this contract may only be closed at the moment, not opened'
const INTRADAY_OVER = 'the broker accepts no more intraday orders at this time of day'

/**
 * The texts of answers to calls on orders, and of orders that the broker's book has as rejected; the first that fits counts. From SmartAPI's
 * announcement of limit price protection, Zerodha's help on refused orders, the error codes of NSE (16448, 17071) and what users have
 * posted. A text that is not here proves nothing.
 */
const TEXTS: readonly OrderText[] = [
  { proves: 'busy', says: THROTTLE_TEXT, words: null },
  // "Order cannot be modified as it is being processed. Try later.": nothing was changed, whatever it advises.
  refused(/(cannot|can not|could not) be (modified|cancelled|canceled)|already (complete|cancelled|canceled|executed|rejected)/i),
  inTransit(/timed? ?out|try (again|later|after)|went wrong|internal|unable to|no response|gateway|adapter|logged off|not connected/i),
  inTransit(/status (is )?(unknown|not known)|under process|network|connection/i),
  refused(/modifications? exceeded/i, 'the order has been changed too often'),
  refused(/self[- ]?trade|17071/i, 'it would have traded with an order of your own; cancel that one in the broker’s app'),
  refused(/price protection|permi(tted|ssible) range|beyond (the )?permitted|16448/i, PRICE_RANGE),
  refused(/circuit|price (range|band)|outside the (day|limit|price|permitted)/i, PRICE_RANGE),
  refused(/trigger price.*(last traded|ltp|market price)/i, TRIGGER),
  refused(/strike price/i, 'the broker does not open this strike at the moment'),
  refused(/insufficient (fund|margin|balance|cash)|margin (exceed|shortfall|required)|(not|n't have) enough (fund|margin)/i, FUNDS),
  refused(/multiples? of|tick size|lot size|market lot/i, 'its price or its quantity is not on the contract’s steps'),
  refused(/freeze/i, 'it has more units than the exchange accepts in one order'),
  refused(/market (is )?closed|markets? (is|are) (currently )?closed|market hours|use amo/i, 'the market is closed'),
  refused(/market orders? (is|are) (not allowed|not permitted|disabled|blocked)/i, 'the broker accepts only limit orders from a program'),
  refused(/blocked for|block type|account (is )?(suspended|deactivated|dormant|blocked)/i, BLOCKED),
  refused(/(intraday|mis)\b.*(blocked|not accepted|not allowed|not permitted|stopped|closed)|square.?off block/i, INTRADAY_OVER),
  refused(/ban(ned)? period|banned|fresh (position|order)s?.*(restricted|blocked|not)|only closing/i, CLOSE_ONLY),
  refused(/position limit|open interest/i, 'a limit on open positions is reached'),
  refused(/kill switch/i, 'trading is switched off at the broker by its kill switch; switch it on there'),
  refused(
    /segment.*not (active|enabled|allowed|activated)/i,
    'the account may not trade options; have that segment activated at the broker',
  ),
  refused(/cautionary/i, wordsOfCode('AB4036')),
  refused(/invalid (order|price|quantity|trigger|product|symbol|token|variety|duration|exchange)|symbol not found/i),
  refused(/not (allowed|permitted|accepted|enabled)|insufficient|rms:|length should|order (is |was |has been )?rejected/i),
]

/** What a text proves of an order, or of a change of one; null: nothing. */
export function provenByText(text: string): Proves | null {
  return rowOf(text)?.proves ?? null
}

/** Why an order was refused, for the inside of a sentence: in our words where its code or its text is known, the broker's beside them. */
export function refusalInWords(text: string, code: string | null = null): string {
  const words = wordsOfCode(code) ?? rowOf(text)?.words ?? null
  return words === null ? text : `${words} (the broker says: ${text})`
}

function rowOf(text: string): OrderText | undefined {
  return TEXTS.find(({ says }) => says.test(text))
}
