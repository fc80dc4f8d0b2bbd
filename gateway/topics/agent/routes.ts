import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { LIMITS } from '../../../schema/limits.ts'
import { answers, fileAnswers, jsonSchema, success } from '../../kit/restEnvelope.ts'
import { parseInput } from '../../kit/parseInput.ts'
import { BEARER, type RouteTools } from '../../kit/RouteTools.ts'
import { CSV, type SentFiles } from '../../security/SentFiles.ts'
import { deviceOf } from '../../security/deviceOf.ts'
import type { AgentReader } from './AgentReader.ts'
import type { Analyses } from './Analyses.ts'
import { analysisFiltersInput, settingsInput, toggleInput, tradesInput } from './input.ts'
import {
  restAgentTrade,
  restAgentTradeSchema,
  restAnalysis,
  restAnalysisSchema,
  restSettings,
  restSettingsSchema,
  restStatus,
  restStatusSchema,
  restUnmetGatesSchema,
} from './restAgent.ts'
import type { AgentService } from './service.ts'
import type { ServiceStatus } from './ServiceStatus.ts'

const changedSchema = z.object({ aitrading: z.boolean(), aitradingSettings: restSettingsSchema, unmetLiveGates: restUnmetGatesSchema })

const serviceSchema = z.object({
  serviceStatus: z.object({ isRunning: z.boolean(), activeAgents: z.int(), lastScan: z.iso.datetime().nullable() }),
  aiTradingUsers: z.array(z.object({ _id: z.string(), name: z.string(), settings: restSettingsSchema })),
})

interface Services {
  readonly agents: AgentService
  readonly agentReader: AgentReader
  readonly analyses: Analyses
  readonly agentServiceStatus: ServiceStatus
  readonly sentFiles: SentFiles
}

export function agentRoutes(app: FastifyInstance, { services, signedIn }: RouteTools<Services>): void {
  const { agents, agentReader, analyses, agentServiceStatus, sentFiles } = services
  const about = (summary: string, data: z.ZodType) => ({ tags: ['research agent'], summary, security: BEARER, response: answers(data) })

  app.get(
    '/research-agent/aitrading-status',
    { schema: about('The AI trading agent of the caller, its day and its week', restStatusSchema) },
    async (request) => success(restStatus(await agentReader.status((await signedIn(request)).userId))),
  )

  app.post(
    '/research-agent/toggle-aitrading',
    { schema: { ...about('Switch the agent on or off, to the state that is sent', changedSchema), body: jsonSchema(toggleInput) } },
    async (request) => {
      const { aitrading, settings, unmetLiveGates } = await agents.toggle(await signedIn(request), request.body, deviceOf(request))
      return success(
        { aitrading, aitradingSettings: restSettings(settings), unmetLiveGates },
        `AI Trading ${aitrading ? 'Enabled' : 'Disabled'} Successfully!`,
      )
    },
  )

  app.put(
    '/research-agent/aitrading-settings',
    { schema: { ...about('Change the settings of the agent', changedSchema), body: jsonSchema(settingsInput) } },
    async (request) => {
      const { aitrading, settings, unmetLiveGates } = await agents.updateSettings(await signedIn(request), request.body, deviceOf(request))
      return success({ aitrading, aitradingSettings: restSettings(settings), unmetLiveGates }, 'AI Trading Settings Updated Successfully')
    },
  )

  app.post(
    '/research-agent/trigger-analysis',
    { schema: about('Analyse every index of the mandate now; once a minute', z.object({ analyses: z.array(restAnalysisSchema) })) },
    async (request) => {
      const analyses = await agents.trigger((await signedIn(request)).userId)
      return success({ analyses: analyses.map(restAnalysis) }, 'Manual Analysis Triggered')
    },
  )

  app.get(
    '/research-agent/trades',
    {
      schema: {
        ...about(
          "The trades of the caller's agent, latest entry first",
          z.object({ trades: z.array(restAgentTradeSchema), totalTrades: z.int(), page: z.int(), limit: z.int() }),
        ),
        querystring: jsonSchema(tradesInput),
      },
    },
    async (request) => {
      const { userId } = await signedIn(request)
      const { page, limit, status } = parseInput(tradesInput, request.query)
      const [at, most] = [page ?? 1, limit ?? LIMITS.history.default]
      const [links, totalTrades] = await Promise.all([
        agentReader.links(userId, { limit: most, skip: (at - 1) * most, status: status ?? null }),
        agentReader.countTrades(userId, status ?? null),
      ])
      return success({ trades: (await agentReader.trades(links ?? [])).map(restAgentTrade), totalTrades, page: at, limit: most })
    },
  )

  app.get(
    '/research-agent/analyses.csv',
    {
      schema: {
        ...{ tags: ['research agent'], security: BEARER, querystring: jsonSchema(analysisFiltersInput) },
        summary: 'The analyses of the present market that match as a CSV file, the latest first: times in India',
        response: fileAnswers('text/csv', 'UTF-8, with a line of headings'),
      },
    },
    async (request, reply) => {
      const caller = await signedIn(request)
      return sentFiles.send(reply, caller, { name: 'agent-decisions.csv', type: CSV, pieces: analyses.csv(caller, request.query) })
    },
  )

  app.get(
    '/research-agent/service-status',
    { schema: about('The research agent service and its users; for admins', serviceSchema) },
    async (request) => {
      const { isRunning, activeAgents, lastScan, aiTradingUsers } = await agentServiceStatus.read(await signedIn(request))
      return success({
        serviceStatus: { isRunning, activeAgents, lastScan: lastScan && lastScan.toISOString() },
        aiTradingUsers: aiTradingUsers.map(({ id, name, settings }) => ({ _id: id, name, settings: restSettings(settings) })),
      })
    },
  )
}
