import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { TOO_FAST } from './envelopes.ts'
import { sessionOf, sessionOrNull, type Guard } from './guards.ts'
import type { AnswerFault } from '../faults/Fault.ts'
import type { Faults } from '../faults/Faults.ts'

const FAULT = 'fault'
const SERVER_ERROR = '<html><head><title>502 Bad Gateway</title></head><body><center><h1>502 Bad Gateway</h1></center></body></html>'

/** The fault that a request's answer comes with; null: none. */
export function faultOf(request: FastifyRequest): AnswerFault | null {
  return request.getDecorator<AnswerFault | null>(FAULT)
}

/** Draws whether a call's answer has a fault. One that is not to reach the broker ends here. */
export function faultGuard(faults: Faults): Guard {
  return async (request, reply) => {
    const fault = faults.answer(callName(request), sessionOf(request).clientCode)
    request.setDecorator<AnswerFault | null>(FAULT, fault)
    return fault && !fault.reached ? reply.send({}) : undefined
  }
}

/** The last fixed part of a call's path. */
export function callName(request: FastifyRequest): string {
  const parts = (request.routeOptions.url ?? '').split('/').filter((part) => part !== '' && !part.startsWith(':'))
  return parts.at(-1) ?? ''
}

/** Makes a server's answers come with the faults that their calls have drawn. */
export function spoilAnswers(app: FastifyInstance, faults: Faults): void {
  app.decorateRequest<AnswerFault | null>(FAULT, null)
  app.addHook('onSend', async (request, reply, payload) => {
    const gateway = faults.state('gatewayStatus', sessionOrNull(request)?.clientCode ?? '')
    if (gateway && typeof payload === 'string' && payload.startsWith('{"success":false')) reply.code(gateway.status)
    const fault = faultOf(request)
    return fault && typeof payload === 'string' ? spoil(fault, request, reply, payload) : payload
  })
}

async function spoil(fault: AnswerFault, request: FastifyRequest, reply: FastifyReply, payload: string): Promise<string> {
  switch (fault.name) {
    case 'slowReply':
      await setTimeout(fault.milliseconds)
      return payload
    case 'emptyBody':
      reply.code(200)
      return ''
    case 'serverError':
      reply.code(fault.status).type('text/html')
      return SERVER_ERROR
    case 'lostAnswer':
      request.raw.socket.destroy()
      return ''
    case 'truncatedJson':
      return payload.slice(0, Math.floor(payload.length / 2))
    case 'rateLimited':
      reply.code(403).type('text/plain')
      return TOO_FAST
    case 'nullData':
    case 'emptyList':
      return JSON.stringify({ ...(JSON.parse(payload) as object), data: fault.name === 'nullData' ? null : [] })
    case 'refusedCall':
      reply.code(fault.status)
      return JSON.stringify({ status: false, message: fault.text, errorcode: fault.code, data: null })
    case 'wrongTypes':
      return JSON.stringify(JSON.parse(payload, (_key, value: unknown) => otherType(value)))
  }
}

function otherType(value: unknown): unknown {
  if (typeof value === 'boolean' || typeof value === 'number') return String(value)
  return typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
}
