import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { INTERVALS } from '../../schema/market/candles.ts'
import { LevelUnit, type Strategy, type UserStrategy } from '../../schema/graphql/strategies.ts'
import { answers, jsonSchema, success } from '../server/restEnvelope.ts'
import { BEARER, type RouteTools } from '../server/RouteTools.ts'
import { settingsInput, strategyIdInput, subscriptionIdInput } from './input.ts'

const performance = z.object({ totalTrades: z.int(), winRate: z.number().nullable(), totalPnL: z.number() })
const timeWindow = z.object({ start: z.string(), end: z.string() })
const level = z.object({ unit: z.enum(LevelUnit), value: z.number() })
const restStrategySchema = z.object({
  _id: z.string(),
  id: z.string(),
  name: z.string(),
  description: z.string(),
  type: z.string(),
  category: z.string(),
  interval: z.enum(INTERVALS),
  longRule: z.string().nullable(),
  shortRule: z.string().nullable(),
  isActive: z.boolean(),
  isPublic: z.boolean(),
  timeWindow,
  maxTrades: z.int(),
  riskPerTrade: z.number(),
  stopLoss: z.number(),
  takeProfit: z.number(),
  quantity: z.int(),
  instruments: z.array(z.string()),
  paperTrade: z.boolean(),
  performance,
  subscribed: z.boolean(),
})
const restUserStrategySchema = z.object({
  _id: z.string(),
  id: z.string(),
  strategyId: z.string(),
  name: z.string(),
  type: z.string(),
  description: z.string(),
  isActive: z.boolean(),
  paperTrade: z.boolean(),
  performance,
  timeWindow,
  maxTrades: z.int(),
  quantity: z.int(),
  instruments: z.array(z.string()),
  riskPerTrade: z.number(),
  stopLoss: level,
  takeProfit: level,
  customSettings: z.object({
    timeWindow: z.object({ start: z.string().nullable(), end: z.string().nullable() }),
    maxTrades: z.int().nullable(),
    riskPerTrade: z.number().nullable(),
    stopLoss: z.number().nullable(),
    takeProfit: z.number().nullable(),
    quantity: z.int().nullable(),
    instruments: z.array(z.string()),
  }),
  subscribedAt: z.iso.datetime(),
})

export function strategyRoutes(app: FastifyInstance, { services, signedIn }: RouteTools): void {
  const documented = { tags: ['strategies'], security: BEARER }

  app.get(
    '/strategy/available',
    { schema: { ...documented, summary: 'Public strategies that are being run', response: answers(z.array(restStrategySchema)) } },
    async (request) => success((await services.strategies.available((await signedIn(request)).userId)).map(restStrategy)),
  )

  app.get(
    '/strategy/user',
    { schema: { ...documented, summary: "The signed-in user's subscriptions", response: answers(z.array(restUserStrategySchema)) } },
    async (request) => success((await services.strategies.mine((await signedIn(request)).userId)).map(restUserStrategy)),
  )

  app.post(
    '/strategy/subscribe',
    {
      schema: {
        ...documented,
        summary: 'Subscribe to a public strategy',
        body: jsonSchema(strategyIdInput),
        response: answers(restUserStrategySchema, 201),
      },
    },
    async (request, reply) => {
      const created = await services.strategies.subscribe((await signedIn(request)).userId, request.body)
      return reply.code(201).send(success(restUserStrategy(created), 'Successfully subscribed to strategy!'))
    },
  )

  app.post(
    '/strategy/user/activate-all',
    {
      schema: {
        ...documented,
        summary: "Let all of the user's subscriptions open trades",
        response: answers(z.object({ activated: z.int() })),
      },
    },
    async (request) => {
      const activated = await services.strategies.activateAll((await signedIn(request)).userId)
      return success({ activated }, `Strategies activated: ${activated}.`)
    },
  )

  app.delete(
    '/strategy/user/:id',
    {
      schema: {
        ...documented,
        summary: 'End a subscription; its open trades run to their own exit',
        params: jsonSchema(subscriptionIdInput),
        response: answers(z.object({ openTrades: z.int() })),
      },
    },
    async (request) => {
      const ended = await services.strategies.unsubscribe((await signedIn(request)).userId, request.params)
      const open = ended.openTrades === 0 ? '' : ` Trades still open: ${ended.openTrades}; each runs to its own exit.`
      return success(ended, `Successfully unsubscribed from strategy!${open}`)
    },
  )

  app.put(
    '/strategy/user/:id',
    {
      schema: {
        ...documented,
        summary: "Replace the user's own settings of a subscription; what is left out or empty goes back to the strategy's",
        params: jsonSchema(subscriptionIdInput),
        body: jsonSchema(settingsInput),
        response: answers(restUserStrategySchema),
      },
    },
    async (request) => {
      const changed = await services.strategies.updateSettings((await signedIn(request)).userId, request.params, request.body)
      return success(restUserStrategy(changed), 'Strategy settings updated')
    },
  )

  app.patch(
    '/strategy/user/:id/toggle',
    {
      schema: {
        ...documented,
        summary: 'Stop a subscription from opening trades, or let it again',
        params: jsonSchema(subscriptionIdInput),
        response: answers(restUserStrategySchema),
      },
    },
    async (request) => {
      const changed = await services.strategies.toggle((await signedIn(request)).userId, request.params)
      return success(restUserStrategy(changed), `Strategy ${changed.isActive ? 'activated' : 'deactivated'} successfully!`)
    },
  )

  app.patch(
    '/strategy/user/:id/toggle-paper-trade',
    {
      schema: {
        ...documented,
        summary: 'Switch between paper and live; to live is refused, it is not available',
        params: jsonSchema(subscriptionIdInput),
        response: answers(restUserStrategySchema),
      },
    },
    async (request) => {
      const changed = await services.strategies.togglePaperTrade((await signedIn(request)).userId, request.params)
      return success(restUserStrategy(changed), 'The strategy trades on paper.')
    },
  )
}

function restStrategy(strategy: Strategy): z.infer<typeof restStrategySchema> {
  return { _id: strategy.id, ...strategy }
}

function restUserStrategy(strategy: UserStrategy): z.infer<typeof restUserStrategySchema> {
  return { _id: strategy.id, ...strategy, subscribedAt: strategy.subscribedAt.toISOString() }
}
