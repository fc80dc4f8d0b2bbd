import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { SystemStatus } from '../../../schema/graphql/systemStatus.ts'
import { ALERT_KINDS, NODE_KINDS } from '../../../schema/systemKinds.ts'
import { answers, success } from '../../kit/restEnvelope.ts'
import { BEARER, type RouteTools } from '../../kit/RouteTools.ts'
import type { SystemService } from './service.ts'

const time = z.iso.datetime()
const statusSchema = z.object({
  at: time,
  alerts: z.array(z.object({ id: z.string(), kind: z.enum(ALERT_KINDS), since: time, text: z.string() })),
  feedAgeMs: z.int().nullable().describe('Null while no index is to tick'),
  ownerless: z.int().describe('Partitions of the users that no engine node trades for, of 64'),
  nodes: z.array(
    z.object({
      ...{ id: z.string(), kind: z.enum(NODE_KINDS), version: z.string(), runtime: z.string(), startedAt: time, measuredAt: time },
      ...{ isLive: z.boolean(), partitions: z.int().nullable(), loopDelayMs: z.number(), memoryMb: z.int() },
      ...{ workerLoad: z.number().nullable(), errors: z.int().describe('Of the last hour') },
    }),
  ),
  queues: z.object({ outbox: z.int(), outboxSeconds: z.number(), jobs: z.int(), notifications: z.int() }),
  failedJobCount: z.int(),
  failedJobs: z.array(z.object({ id: z.string(), task: z.string(), attempts: z.int(), error: z.string().nullable(), createdAt: time })),
  database: z.object({
    ...{ version: z.string(), bytes: z.number(), connections: z.int() },
    slowStatements: z.array(z.object({ text: z.string(), calls: z.number(), meanMs: z.number() })),
    slowStatementsProblem: z.string().nullable(),
  }),
  lastBackup: z.object({ at: time, bytes: z.number() }).nullable().describe('Null: none was ever made'),
  lastHour: z
    .array(
      z.object({
        ...{ at: time, feedAgeMs: z.int().nullable(), loopDelayMs: z.number().nullable(), workerLoad: z.number().nullable() },
        ...{ outboxSeconds: z.number().nullable(), jobs: z.int().nullable(), errors: z.int().nullable() },
      }),
    )
    .describe('Minutes, oldest first'),
})

export function systemRoutes(
  app: FastifyInstance,
  { services: { system }, signedIn }: RouteTools<{ readonly system: SystemService }>,
): void {
  app.get(
    '/admin/system-status',
    { schema: { tags: ['admin'], summary: 'How the installation is', security: BEARER, response: answers(statusSchema) } },
    async (request) => success(restStatus(await system.status(await signedIn(request)))),
  )
}

function restStatus({ at, alerts, nodes, failedJobs, lastBackup, lastHour, ...status }: SystemStatus): z.infer<typeof statusSchema> {
  return {
    ...status,
    at: at.toISOString(),
    alerts: alerts.map((alert) => ({ ...alert, since: alert.since.toISOString() })),
    nodes: nodes.map((node) => ({ ...node, startedAt: node.startedAt.toISOString(), measuredAt: node.measuredAt.toISOString() })),
    failedJobs: failedJobs.map((job) => ({ ...job, createdAt: job.createdAt.toISOString() })),
    lastBackup: lastBackup && { at: lastBackup.at.toISOString(), bytes: lastBackup.bytes },
    lastHour: lastHour.map((minute) => ({ ...minute, at: minute.at.toISOString() })),
  }
}
