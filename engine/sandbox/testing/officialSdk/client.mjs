// Uses the broker's own SDK against a sandbox, with nothing changed but its addresses, and prints what it got as the last line.
// A process of its own, in a folder of its own: the SDK writes error.log where it runs, and its socket keeps a process alive.
import { createRequire } from 'node:module'
import { once } from 'node:events'

const require = createRequire(import.meta.url)
const { url, account, codes, token, symbol, day } = JSON.parse(await text(process.stdin))

// The SDK looks for its public address on the internet and lets the failure fall through.
process.on('unhandledRejection', (reason) => {
  if (!String(reason).includes('find your IP')) throw reason
})

const { CONSTANTS } = require('smartapi-javascript/config/constant')
CONSTANTS.websocketURL = `${url.replace('http:', 'ws:')}/smart-stream`
CONSTANTS.wsclientupdatesURL = `${url.replace('http:', 'ws:')}/smart-order-update`
CONSTANTS.Interval = 200
const { SmartAPI, WebSocketV2, WSOrderUpdates } = require('smartapi-javascript')

const api = new SmartAPI({ api_key: account.apiKey, root: url })
const wrongPin = await api.generateSession(account.clientCode, '99999', codes.current)
await seconds(1.1)
const login = await api.generateSession(account.clientCode, account.pin, codes.current)
const profile = await api.getProfile()
const renewed = await api.generateToken(login.data.refreshToken)
const quote = await api.marketData({ mode: 'FULL', exchangeTokens: { NSE: ['99926000'], NFO: [token] } })
const candles = await api.getCandleData({
  exchange: 'NSE',
  symboltoken: '99926000',
  interval: 'ONE_MINUTE',
  fromdate: `${day} 09:15`,
  todate: `${day} 15:29`,
})
const scrips = await api.searchScrip({ exchange: 'NSE', searchscrip: 'Nifty' })

const feed = new WebSocketV2({
  clientcode: account.clientCode,
  jwttoken: login.data.jwtToken,
  apikey: account.apiKey,
  feedtype: login.data.feedToken,
})
const packets = []
feed.on('tick', (packet) => packets.push(packet))
await feed.connect()
for (const mode of [1, 2, 3]) feed.fetchData({ correlationID: 'sdktest', action: 1, mode, exchangeType: 2, tokens: [token] })
feed.fetchData({ correlationID: 'sdktest', action: 1, mode: 1, exchangeType: 1, tokens: ['99926000'] })
const enough = () => packets.includes('pong') && new Set(packets.map((packet) => packet.subscription_mode)).size >= 4 && packets.length > 12
while (!enough()) await seconds(0.05)
feed.close()

const updates = new WSOrderUpdates({
  clientcode: account.clientCode,
  jwttoken: login.data.jwtToken,
  apikey: account.apiKey,
  feedtype: login.data.feedToken,
})
const told = []
updates.on('tick', (text) => told.push(text))
await updates.connect()
const toldCodes = () => told.filter((text) => text !== 'pong').map((text) => JSON.parse(text)['order-status'])

const emptyBook = await api.getOrderBook()
const rms = await api.getRMS()
const terms = {
  ...{ variety: 'NORMAL', tradingsymbol: symbol, symboltoken: token, transactiontype: 'BUY', exchange: 'NFO', ordertype: 'LIMIT' },
  ...{ producttype: 'CARRYFORWARD', duration: 'DAY', quantity: '65', ordertag: 'sdk', squareoff: '0', stoploss: '0' },
}
const ltp = quote.data.fetched[1].ltp
const rupees = (price) => (Math.round(price * 20) / 20).toFixed(2)
const placed = await api.placeOrder({ ...terms, price: rupees(ltp * 0.8) })
await toBeTold('AB01')
const modified = await api.modifyOrder({ ...terms, orderid: placed.data.orderid, price: rupees(ltp * 0.85) })
await toBeTold('AB04')
const cancelled = await api.cancelOrder({ variety: 'NORMAL', orderid: placed.data.orderid })
await toBeTold('AB02')
const bought = await api.placeOrder({ ...terms, price: rupees(ltp * 1.2) })
await toBeTold('AB05')
await seconds(1.1)
const orderBook = await api.getOrderBook()
const tradeBook = await api.getTradeBook()
const positions = await api.getPosition()
const single = await api.indOrderDetails(bought.data.uniqueorderid)
const margin = await api.marginApi({
  positions: [{ exchange: 'NFO', qty: 65, price: 0, productType: 'CARRYFORWARD', token, tradeType: 'SELL' }],
})
const rule = await api.createRule({ ...terms, price: 1, qty: 65, triggerprice: 1 })
const orders = { emptyBook, rms, placed, modified, cancelled, bought, orderBook, tradeBook, positions, single, margin, rule, told }

let expiredHook = 0
api.setSessionExpiryHook(() => expiredHook++)
const logout = await api.logout(account.clientCode)
const afterLogout = await api.getProfile()

console.log(
  `\n${JSON.stringify({ wrongPin, login, profile, renewed, quote, candles, scrips, packets, orders, logout, afterLogout, expiredHook })}`,
)
process.exit(0)

async function toBeTold(code) {
  while (!toldCodes().includes(code)) await seconds(0.02)
}

async function text(stream) {
  let all = ''
  stream.setEncoding('utf8').on('data', (part) => (all += part))
  await once(stream, 'end')
  return all
}

function seconds(count) {
  return new Promise((resolve) => globalThis.setTimeout(resolve, count * 1_000))
}
