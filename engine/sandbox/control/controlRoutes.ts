import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { paise } from '../../../schema/money.ts'
import { Fault } from '../faults/Fault.ts'
import type { SandboxControl } from './SandboxControl.ts'

const SECRET_HEADER = 'x-sandbox-control'

const clientCode = z.string()
const units = z.number().int().positive()
const contract = { exchange: z.enum(['NFO', 'BFO']), token: z.string() }
const side = z.enum(['BUY', 'SELL'])
const product = z.enum(['CARRYFORWARD', 'INTRADAY'])
const Command = z.discriminatedUnion('command', [
  z.object({ command: z.literal('setFault'), fault: Fault }),
  z.object({ command: z.literal('clearFaults'), name: z.enum(Fault.options.map((option) => option.shape.name.value)).optional() }),
  z.object({ command: z.literal('scaleLimits'), factor: z.number().positive() }),
  z.object({ command: z.literal('killTokens'), clientCode }),
  z.object({ command: z.literal('dropSockets'), clientCode: clientCode.nullable() }),
  z.object({ command: z.literal('bustFill'), fillId: z.string() }),
  /** Price in paise. */
  z.object({ command: z.literal('fillLate'), orderId: z.string(), units, price: z.number().int().positive().transform(paise) }),
  z.object({ command: z.literal('vanishOrder'), orderId: z.string() }),
  /** Price in paise. */
  z.object({
    command: z.literal('quote'),
    ...{ ...contract, last: z.number().int().positive().transform(paise) },
    units: z.number().int().min(0),
  }),
  z.object({
    command: z.literal('tradeByHand'),
    clientCode,
    order: z.object({ ...contract, side, units, product }),
  }),
  z.object({ command: z.literal('closeByHand'), clientCode, token: z.string() }),
  z.object({ command: z.literal('cancelByHand'), clientCode, orderId: z.string() }),
  z.object({
    command: z.literal('convertByHand'),
    wish: z.object({ clientCode, ...contract, side, from: product, to: product, units }),
  }),
])
/** A method of SandboxControl with its arguments, serialised for another process. */
export type ControlCommand = z.input<typeof Command>

const LedgerQuery = z.object({ after: z.coerce.number().int().min(0).default(0) })

/**
 * SandboxControl for another process that knows the secret: `POST /sandbox/control` with a ControlCommand answers `{ result }`, `GET
 * /sandbox/ledger?after=SEQ` the ledger's entries after a number. Without the secret both are 404.
 */
export function controlRoutes(app: FastifyInstance, control: SandboxControl, secret: string): void {
  const wanted = digest(secret)
  void app.register((scope, _options, done) => {
    scope.addHook('onRequest', async (request, reply) => {
      const given = request.headers[SECRET_HEADER]
      if (typeof given !== 'string' || !timingSafeEqual(digest(given), wanted)) return reply.callNotFound()
      return undefined
    })
    scope.post('/sandbox/control', (request, reply) => {
      const command = Command.safeParse(request.body)
      if (!command.success) return reply.code(400).send({ error: z.prettifyError(command.error) })
      try {
        return { result: execute(control, command.data) ?? null }
      } catch (error) {
        if (error instanceof RangeError) return reply.code(400).send({ error: error.message })
        throw error
      }
    })
    scope.get('/sandbox/ledger', (request, reply) => {
      const query = LedgerQuery.safeParse(request.query)
      if (!query.success) return reply.code(400).send({ error: z.prettifyError(query.error) })
      const now = control.now()
      return { now, entries: control.ledger.entries.filter(({ seq }) => seq > query.data.after) }
    })
    done()
  })
}

function execute(control: SandboxControl, command: z.output<typeof Command>): unknown {
  switch (command.command) {
    case 'setFault':
      return control.setFault(command.fault)
    case 'clearFaults':
      return control.clearFaults(command.name)
    case 'scaleLimits':
      return control.scaleLimits(command.factor)
    case 'killTokens':
      return control.killTokens(command.clientCode)
    case 'dropSockets':
      return control.dropSockets(command.clientCode)
    case 'bustFill':
      return control.bustFill(command.fillId)
    case 'fillLate':
      return control.fillLate(command.orderId, command.units, command.price)
    case 'vanishOrder':
      return control.vanishOrder(command.orderId)
    case 'quote':
      return control.quote(command, command.last, command.units)
    case 'tradeByHand':
      return control.tradeByHand(command.clientCode, command.order)
    case 'closeByHand':
      return control.closeByHand(command.clientCode, command.token)
    case 'cancelByHand':
      return control.cancelByHand(command.clientCode, command.orderId)
    case 'convertByHand':
      return control.convertByHand(command.wish)
  }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
