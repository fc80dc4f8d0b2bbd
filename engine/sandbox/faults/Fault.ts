import { z } from 'zod'
import { INDEX_SYMBOLS } from '../../../schema/market/indices.ts'

const common = {
  /** Of the draws; the same seed gives the same run. */
  seed: z.number().int().default(1),
  /** How often it happens where it could, 0 to 1. */
  share: z.number().min(0).max(1).default(1),
  /** After how many times it stops; null: never. */
  times: z.number().int().positive().nullable().default(null),
  /** Market milliseconds after which it is off by itself; null: never. */
  lasts: z.number().positive().nullable().default(null),
  /** Whom it hits; null: everybody. */
  clientCode: z.string().nullable().default(null),
}

/** Faults of one answer. `reached`: whether the call was carried out all the same. */
const answer = {
  ...common,
  /** Last part of the paths it hits, as `placeOrder` or `getOrderBook`; null: all of them. */
  calls: z.array(z.string()).nullable().default(null),
  reached: z.boolean().default(true),
  /** Market milliseconds, from and to, for which an order that reached the exchange is missing in books and frames. */
  hiddenFor: z.tuple([z.number().min(0), z.number().min(0)]).default([0, 0]),
}

const milliseconds = z.number().min(0)

export const AnswerFault = z.discriminatedUnion('name', [
  z.object({ name: z.literal('emptyBody'), ...answer }),
  z.object({ name: z.literal('serverError'), ...answer, status: z.number().int().min(400).max(599).default(502) }),
  /** Real time. */
  z.object({ name: z.literal('slowReply'), ...answer, milliseconds: milliseconds.default(8_000) }),
  /** The connection breaks off before the answer. */
  z.object({ name: z.literal('lostAnswer'), ...answer }),
  z.object({ name: z.literal('truncatedJson'), ...answer }),
  /** Booleans and numbers come as text, text of digits as numbers. */
  z.object({ name: z.literal('wrongTypes'), ...answer }),
  /** A success without anything in it. */
  z.object({ name: z.literal('nullData'), ...answer }),
  z.object({ name: z.literal('emptyList'), ...answer }),
  z.object({ name: z.literal('rateLimited'), ...answer }),
  /** The broker refuses in its answer. With `reached` it says so of a call that it has carried out. */
  z.object({
    ...{ name: z.literal('refusedCall'), ...answer, reached: z.boolean().default(false) },
    calls: z.array(z.string()).nullable().default(['placeOrder', 'modifyOrder', 'cancelOrder']),
    ...{ text: z.string().default('RMS: order refused'), code: z.string().default('') },
    status: z.number().int().min(200).max(599).default(200),
  }),
])
export type AnswerFault = z.infer<typeof AnswerFault>

export const Fault = z.discriminatedUnion('name', [
  ...AnswerFault.options,
  z.object({ name: z.literal('rejectAfterAck'), ...common, text: z.string().default('RMS: order rejected') }),
  /** A change is taken, and refused when it gets to the exchange. */
  z.object({ name: z.literal('refusedChange'), ...common, text: z.string().default('RMS: modification rejected') }),
  /** An order is changed so often and no more. */
  z.object({
    ...{ name: z.literal('cappedChanges'), ...common, most: z.number().int().min(0).default(25) },
    text: z.string().default('Maximum allowed order modifications exceeded'),
  }),
  /**
   * The broker closes intraday positions from a time of the day in India on (15:15 at Angel One and Upstox, 15:25 at Zerodha), and
   * cancels the orders that wait in them first, with a text or with ''.
   */
  z.object({
    ...{
      name: z.literal('squareOff'),
      ...common,
      from: z
        .string()
        .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
        .default('15:15'),
    },
    text: z.string().default('RMS: auto square off'),
  }),
  /** The exchange does not let a client trade with himself: it rejects the order that comes, and cancels one that is changed or triggered. */
  z.object({
    ...{ name: z.literal('selfTrade'), ...common },
    text: z.string().default('Order rejected: the order could have resulted in self trade (17071)'),
  }),
  /** Nothing trades and nothing triggers: of these contracts and indices; where neither is named, of all. Prices and books go on. */
  z.object({
    ...{ name: z.literal('halt'), ...common, tokens: z.array(z.string()).default([]) },
    indices: z.array(z.enum(INDEX_SYMBOLS)).default([]),
    orders: z.enum(['taken', 'refused']).default('taken'),
    text: z.string().default('Trading in this contract is halted'),
  }),
  /** A stop that rests takes its leg out of the hedge: a bought one protects nothing, a sold one costs what it costs naked. */
  z.object({ name: z.literal('stopsTakeMargin'), ...common }),
  /**
   * Limits are protected as at the exchanges: at BSE too (60 % or ₹30), and of contracts that a test quotes by what was last quoted
   * before the half minute.
   */
  z.object({ name: z.literal('priceProtection'), ...common }),
  z.object({ name: z.literal('partialFills'), ...common }),
  /** Market time after which a stop order that waits is gone from all books. */
  z.object({ name: z.literal('vanishedStop'), ...common, milliseconds: milliseconds.default(1_000) }),
  /** Orders fill whole, at once, at the best price. */
  z.object({ name: z.literal('instant'), ...common }),
  /** Books show what was some market time ago. */
  z.object({ name: z.literal('bookLag'), ...common, milliseconds: milliseconds.default(5_000) }),
  /** Errors of the gateway come with this status, not with 200. */
  z.object({ name: z.literal('gatewayStatus'), ...common, status: z.union([z.literal(401), z.literal(403)]).default(401) }),
  /** Calls on orders are taken from these addresses only. */
  z.object({ name: z.literal('staticIp'), ...common, registered: z.array(z.string()).default([]) }),
  /** Orders of these tokens are refused. */
  z.object({ name: z.literal('cautionary'), ...common, tokens: z.array(z.string()) }),
  /** Sockets stay open and say nothing; pongs still come. */
  z.object({ name: z.literal('muteOrderSocket'), ...common }),
  z.object({ name: z.literal('muteFeed'), ...common }),
  /** These say nothing on the feed beside the first tick of a subscription; the others go on. */
  z.object({ name: z.literal('muteTokens'), ...common, tokens: z.array(z.string()) }),
  z.object({ name: z.literal('duplicateFrames'), ...common }),
  /** A frame is held back until the next one has been sent. */
  z.object({ name: z.literal('shuffledFrames'), ...common }),
  /** Real time. */
  z.object({ name: z.literal('lateFrames'), ...common, milliseconds: milliseconds.default(5_000) }),
  /** Books, or frames, have no order tags: the field is missing, or empty. Drawn for each answer and each frame. */
  z.object({
    ...{ name: z.literal('missingTags'), ...common, of: z.enum(['books', 'frames', 'both']).default('both') },
    as: z.enum(['missing', 'empty']).default('missing'),
  }),
])
export type Fault = z.infer<typeof Fault>
export type FaultName = Fault['name']
/** A fault as it is switched on; what is left out has its default. */
export type FaultInput = z.input<typeof Fault>
