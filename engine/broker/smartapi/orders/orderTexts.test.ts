import { describe, expect, it } from 'vitest'
import { unfilledReason } from '../../../../schema/trading/unfilledReason.ts'
import { refusalInWords } from './orderTexts.ts'
import { readOrderAnswer, type OrderAnswer } from './readOrderAnswer.ts'

/** A text, and what of it is told to the user in our words; null: theirs say it. */
interface Row {
  readonly text: string
  readonly words: RegExp | null
  readonly code: string
}

const row = (text: string, words: RegExp | null, code = ''): Row => ({ text, words, code })

const REFUSED: readonly Row[] = [
  row(
    'Order price is beyond the Limit Price Protection range defined by the exchange. Please increase the stop loss limit price above 85.35',
    /its price is outside/,
  ),
  row(
    'Difference between limit price and trigger price for SL Limit Order is beyond the exchange’s Permissible range of 5. Consider reducing the limit price below 90.00',
    /its price is outside/,
  ),
  row(
    'Your order price exceeds the circuit limit, Please adjust your order within circuit limit or place a market order.',
    /its price is outside/,
  ),
  row(
    'The order was cancelled by the exchange because the price is outside the current allowed limit price protection range.',
    /its price is/,
  ),
  row('16448 : Difference between limit price and trigger price is beyond permissible range', /its price is outside/),
  row('Price 9.00 is outside the day’s range 10.00 to 90.00', /its price is outside/, 'AB1004'),
  row('Your order has been rejected due to Insufficient Funds.', /add funds/),
  row('Margin Exceeds, Required:100000, Available:0', /add funds/),
  row('RMS:Margin Exceeds, Required:45230.00, Available:12000.00, Segment:NSE-FO', /add funds/),
  row(
    'RMS:Rule: Option Strike price based on Ltp percentage for entity account across exchange across segment across product',
    /this strike/,
  ),
  row('Strike price is outside the allowed range. Try a strike closer to the spot price.', /this strike/),
  row('RMS:Blocked for nse_fo INTRADAY Remarks: block type: ALL', /blocks this contract/),
  row('RMS: rule: check trigger price vs ltp for sl orders; trigger price: 351.50, ltp 352.50', /beyond its trigger/),
  row('Trigger price should be lower than last traded price for SL-Sell order', /beyond its trigger/),
  row('Trigger price for stoploss sell orders should be below the last traded price', /beyond its trigger/),
  row('Security is not permitted to trade in this market', null),
  row('Price should be in multiples of tick size', /steps/),
  row('Quantity should be in multiples of lot size', /steps/),
  row('RATE NOT MULTIPLE OF TICK [0.05000000]', /steps/),
  row('Quantity exceeds the freeze limit', /more units/),
  row('Order quantity cannot be more than the exchange freeze quantity', /more units/),
  row('Markets are closed right now. Use AMO to place orders.', /the market is closed/),
  row('The market is closed', /the market is closed/),
  row('Market order is disabled for API users', /only limit orders/),
  row('MARKET orders are not allowed through the API', /only limit orders/, 'AB1004'),
  row('Order rejected: the order could have resulted in self trade (17071)', /an order of your own/),
  row('Intraday orders are blocked after 3:15 PM', /no more intraday orders/),
  row('MIS orders are not accepted at this time', /no more intraday orders/),
  row('Auto Square Off Block', /no more intraday orders/),
  row('Fresh positions are restricted in this contract', /only be closed/),
  row('This instrument is under ban period. Only closing of positions is permitted', /only be closed/),
  row('RMS: Position Limit Exceeded for this UCC', /limit on open positions/),
  row('Your account is in kill switch', /kill switch/),
  row('F&O segment is not active for this client', /segment activated/),
  row('Maximum allowed order modifications exceeded', /changed too often/),
  row('Order cannot be modified as it is being processed. Try later.', null),
  row('RMS: order rejected', null),
  row('Invalid User', /client code or PIN/, 'AB1002'),
  row('Ordertag length should not exceed 20 characters', null, 'AB4008'),
  row('Symbol Not Found', /does not know the contract/, 'AB1009'),
  row('The exchange has put it on its cautionary list', /cautionary list/, 'AB4036'),
  row('Unregistered IP address 1.2.3.4', /register this server’s address/, 'AG7002'),
]

const IN_TRANSIT: readonly (readonly [text: string, code: string])[] = [
  ['Adapter is down', ''],
  ['ADAPTER is Logged Off', ''],
  ['Exchange not connected', ''],
  ['Something Went Wrong, Please Try After Sometime', 'AB1004'],
  ['Something Went Wrong, Please Try After Sometime', ''],
  ['Error not specified', 'AB2000'],
  ['Internal Error, Please try after sometime', 'AB2001'],
  ['AMX Error', 'AB1007'],
  ['Insufficient response, request timed out', 'AB1004'],
  ['Unable to process your request', ''],
]

const NEW: readonly (readonly [text: string, code: string])[] = [
  ['Please contact support', 'AB7777'],
  ['', ''],
  ['Orders of this kind are paused', ''],
]

function answerOf(message: string, errorcode: string, status = 200): OrderAnswer {
  return readOrderAnswer({ status, body: JSON.stringify({ status: false, message, errorcode, data: null }) })
}

describe('a text with which a broker turns an order away', () => {
  it.each(REFUSED)('is a refusal, told in our words where they help: $text', ({ text, words, code }) => {
    const answer = answerOf(text, code)
    if (answer.kind !== 'refused') throw new Error(`it was ${answer.kind}`)
    expect(answer.message).toContain(text)
    if (words === null) expect(answer.message).toBe(text)
    else expect(answer.message).toMatch(words)
    // As the order book has it, without a code.
    if (code === '') expect(refusalInWords(text)).toBe(answer.message)
    expect(unfilledReason(answer.message)).not.toMatch(/^[A-Z].*the broker says/)
  })

  it.each(IN_TRANSIT)('proves nothing when it may have failed on its way: %s (%s)', (text, code) => {
    expect(answerOf(text, code)).toMatchObject({ kind: 'unknown', doubt: 'unanswered' })
  })

  it.each(NEW)('is a denial when nobody knows it: %s (%s)', (text, code) => {
    expect(answerOf(text, code)).toMatchObject({ kind: 'unknown', doubt: 'denied', reason: expect.stringContaining(text) as string })
    expect(answerOf(text, code, 502)).toMatchObject({ kind: 'unknown', doubt: 'unanswered' })
  })

  it('is no refusal under a code of too many calls', () => {
    expect(answerOf('Access denied because of exceeding access rate', '').kind).toBe('busy')
    expect(answerOf('Margin Exceeds', 'AB1021').kind).toBe('busy')
  })
})
