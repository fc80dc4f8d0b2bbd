import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { SchedulerStatus } from '../../../schema/graphql/performanceScheduler.ts'
import { SCHEDULER_MESSAGES, UPDATE_KINDS } from '../../../schema/performanceUpdates.ts'
import { answers, success } from '../../kit/restEnvelope.ts'
import { BEARER, type RouteTools } from '../../kit/RouteTools.ts'
import { deviceOf } from '../../security/deviceOf.ts'
import type { PerformanceSchedulerService } from './service.ts'

const statusSchema = z.object({
  isRunning: z.boolean(),
  activeJobs: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(UPDATE_KINDS),
      askedAt: z.iso.datetime(),
      startedAt: z.iso.datetime().nullable(),
      problem: z.string().nullable(),
    }),
  ),
  lastRun: z
    .object({
      id: z.string(),
      kind: z.enum(UPDATE_KINDS),
      endedAt: z.iso.datetime(),
      durationMs: z.number().nullable(),
      results: z.int(),
      rows: z.int(),
      problem: z.string().nullable(),
    })
    .nullable(),
  nextRunAt: z.iso.datetime().nullable(),
  asOf: z.iso.datetime().nullable().describe('As of when the figures of performance are'),
  failures: z.int().describe('Of the last 24 hours'),
})

export function performanceSchedulerRoutes(
  app: FastifyInstance,
  { services: { performanceScheduler }, signedIn }: RouteTools<{ readonly performanceScheduler: PerformanceSchedulerService }>,
): void {
  const about = (summary: string) => ({ schema: { tags: ['admin'], summary, security: BEARER, response: answers(statusSchema) } })
  const path = '/admin/performance-scheduler'

  app.get(`${path}/status`, about('The performance scheduler'), async (request) =>
    success(restStatus(await performanceScheduler.status(await signedIn(request)))),
  )

  app.post(`${path}/start`, about("Have performance updated by the market's clock"), async (request) =>
    success(restStatus(await performanceScheduler.start(await signedIn(request), deviceOf(request))), SCHEDULER_MESSAGES.started),
  )

  app.post(`${path}/stop`, about('Have performance updated no more by the clock'), async (request) =>
    success(restStatus(await performanceScheduler.stop(await signedIn(request), deviceOf(request))), SCHEDULER_MESSAGES.stopped),
  )

  app.post(`${path}/trigger-update`, about('Have performance updated now'), async (request) =>
    success(restStatus(await performanceScheduler.trigger(await signedIn(request), deviceOf(request))), SCHEDULER_MESSAGES.triggered),
  )
}

function restStatus({ activeJobs, lastRun, nextRunAt, asOf, ...status }: SchedulerStatus): z.infer<typeof statusSchema> {
  return {
    ...status,
    activeJobs: activeJobs.map((job) => ({
      ...job,
      askedAt: job.askedAt.toISOString(),
      startedAt: job.startedAt?.toISOString() ?? null,
    })),
    lastRun: lastRun && { ...lastRun, endedAt: lastRun.endedAt.toISOString() },
    nextRunAt: nextRunAt?.toISOString() ?? null,
    asOf: asOf?.toISOString() ?? null,
  }
}
