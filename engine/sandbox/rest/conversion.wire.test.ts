import { afterAll, beforeAll, expect, it } from 'vitest'
import { CALL, entry, openClient, reaches } from '../testing/openClient.ts'
import { openSandbox, type Answer, type OpenSandbox } from '../testing/openSandbox.ts'

const SECRET = 'the secret of this very test'

let sandbox: OpenSandbox
let client: Awaited<ReturnType<typeof openClient>>

beforeAll(async () => {
  sandbox = await openSandbox({ speed: 10, controlSecret: SECRET })
  client = await openClient(sandbox, sandbox.users[0]!)
  sandbox.control.scaleLimits(1_000)
})
afterAll(() => sandbox.remove())

const idOf = (answer: Answer) => (answer.body['data'] as { orderid: string }).orderid
/** Net units by product, as the broker's book has them. */
async function shown(): Promise<Record<string, string>> {
  const rows = (await client.read('order/v1/getPosition')).body['data'] as { producttype: string; netqty: string }[]
  return Object.fromEntries(rows.map(({ producttype, netqty }) => [producttype, netqty]))
}
/** What the example of the official SDK sends, with changes. */
const convert = (changes: Record<string, unknown> = {}) =>
  client.send('convertPosition', {
    ...{ exchange: 'NFO', oldproducttype: 'INTRADAY', newproducttype: 'CARRYFORWARD', tradingsymbol: CALL.tradingSymbol },
    ...{ transactiontype: 'BUY', quantity: 65, type: 'DAY', ...changes },
  })

it('a position is converted over the wire, by its token or its name, and the position book has a row for each product', async () => {
  await reaches(sandbox, idOf(await client.place({ producttype: 'INTRADAY', quantity: '195' })), 'complete')
  expect(await shown()).toEqual({ INTRADAY: '195' })
  sandbox.control.setFault({ name: 'staticIp', registered: [] })
  expect((await convert()).body).toEqual({ status: true, message: 'SUCCESS', errorcode: '', data: null })
  expect((await convert({ symboltoken: CALL.token, quantity: '65' })).body['status']).toBe(true)
  sandbox.control.clearFaults()
  expect(await shown()).toEqual({ INTRADAY: '65', CARRYFORWARD: '130' })
  await entry(sandbox, (each) => each.kind === 'conversion' && each.conversion.units === 65 && each.conversion.to === 'CARRYFORWARD')
})

it('what cannot be converted is refused with its code', async () => {
  const codeOf = async (changes: Record<string, unknown>) => (await convert(changes)).body['errorcode']
  expect(await codeOf({ newproducttype: 'DELIVERY' })).toBe('AB1012')
  expect(await codeOf({ tradingsymbol: 'NIFTY23NOV2624500PE' })).toBe('AB1009')
  expect(await codeOf({ symboltoken: '1' })).toBe('AB1009')
  expect(await codeOf({ quantity: 0 })).toBe('AB1004')
  expect(await codeOf({ quantity: 260 })).toBe('AB1004')
  expect(await codeOf({ transactiontype: 'SELL' })).toBe('AB1004')
  expect(await shown()).toEqual({ INTRADAY: '65', CARRYFORWARD: '130' })
  const refused = sandbox.control.ledger.entries.filter(
    (each) => each.kind === 'call' && each.call === 'convertPosition' && each.outcome === 'refused',
  )
  expect(refused).toHaveLength(6)
})

it('the owner converts in the broker’s app, by the control of another process too', async () => {
  const { clientCode } = client
  const wish = { clientCode, exchange: 'NFO', token: CALL.token, side: 'BUY', from: 'CARRYFORWARD', to: 'INTRADAY', units: 130 }
  const command = { command: 'convertByHand', wish }
  const answer = await sandbox.post('/sandbox/control', command, { 'x-sandbox-control': SECRET })
  expect(answer.body).toEqual({ result: true })
  expect(await shown()).toEqual({ INTRADAY: '195', CARRYFORWARD: '0' })
  expect((await sandbox.post('/sandbox/control', command, { 'x-sandbox-control': SECRET })).body).toEqual({ result: false })
  await entry(sandbox, (each) => each.kind === 'call' && each.call === 'convertPosition' && each.via === 'app')
})
