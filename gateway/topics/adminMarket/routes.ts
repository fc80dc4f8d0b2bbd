import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { answers, jsonSchema, success } from '../../kit/restEnvelope.ts'
import { BEARER, type RouteTools } from '../../kit/RouteTools.ts'
import { deviceOf } from '../../security/deviceOf.ts'
import { marketHistoryInput, previewInput, saveInput } from './input.ts'
import type { AdminMarketService } from './service.ts'

const marketSchema = z.object({
  version: z.int().describe('Of the last change; a change of it names it'),
  tables: z.record(z.string(), z.unknown()).describe('As `npm run admin -- market export` writes them'),
  vix: z.object({
    days: z.int(),
    from: z.iso.date().nullable(),
    latest: z.array(z.object({ date: z.iso.date(), close: z.number() })).describe('The last thirty days, newest first'),
  }),
})

const previewSchema = z.object({
  version: z.int().describe('Saving names it'),
  mistakes: z.array(z.object({ path: z.string(), row: z.string().nullable(), reason: z.string() })),
  changes: z.array(z.string()).describe('A line for each row that is added, removed or changed'),
  affected: z
    .array(z.object({ option: z.string(), paper: z.int(), live: z.int(), effects: z.array(z.string()) }))
    .describe('Contracts with open trades for which it means something'),
})

const changeSchema = z.object({ version: z.int(), at: z.iso.datetime(), by: z.string(), changes: z.array(z.string()) })

export function adminMarketRoutes(
  app: FastifyInstance,
  { services: { adminMarket }, signedIn }: RouteTools<{ readonly adminMarket: AdminMarketService }>,
): void {
  const about = (summary: string, data: z.ZodType) => ({ tags: ['admin'], summary, security: BEARER, response: answers(data) })

  app.get('/admin/market', { schema: about('The market tables', marketSchema) }, async (request) =>
    success(await adminMarket.managed(await signedIn(request))),
  )

  app.post(
    '/admin/market/preview',
    { schema: { ...about('What a change of the market tables would do', previewSchema), body: jsonSchema(previewInput) } },
    async (request) => success(await adminMarket.preview(await signedIn(request), request.body)),
  )

  app.put(
    '/admin/market',
    { schema: { ...about('Change the market tables', marketSchema), body: jsonSchema(saveInput) } },
    async (request) => success(await adminMarket.save(await signedIn(request), request.body, deviceOf(request))),
  )

  app.get(
    '/admin/market/history',
    { schema: { ...about('Who changed the market tables', z.array(changeSchema)), querystring: jsonSchema(marketHistoryInput) } },
    async (request) => {
      const changes = await adminMarket.history(await signedIn(request), request.query)
      return success(changes.map((change) => ({ ...change, at: change.at.toISOString() })))
    },
  )
}
