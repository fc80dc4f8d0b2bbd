import fc from 'fast-check'
import { expect, it } from 'vitest'
import { paise } from '../../../../schema/money.ts'
import { contractOf } from '../../../trading/testing/contracts.ts'
import { orderRequestOf } from '../../testing/orderRequestOf.ts'
import { cancelBody, modifyBody, placeBody, rupeesText } from './orderBodies.ts'
import { trackSent } from './TrackedOrder.ts'

it('prices are rupees as text, to the paisa', () => {
  expect([0, 5, 50, 100, 100_05].map((amount) => rupeesText(paise(amount)))).toEqual(['0.00', '0.05', '0.50', '1.00', '100.05'])
  fc.assert(
    fc.property(fc.integer({ min: -1e12, max: 1e12 }), (amount) => {
      const text = rupeesText(paise(amount))
      expect(text).toMatch(/^-?\d+\.\d\d$/)
      expect(Number(text.replace('.', ''))).toBe(amount)
    }),
  )
})

it('an order is sent in units, for the day, with its tag, and a stop as a stop', () => {
  const contract = contractOf('NIFTY', 24_500, 'CE')
  const limit = orderRequestOf({ contract, clientOrderId: 'E1', quantity: 130, pricing: { kind: 'LIMIT', limit: paise(99_95) } })
  expect(placeBody(limit)).toMatchObject({
    ...{ variety: 'NORMAL', ordertype: 'LIMIT', producttype: 'INTRADAY', duration: 'DAY', transactiontype: 'BUY', exchange: 'NFO' },
    ...{ symboltoken: contract.token, tradingsymbol: contract.tradingSymbol, price: '99.95', triggerprice: '0', quantity: '130' },
    ordertag: 'E1',
  })
  const stop = orderRequestOf({ side: 'SELL', pricing: { kind: 'STOPLOSS_LIMIT', trigger: paise(90_00), limit: paise(85_00) } })
  expect(placeBody(stop)).toMatchObject({ variety: 'STOPLOSS', ordertype: 'STOPLOSS_LIMIT', price: '85.00', triggerprice: '90.00' })
  expect(cancelBody(trackSent(stop), 'B1')).toEqual({ variety: 'STOPLOSS', orderid: 'B1' })
  expect(modifyBody(trackSent(limit), 'B1', { pricing: { kind: 'LIMIT', limit: paise(1_00) }, quantity: 65 })).toMatchObject({
    ...{ variety: 'NORMAL', orderid: 'B1', ordertype: 'LIMIT', price: '1.00', quantity: '65', producttype: 'INTRADAY' },
  })
})
