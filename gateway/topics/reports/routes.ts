import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Report } from '../../../schema/graphql/reports.ts'
import { TRADE_MODES } from '../../../schema/TradeMode.ts'
import { answers, fileAnswers, jsonSchema, success } from '../../kit/restEnvelope.ts'
import { BEARER, type RouteTools } from '../../kit/RouteTools.ts'
import { CSV, type SentFiles } from '../../security/SentFiles.ts'
import { reportInput } from './input.ts'
import { restPoint, restPointSchema } from './restPoint.ts'
import type { ReportService } from './service.ts'

const sums = { trades: z.int(), gross: z.number(), charges: z.number(), net: z.number() }

const restReportSchema = z.object({
  mode: z.enum(TRADE_MODES),
  ...sums,
  unknown: z.int(),
  winRate: z.number().nullable(),
  expectancy: z.number().nullable(),
  profitFactor: z.number().nullable(),
  tradingDays: z.int(),
  sharpe: z.number().nullable(),
  sortino: z.number().nullable(),
  maxDrawdown: z
    .object({
      amount: z.number(),
      peakAt: z.iso.datetime().nullable(),
      troughAt: z.iso.datetime(),
      recoveredAt: z.iso.datetime().nullable(),
      peakDate: z.iso.date().nullable(),
      troughDate: z.iso.date(),
      recoveryDate: z.iso.date().nullable(),
    })
    .nullable(),
  equity: z.array(restPointSchema),
  days: z.array(z.object({ date: z.iso.date(), ...sums, equity: z.number(), drawdown: z.number() })),
  strategies: z.array(z.object({ strategyId: z.string(), strategy: z.string(), ...sums, winRate: z.number() })),
  hours: z.array(z.object({ weekday: z.int(), hour: z.int(), ...sums, winRate: z.number() })),
})

const restGapSchema = z.object({
  ...{ strategyId: z.string(), strategy: z.string(), orders: z.int(), compared: z.int(), entries: z.number(), exits: z.number() },
})

export function reportRoutes(
  app: FastifyInstance,
  { services, signedIn }: RouteTools<{ readonly reports: ReportService; readonly sentFiles: SentFiles }>,
): void {
  const documented = { tags: ['reports'], security: BEARER, querystring: jsonSchema(reportInput) }

  app.get(
    '/reports',
    {
      schema: {
        ...documented,
        summary: 'What the closed trades of one mode came to: by day, by strategy, by weekday and hour',
        response: answers(restReportSchema),
      },
    },
    async (request) => {
      return success(restReport(await services.reports.report((await signedIn(request)).userId, request.query)))
    },
  )

  app.get(
    '/reports/live-gap',
    {
      schema: {
        ...documented,
        summary: 'What the fills of live orders cost against paper, by strategy: the same orders filled by the same quotes in a dry run',
        response: answers(z.array(restGapSchema)),
      },
    },
    async (request) => success(await services.reports.liveGap((await signedIn(request)).userId, request.query)),
  )

  app.get(
    '/reports/trades.csv',
    {
      schema: {
        ...documented,
        summary: 'The very trades of a report as a CSV file, latest entry first: rupees, times in India',
        response: fileAnswers('text/csv', 'UTF-8, with a line of headings'),
      },
    },
    async (request, reply) => {
      const caller = await signedIn(request)
      const pieces = services.reports.csv(caller.userId, request.query)
      return services.sentFiles.send(reply, caller, { name: 'report-trades.csv', type: CSV, pieces })
    },
  )
}

function restReport(report: Report): z.infer<typeof restReportSchema> {
  const { maxDrawdown, equity } = report
  return {
    ...report,
    equity: equity.map(restPoint),
    maxDrawdown: maxDrawdown && {
      ...maxDrawdown,
      peakAt: maxDrawdown.peakAt && maxDrawdown.peakAt.toISOString(),
      troughAt: maxDrawdown.troughAt.toISOString(),
      recoveredAt: maxDrawdown.recoveredAt && maxDrawdown.recoveredAt.toISOString(),
    },
  }
}
