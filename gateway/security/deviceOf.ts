import type { FastifyRequest } from 'fastify'
import type { Device } from '../kit/Device.ts'
import { keepCookie, readCookie } from './deviceCookie.ts'

const LONGEST_USER_AGENT = 300

export function deviceOf(request: FastifyRequest): Device {
  const userAgent = request.headers['user-agent'] ?? ''
  return {
    address: request.ip,
    userAgent: userAgent.replace(/\p{Cc}/gu, ' ').slice(0, LONGEST_USER_AGENT),
    marks: readCookie(request),
    keep: (marks) => keepCookie(request, marks),
  }
}
