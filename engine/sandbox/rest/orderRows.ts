import { INDICES } from '../../../schema/market/indices.ts'
import { paise, toRupees, type Paise } from '../../../schema/money.ts'
import { IST_OFFSET, type Instant } from '../../../schema/time.ts'
import { masterDate } from '../options/optionContract.ts'
import { instrumentOf, type OptionInstrument } from '../market/Instrument.ts'
import type { Funds } from '../orders/funds.ts'
import type { OrderTerms, SandboxFill, SandboxOrder } from '../orders/Order.ts'
import { netUnits, type Position, type SideTotal } from '../orders/positions.ts'
import { brokerTime } from './brokerTime.ts'

/** An order as frames and postbacks show it (SmartAPI §5.4): prices as numbers, quantities as text. */
export function orderData(order: SandboxOrder) {
  const option = optionOf(order)
  const traded = order.filled > 0
  return {
    variety: order.orderType === 'STOPLOSS_LIMIT' ? 'STOPLOSS' : 'NORMAL',
    // The broker shows a MARKET order as the LIMIT order that it makes of it.
    ordertype: order.orderType === 'MARKET' ? 'LIMIT' : order.orderType,
    ...{ producttype: order.product, duration: 'DAY', price: toRupees(order.price), triggerprice: toRupees(order.triggerPrice) },
    ...{ quantity: String(order.quantity), disclosedquantity: '0', squareoff: 0, stoploss: 0, trailingstoploss: 0 },
    ...{ tradingsymbol: order.tradingSymbol, transactiontype: order.side, exchange: order.exchange, symboltoken: order.token },
    ...{ instrumenttype: 'OPTIDX', strikeprice: toRupees(option.strike), optiontype: option.type, expirydate: masterDate(option.expiry) },
    ...{ lotsize: String(option.lot), cancelsize: String(order.cancelled), ordertag: order.tag },
    averageprice: traded ? Math.round(order.filledValue / order.filled) / 100 : 0,
    ...{ filledshares: String(order.filled), unfilledshares: String(order.quantity - order.filled - order.cancelled) },
    ...{ orderid: order.orderId, text: order.text, status: order.status, orderstatus: order.resting ?? order.status },
    ...{ updatetime: brokerTime(order.updatedAt), exchtime: timeOrNone(order.exchangeAt) },
    ...{ exchorderupdatetime: order.exchangeAt === null ? '' : brokerTime(order.updatedAt), fillid: '', filltime: '', parentorderid: '' },
  }
}

/** An order as the order book and the single order show it. */
export function orderRow(order: SandboxOrder) {
  return { ...orderData(order), uniqueorderid: order.uniqueOrderId, exchangeorderid: order.exchangeAt === null ? '' : `1${order.orderId}` }
}

/** An order's row or frame in which its tag is missing, or empty. */
export function withoutTag<Row extends { readonly ordertag: string }>(row: Row, as: 'missing' | 'empty') {
  return { ...row, ordertag: as === 'empty' ? '' : undefined }
}

/** A fill in the trade book (§5.5); all values are text. */
export function tradeRow(fill: SandboxFill) {
  const option = optionOf(fill)
  return {
    ...{ exchange: fill.exchange, producttype: fill.product, tradingsymbol: fill.tradingSymbol, ...contractFields(option) },
    ...{ marketlot: String(option.lot), precision: '2', multiplier: '-1', tradevalue: rupees(paise(fill.units * fill.price)) },
    ...{ transactiontype: fill.side, fillprice: rupees(fill.price), fillsize: String(fill.units) },
    ...{ orderid: fill.orderId, fillid: fill.fillId, filltime: timeOfDay(fill.at) },
  }
}

/** A position (§5.6); all values are text. `last`: what a unit is worth now. */
export function positionRow(position: Position, last: Paise) {
  const option = optionOf(position)
  const { carriedBuy, carriedSell, buy, sell } = position
  const [allBuy, allSell] = [added(carriedBuy, buy), added(carriedSell, sell)]
  const net = netUnits(position)
  const value = allSell.amount - allBuy.amount
  const netPrice = net === 0 ? 0 : Math.abs(value / net)
  return {
    ...{ exchange: position.exchange, symboltoken: position.token, producttype: position.product, tradingsymbol: position.tradingSymbol },
    ...{ symbolname: option.index, ...contractFields(option) },
    ...{
      priceden: '1',
      pricenum: '1',
      genden: '1',
      gennum: '1',
      precision: '2',
      multiplier: '-1',
      boardlotsize: '1',
      lotsize: String(option.lot),
    },
    ...{ buyqty: String(buy.units), sellqty: String(sell.units), buyamount: rupees(buy.amount), sellamount: rupees(sell.amount) },
    ...{ cfbuyqty: String(carriedBuy.units), cfsellqty: String(carriedSell.units) },
    ...{ cfbuyamount: rupees(carriedBuy.amount), cfsellamount: rupees(carriedSell.amount) },
    ...{ buyavgprice: average(buy), sellavgprice: average(sell), avgnetprice: rupees(netPrice) },
    // The broker prints a space behind the minus of this one.
    ...{ netvalue: value < 0 ? `- ${rupees(-value)}` : rupees(value), netqty: String(net) },
    ...{ totalbuyvalue: rupees(allBuy.amount), totalsellvalue: rupees(allSell.amount) },
    ...{ cfbuyavgprice: average(carriedBuy), cfsellavgprice: average(carriedSell) },
    ...{ totalbuyavgprice: average(allBuy), totalsellavgprice: average(allSell), netprice: rupees(netPrice) },
    ...{ ltp: rupees(last), pnl: rupees(value + net * last) },
  }
}

/** Limits and funds (§4.3). Profits stay 0.0000 and `availablecash` is what is left, as at the broker. */
export function rmsRow({ cash, blocked, span, exposure, available }: Funds) {
  const amount = (value: number) => (value / 100).toFixed(4)
  return {
    ...{ net: amount(available), availablecash: amount(available), availableintradaypayin: amount(0), availablelimitmargin: amount(0) },
    ...{ collateral: amount(0), m2munrealized: amount(0), m2mrealized: amount(0), utiliseddebits: amount(cash - available) },
    ...{ utilisedspan: amount(span), utilisedoptionpremium: amount(blocked), utilisedholdingsales: null },
    ...{ utilisedexposure: amount(exposure), utilisedturnover: null, utilisedpayout: amount(cash - available) },
  }
}

/** The option of what is in the books: its token was looked up when it came in. */
export function optionOf({ exchange, token }: Pick<OrderTerms, 'exchange' | 'token'>): OptionInstrument {
  const instrument = instrumentOf(exchange, token)
  if (instrument?.kind !== 'option') throw new Error(`${exchange} ${token} is no option`)
  return instrument
}

function contractFields({ index, strike, type, expiry }: OptionInstrument) {
  return {
    ...{ instrumenttype: 'OPTIDX', symbolgroup: INDICES[index].optionExchange === 'NFO' ? 'XX' : '', strikeprice: rupees(strike) },
    ...{ optiontype: type, expirydate: masterDate(expiry) },
  }
}

function added(a: SideTotal, b: SideTotal): SideTotal {
  return { units: a.units + b.units, amount: paise(a.amount + b.amount) }
}

function average({ units, amount }: SideTotal): string {
  return rupees(units === 0 ? 0 : amount / units)
}

function rupees(amount: number): string {
  return (amount / 100).toFixed(2)
}

function timeOrNone(at: Instant | null): string {
  return at === null ? '' : brokerTime(at)
}

function timeOfDay(at: Instant): string {
  return new Date(at + IST_OFFSET).toISOString().slice(11, 19)
}
